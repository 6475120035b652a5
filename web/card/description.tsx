import { useState } from 'preact/hooks';
import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/en.ts';
import { server } from '../pages/session.ts';
import { Markdown } from '../ui/markdown.tsx';
import type { CardPart } from './part.ts';

/**
 * The description. It is saved over the text that was read, and no other: where somebody has changed it meanwhile, both
 * are shown, and nothing is lost.
 */
export function Description({ id, card, etag, attempt }: CardPart) {
  const draft = `draft of a description ${id}`;
  const kept = sessionStorage.getItem(draft);
  const [edited, setEdited] = useState<{ text: string; etag: string } | undefined>(
    kept === null ? undefined : { text: kept, etag },
  );
  const [theirs, setTheirs] = useState<string>();
  const text = card.description ?? '';
  if (!edited) {
    return (
      <section class="description">
        <h2>{t.card.description}</h2>
        {text && <Markdown text={text} />}
        <button class="button" type="button" onClick={() => setEdited({ text, etag })}>
          {text ? t.card.edit : t.card.addDescription}
        </button>
      </section>
    );
  }
  const end = () => {
    sessionStorage.removeItem(draft);
    setEdited(undefined);
    setTheirs(undefined);
  };
  const save = async (over: string) => {
    const body = { description: edited.text.trim() === '' ? null : edited.text };
    try {
      await server.ask(routes.cards.update, { params: { cardPublicId: id }, body }, { ifMatch: over });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
      await tryOnWhatIsThere(body);
      return;
    }
    end();
  };
  /** The tag is of the whole card: where the text is as it was, something else has changed. */
  const tryOnWhatIsThere = async (body: { description: string | null }) => {
    const now = await server.ask(routes.cards.get, { params: { cardPublicId: id } });
    if ((now.reply.description ?? '') !== text) {
      setTheirs(now.reply.description ?? '');
      setEdited({ ...edited, etag: now.etag ?? '' });
      return;
    }
    await server.ask(
      routes.cards.update,
      { params: { cardPublicId: id }, body },
      now.etag === undefined ? {} : { ifMatch: now.etag },
    );
    end();
  };
  return (
    <section class="description">
      <h2>{t.card.description}</h2>
      {theirs !== undefined && (
        <div class="problem" role="alert">
          <p>{t.card.changedMeanwhile}</p>
          <Markdown text={theirs} />
        </div>
      )}
      <textarea
        class="input"
        rows={6}
        maxLength={10_000}
        aria-label={t.card.description}
        value={edited.text}
        ref={(field) => {
          if (field && document.activeElement !== field && !field.dataset.focused) {
            field.dataset.focused = 'true';
            field.focus();
          }
        }}
        onInput={({ currentTarget: { value } }) => {
          sessionStorage.setItem(draft, value);
          setEdited({ ...edited, text: value });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            void attempt(() => save(edited.etag));
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            end();
          }
        }}
      />
      <div class="row">
        <button class="button primary" type="button" onClick={() => void attempt(() => save(edited.etag))}>
          {theirs === undefined ? t.save : t.card.saveAnyway}
        </button>
        <button class="button plain" type="button" onClick={end}>
          {t.cancel}
        </button>
      </div>
    </section>
  );
}
