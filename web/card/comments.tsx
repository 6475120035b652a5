import { useEffect, useRef, useState } from 'preact/hooks';
import { me } from '../app/session.ts';
import { newPublicId } from '../board/open.ts';
import { cardTexts, historyTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { draftOf, dropDraft, givenBack, keepDraft } from '../sync/drafts.ts';
import { Ago } from '../ui/ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { copyLink } from '../ui/copy-link.ts';
import { Markdown } from '../ui/markdown.tsx';
import { deleteComment, editComment, writeComment } from './commands.ts';
import { Editor } from './editor.tsx';
import type { Entry } from './history.ts';
import { type CardPart, perform } from './part.ts';
import { ticked } from './writing.ts';

/** A field for a new comment: a single line until it is used. */
export function WriteComment(part: CardPart) {
  const { id, board } = part;
  const key = `comment on ${id}`;
  const [text, setText] = useState(() => draftOf(key) ?? '');
  const [isOpen, setOpen] = useState(text !== '');
  /** Take the focus if the user opened it, but not if it is open because of a draft. */
  const isAsked = useRef(false);
  const { value: back } = givenBack;
  useEffect(() => {
    if (back.key !== key || text !== '') return;
    setText(draftOf(key) ?? '');
    setOpen(true);
  }, [back]);
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
        {cardTexts.writeComment}
      </button>
    );
  }
  const end = () => {
    setText('');
    setOpen(false);
    dropDraft(key);
  };
  const send = () => {
    if (text.trim() === '') return;
    end();
    perform(board, writeComment(part, newPublicId(), text));
  };
  return (
    <div class="write">
      <Editor
        {...part}
        text={text}
        label={cardTexts.writeComment}
        placeholder={cardTexts.writeComment}
        isFocused={isAsked.current}
        onText={(next) => {
          setText(next);
          keepDraft(key, next);
        }}
        onSave={send}
        onEscape={() => (text.trim() === '' ? end() : (document.activeElement as HTMLElement).blur())}
      />
      <div class="row">
        <button class="button primary" type="button" disabled={text.trim() === ''} onClick={send}>
          {cardTexts.sendComment}
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
  const { id, board } = part;
  const { publicId, comment: text, updatedAt } = comment;
  const { user, at, key, isPending } = entry;
  const draft = `comment ${publicId}`;
  const [edited, setEdited] = useState(() => draftOf(draft));
  const item = useRef<HTMLLIElement>(null);
  const anchor = `comment-${publicId}`;
  const name = user.name ?? cardTexts.someone;
  const isMine = user.id === me.value?.id;
  const save = (next: string) => perform(board, editComment(part, publicId, next));
  const end = () => {
    dropDraft(draft);
    setEdited(undefined);
  };
  const submit = () => {
    if (edited === undefined || edited.trim() === '') return;
    end();
    if (edited !== text) save(edited);
  };
  useEffect(() => {
    // A link leads to this comment.
    if (location.hash === `#${anchor}`) item.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <li ref={item} id={anchor} class={location.hash === `#${anchor}` ? 'comment meant' : 'comment'}>
      <Avatar id={user.id} name={name} size="large" />
      <div>
        <p class="said-by">
          <strong>{name}</strong> <Ago at={at} />
          {updatedAt && <span class="quiet"> · {cardTexts.edited}</span>}
          {key && <span class="quiet"> · {historyTexts.by(key)}</span>}
          {isPending && board.outbox.offline.value && <span class="quiet"> · {cardTexts.notSent}</span>}
        </p>
        {edited === undefined ? (
          <div class="bubble">
            <Markdown
              text={text}
              {...(isMine
                ? {
                    tick: (place: number) => {
                      const next = ticked(text, place);
                      if (next !== undefined) save(next);
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
              label={cardTexts.editComment}
              isFocused
              onText={(next) => {
                keepDraft(draft, next);
                setEdited(next);
              }}
              onSave={submit}
              onEscape={() => edited === text && end()}
            />
            <div class="row">
              <button class="button primary" type="button" onClick={submit}>
                {t.save}
              </button>
              <button class="button plain" type="button" onClick={end}>
                {t.cancel}
              </button>
            </div>
          </div>
        )}
        {edited === undefined && (
          <p class="deeds">
            {isMine && (
              <button class="link" type="button" onClick={() => setEdited(text)}>
                {cardTexts.edit}
              </button>
            )}
            {isMine && (
              <button
                class="link"
                type="button"
                onClick={() => board.doLater(deleteComment(part, publicId, text), cardTexts.commentDeleted)}
              >
                {t.delete}
              </button>
            )}
            <button class="link" type="button" onClick={() => void copyLink(`/c/${id}#${anchor}`)}>
              {cardTexts.copyLink}
            </button>
          </p>
        )}
      </div>
    </li>
  );
}
