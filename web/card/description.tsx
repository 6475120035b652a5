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
  const goOn = () => begin(draftOf(key) ?? stored, draftOf(keyOver) ?? '');
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
    if (isRefused && !edited) goOn();
  }, [isRefused]);

  const tick = (at: number) => {
    const text = ticked(stored, at);
    if (text !== undefined) perform(board, describe(part, text));
  };

  if (!edited) {
    return (
      <section class="description">
        <header>
          <h2>{cardTexts.description}</h2>
          <span class="room" />
          {(stored || draft !== undefined) && (
            <button
              class="button plain small"
              type="button"
              onClick={() => (draft === undefined ? begin(stored) : goOn())}
            >
              <Icon of={Pencil} size={14} /> {cardTexts.edit}
            </button>
          )}
        </header>
        {draft !== undefined && (
          <p class="note">
            {cardTexts.unsaved}
            <button class="link" type="button" onClick={goOn}>
              {cardTexts.goOn}
            </button>
            <button class="link" type="button" onClick={() => end(false)}>
              {cardTexts.discard}
            </button>
          </p>
        )}
        {stored && <Markdown text={stored} tick={tick} />}
        {!stored && draft === undefined && (
          <button class="invitation" type="button" onClick={() => begin('')}>
            {cardTexts.addDescription}
          </button>
        )}
      </section>
    );
  }

  const submit = () => {
    const { text, over } = edited;
    if (stored !== over && stored !== text) {
      setEdited({ text, over: stored });
      setTheirs(stored);
      return;
    }
    end(false);
    if (text !== stored) perform(board, describe(part, text));
  };
  return (
    <section class="description">
      <h2>{cardTexts.description}</h2>
      {theirs !== undefined && (
        <p class="problem" role="alert">
          {cardTexts.changedMeanwhile}
        </p>
      )}
      <div class={theirs === undefined ? '' : 'versions'}>
        {theirs !== undefined && (
          <div class="theirs">
            <h3>{cardTexts.theirs}</h3>
            <Markdown text={theirs} />
            <button class="button small" type="button" onClick={() => end(false)}>
              {cardTexts.keepTheirs}
            </button>
          </div>
        )}
        <div class="write">
          {theirs !== undefined && <h3>{cardTexts.mine}</h3>}
          <Editor
            {...part}
            text={edited.text}
            label={cardTexts.description}
            isFocused
            onText={(text) => {
              keepDraft(key, text);
              keepDraft(keyOver, edited.over);
              setEdited({ ...edited, text });
            }}
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
    </section>
  );
}
