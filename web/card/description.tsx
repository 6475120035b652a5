import { Pencil } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { cardTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { draftOf, dropDraft, givenBack, keepDraft } from '../sync/drafts.ts';
import { Icon } from '../ui/icon.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { describe } from './commands.ts';
import { Editor } from './editor.tsx';
import { type CardPart, perform } from './part.ts';
import { ticked } from './writing.ts';

interface Edited {
  text: string;
  /** The text that it replaces. */
  over: string;
}

/**
 * The description. Saving may only replace the text that was read. If somebody has changed it meanwhile, both versions
 * are shown, and nothing is lost.
 */
export function Description(part: CardPart) {
  const editing = useEditing(part);
  return (
    <section class="description">
      {editing.edited && part.mayEdit ? (
        <Writing {...part} edited={editing.edited} editing={editing} />
      ) : (
        <Reading {...part} editing={editing} />
      )}
    </section>
  );
}

type Editing = ReturnType<typeof useEditing>;

/** What is being written, the draft of an earlier time, and somebody else's version if there is one. */
function useEditing(part: CardPart) {
  const { id, card, board } = part;
  const key = `description of ${id}`;
  const keyOver = `${key} over`;
  const [edited, setEdited] = useState<Edited>();
  const [theirs, setTheirs] = useState<string>();
  const [draft, setDraft] = useState(draftOf(key));
  const stored = card.description ?? '';
  const end = (isKept: boolean) => {
    if (!isKept) {
      dropDraft(key);
      dropDraft(keyOver);
    }
    setDraft(isKept ? draftOf(key) : undefined);
    setEdited(undefined);
    setTheirs(undefined);
  };
  const begin = (text: string, over = stored) => {
    setEdited({ text, over: stored });
    setTheirs(over === stored || text === stored ? undefined : stored);
    setDraft(undefined);
  };
  const resume = () => begin(draftOf(key) ?? stored, draftOf(keyOver) ?? '');
  const { value: back } = givenBack;
  useEffect(() => {
    if (back.key !== key || edited) return;
    setDraft(draftOf(key));
    void part.reader.readAgain().catch(() => undefined);
  }, [back]);
  // Refused, because somebody else has saved another text.
  const isRefused =
    back.key === key && draft !== undefined && stored !== (draftOf(keyOver) ?? '') && stored !== draft;
  useEffect(() => {
    if (isRefused && !edited) resume();
  }, [isRefused]);
  const write = (text: string) => {
    if (!edited) return;
    keepDraft(key, text);
    keepDraft(keyOver, edited.over);
    setEdited({ ...edited, text });
  };
  const submit = () => {
    if (!edited) return;
    const { text, over } = edited;
    if (stored !== over && stored !== text) {
      setEdited({ text, over: stored });
      setTheirs(stored);
      return;
    }
    end(false);
    if (text !== stored) perform(board, describe(part, text));
  };
  return { edited, theirs, draft, stored, begin, resume, end, write, submit };
}

function Reading({ editing, ...part }: CardPart & { editing: Editing }) {
  const { stored, draft, begin, resume, end } = editing;
  const tick = (at: number) => {
    const text = ticked(stored, at);
    if (text !== undefined) perform(part.board, describe(part, text));
  };
  return (
    <>
      {(stored || draft !== undefined) && (
        <>
          <h2 class="unseen">{cardTexts.description}</h2>
          {part.mayEdit && (
            <button
              class="button plain small icon-only edit"
              type="button"
              aria-label={cardTexts.edit}
              title={cardTexts.edit}
              onClick={() => (draft === undefined ? begin(stored) : resume())}
            >
              <Icon of={Pencil} size={14} />
            </button>
          )}
        </>
      )}
      {draft !== undefined && part.mayEdit && (
        <p class="note">
          {cardTexts.unsaved}
          <button class="link" type="button" onClick={resume}>
            {cardTexts.goOn}
          </button>
          <button class="link" type="button" onClick={() => end(false)}>
            {cardTexts.discard}
          </button>
        </p>
      )}
      {stored && <Markdown text={stored} {...(part.mayEdit ? { tick } : {})} />}
      {!stored && draft === undefined && part.mayEdit && (
        <button class="invitation" type="button" onClick={() => begin('')}>
          {cardTexts.addDescription}
        </button>
      )}
    </>
  );
}

function Writing({ edited, editing, ...part }: CardPart & { edited: Edited; editing: Editing }) {
  const { theirs, stored, end, write, submit } = editing;
  return (
    <>
      <header>
        <h2>{cardTexts.description}</h2>
      </header>
      {theirs !== undefined && (
        <p class="problem" role="alert">
          {cardTexts.changedMeanwhile}
        </p>
      )}
      <div class={theirs === undefined ? 'write' : 'versions'}>
        {theirs !== undefined && <Theirs text={theirs} keep={() => end(false)} />}
        <div class="write">
          {theirs !== undefined && <h3>{cardTexts.mine}</h3>}
          <Editor
            {...part}
            text={edited.text}
            label={cardTexts.description}
            isFocused
            onText={write}
            onSave={submit}
            onEscape={() => end(edited.text !== stored)}
          />
          <div class="row">
            <button class="button primary" type="button" onClick={submit}>
              {theirs === undefined ? t.save : cardTexts.saveAnyway}
            </button>
            <button class="button plain" type="button" onClick={() => end(theirs !== undefined)}>
              {t.cancel}
            </button>
          </div>
        </div>
      </div>
    </>
  );
}

const Theirs = ({ text, keep }: { text: string; keep: () => void }) => (
  <div class="theirs">
    <h3>{cardTexts.theirs}</h3>
    <Markdown text={text} />
    <button class="button small" type="button" onClick={keep}>
      {cardTexts.keepTheirs}
    </button>
  </div>
);
