import { useEffect, useRef, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/en.ts';
import { me, server } from '../pages/session.ts';
import { draftOf, dropDraft, keepDraft } from '../sync/drafts.ts';
import { Ago } from '../ui/ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { copyLink } from './copy-link.ts';
import { Editor } from './editor.tsx';
import type { Entry } from './history.ts';
import { deleteLater } from './later.ts';
import type { CardPart } from './part.ts';
import { ticked } from './writing.ts';

/** A field for a new comment: one line, until it is used. */
export function WriteComment(part: CardPart) {
  const { id, attempt } = part;
  const key = `comment on ${id}`;
  const [text, setText] = useState(() => draftOf(key) ?? '');
  const [isOpen, setOpen] = useState(text !== '');
  /** Whoever opens it goes on there; who finds a draft in it does not. */
  const isAsked = useRef(false);
  if (!isOpen) {
    return (
      <button
        class="invitation"
        type="button"
        data-comment
        onClick={() => {
          isAsked.current = true;
          setOpen(true);
        }}
      >
        {t.card.writeComment}
      </button>
    );
  }
  const end = () => {
    setText('');
    setOpen(false);
    dropDraft(key);
  };
  const send = async () => {
    if (text.trim() === '') return;
    const params = { cardPublicId: id };
    const isSent = await attempt(() =>
      server.ask(routes.comments.create, { params, body: { comment: text } }),
    );
    if (isSent) end();
  };
  return (
    <div class="write">
      <Editor
        {...part}
        text={text}
        label={t.card.writeComment}
        placeholder={t.card.writeComment}
        isFocused={isAsked.current}
        onText={(next) => {
          setText(next);
          keepDraft(key, next);
        }}
        onSave={() => void send()}
        onEscape={() => (text.trim() === '' ? end() : (document.activeElement as HTMLElement).blur())}
      />
      <div class="row">
        <button
          class="button primary"
          type="button"
          disabled={text.trim() === ''}
          onClick={() => void send()}
        >
          {t.card.sendComment}
        </button>
        <button class="button plain" type="button" onClick={end}>
          {t.cancel}
        </button>
      </div>
    </div>
  );
}

interface OneCommentProps extends CardPart {
  entry: Entry;
  comment: NonNullable<Entry['comment']>;
}

export function OneComment({ entry, comment, ...part }: OneCommentProps) {
  const { id, attempt } = part;
  const { publicId, comment: text, updatedAt } = comment;
  const { user, at, key } = entry;
  const [edited, setEdited] = useState<string>();
  const item = useRef<HTMLLIElement>(null);
  const anchor = `comment-${publicId}`;
  const name = user.name ?? t.card.someone;
  const isMine = user.id === me.value?.id;
  const params = { cardPublicId: id, commentPublicId: publicId };
  const save = (next: string) =>
    attempt(() => server.ask(routes.comments.update, { params, body: { comment: next } }));
  const submit = async () => {
    if (edited === undefined || edited.trim() === '') return;
    if (edited === text || (await save(edited))) setEdited(undefined);
  };
  useEffect(() => {
    // A link led to this one.
    if (location.hash === `#${anchor}`) item.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <li ref={item} id={anchor} class={location.hash === `#${anchor}` ? 'comment meant' : 'comment'}>
      <Avatar id={user.id} name={name} size="large" />
      <div>
        <p class="said-by">
          <strong>{name}</strong> <Ago at={at} />
          {updatedAt && <span class="quiet"> · {t.card.edited}</span>}
          {key && <span class="quiet"> · {t.history.by(key)}</span>}
        </p>
        {edited === undefined ? (
          <div class="bubble">
            <Markdown
              text={text}
              {...(isMine
                ? {
                    tick: (place: number) => {
                      const next = ticked(text, place);
                      if (next !== undefined) void save(next);
                    },
                  }
                : {})}
            />
          </div>
        ) : (
          <div class="write">
            <Editor
              {...part}
              text={edited}
              label={t.card.editComment}
              isFocused
              onText={setEdited}
              onSave={() => void submit()}
              onEscape={() => edited === text && setEdited(undefined)}
            />
            <div class="row">
              <button class="button primary" type="button" onClick={() => void submit()}>
                {t.save}
              </button>
              <button class="button plain" type="button" onClick={() => setEdited(undefined)}>
                {t.cancel}
              </button>
            </div>
          </div>
        )}
        {edited === undefined && (
          <p class="deeds">
            {isMine && (
              <button class="link" type="button" onClick={() => setEdited(text)}>
                {t.card.edit}
              </button>
            )}
            {isMine && (
              <button
                class="link"
                type="button"
                onClick={() =>
                  deleteLater(publicId, t.card.commentDeleted, () =>
                    server.ask(routes.comments.delete, { params }, { keepalive: true }),
                  )
                }
              >
                {t.delete}
              </button>
            )}
            <button class="link" type="button" onClick={() => void copyLink(`/c/${id}#${anchor}`)}>
              {t.card.copyLink}
            </button>
          </p>
        )}
      </div>
    </li>
  );
}
