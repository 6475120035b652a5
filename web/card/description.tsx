import { Pencil } from 'lucide';
import { useState } from 'preact/hooks';
import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/en.ts';
import { server } from '../pages/session.ts';
import { draftOf, dropDraft, keepDraft } from '../sync/drafts.ts';
import { Icon } from '../ui/icon.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { Editor } from './editor.tsx';
import type { CardPart } from './part.ts';
import { ticked } from './writing.ts';

/**
 * The description. It is saved over the text that was read, and no other: where somebody has changed it meanwhile, both
 * are shown, and nothing is lost.
 */
export function Description(part: CardPart) {
  const { id, card, etag, attempt } = part;
  const key = `description of ${id}`;
  const [edited, setEdited] = useState<{ text: string; over: string; etag: string }>();
  const [theirs, setTheirs] = useState<string>();
  const [draft, setDraft] = useState(draftOf(key));
  const stored = card.description ?? '';

  const end = (isKept: boolean) => {
    if (!isKept) dropDraft(key);
    setDraft(isKept ? draftOf(key) : undefined);
    setEdited(undefined);
    setTheirs(undefined);
  };
  const begin = (text: string) => {
    setEdited({ text, over: stored, etag });
    setDraft(undefined);
  };

  /** Saves a text over another one; false where somebody has put a third in its place. */
  const save = async (text: string, over: string, tag: string): Promise<boolean> => {
    const params = { cardPublicId: id };
    const body = { description: text.trim() === '' ? null : text };
    try {
      await server.ask(routes.cards.update, { params, body }, { ifMatch: tag });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
    }
    // The tag is of the whole card: where the text is as it was, something else has changed.
    const now = await server.ask(routes.cards.get, { params });
    const found = now.reply.description ?? '';
    if (found === over) return save(text, over, now.etag ?? '');
    setTheirs(found);
    setEdited({ text, over: found, etag: now.etag ?? '' });
    return false;
  };
  const tick = (at: number) => {
    const text = ticked(stored, at);
    if (text === undefined) return;
    part.show({ ...card, description: text });
    void attempt(() => save(text, stored, etag));
  };

  if (!edited) {
    return (
      <section class="description">
        <header>
          <h2>{t.card.description}</h2>
          <span class="room" />
          {(stored || draft !== undefined) && (
            <button class="button small" type="button" onClick={() => begin(draft ?? stored)}>
              <Icon of={Pencil} size={14} /> {t.card.edit}
            </button>
          )}
        </header>
        {draft !== undefined && (
          <p class="note">
            {t.card.unsaved}
            <button class="link" type="button" onClick={() => begin(draft)}>
              {t.card.goOn}
            </button>
            <button class="link" type="button" onClick={() => end(false)}>
              {t.card.discard}
            </button>
          </p>
        )}
        {stored && <Markdown text={stored} tick={tick} />}
        {!stored && draft === undefined && (
          <button class="invitation" type="button" onClick={() => begin('')}>
            {t.card.addDescription}
          </button>
        )}
      </section>
    );
  }

  const submit = () =>
    void attempt(async () => {
      // What was read last, where the text in it is the one that is written over.
      const tag = stored === edited.over ? etag : edited.etag;
      if (await save(edited.text, edited.over, tag)) end(false);
    });
  return (
    <section class="description">
      <h2>{t.card.description}</h2>
      {theirs !== undefined && (
        <div class="problem" role="alert">
          <p>{t.card.changedMeanwhile}</p>
          <Markdown text={theirs} />
        </div>
      )}
      <Editor
        {...part}
        text={edited.text}
        label={t.card.description}
        isFocused
        onText={(text) => {
          keepDraft(key, text);
          setEdited({ ...edited, text });
        }}
        onSave={submit}
        onEscape={() => end(edited.text !== stored)}
      />
      <div class="row">
        <button class="button primary" type="button" onClick={submit}>
          {theirs === undefined ? t.save : t.card.saveAnyway}
        </button>
        <button class="button plain" type="button" onClick={() => end(false)}>
          {t.cancel}
        </button>
      </div>
    </section>
  );
}
