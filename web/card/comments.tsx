import { useEffect, useRef, useState } from 'preact/hooks';
import { me } from '../app/session.ts';
import { may } from '../board/may.ts';
import { newPublicId } from '../board/open.ts';
import { cardTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { draftOf, dropDraft, givenBack, keepDraft } from '../sync/drafts.ts';
import { Ago } from '../ui/ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { BotMark } from '../ui/bot-mark.tsx';
import { copyLink } from '../ui/copy-link.ts';
import { Markdown } from '../ui/markdown.tsx';
import { Answering, answer, answering, lineOf, useAnswered } from './answering.tsx';
import { deleteComment, editComment, writeComment } from './commands.ts';
import { Editor } from './editor.tsx';
import type { Entry } from './history.ts';
import { type CardPart, perform } from './part.ts';
import { Reactions } from './reactions.tsx';
import { ticked } from './writing.ts';

/** A field for a new comment: a single line until it is used. */
export function WriteComment(part: CardPart) {
  const { id, board } = part;
  const key = `comment on ${id}`;
  const [text, setText] = useState(() => draftOf(key) ?? '');
  const [isOpen, setOpen] = useState(text !== '');
  /** Take the focus if the user opened it, but not if it is open because of a draft. */
  const isAsked = useRef(false);
  const open = () => {
    isAsked.current = true;
    setOpen(true);
  };
  const answered = useAnswered(id, open);
  const { value: back } = givenBack;
  useEffect(() => {
    if (back.key !== key || text !== '') return;
    setText(draftOf(key) ?? '');
    setOpen(true);
  }, [back]);
  if (!isOpen) {
    return (
      <button class="invitation" type="button" data-comment onClick={open}>
        {cardTexts.writeComment}
      </button>
    );
  }
  const end = () => {
    setText('');
    setOpen(false);
    dropDraft(key);
    answering.value = undefined;
  };
  const send = () => {
    if (text.trim() === '') return;
    end();
    perform(board, writeComment(part, newPublicId(), text, answered?.publicId));
  };
  return (
    <div class="write">
      {answered && <Answering to={answered} />}
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
  /** The comment that it answers, as far as that is shown. */
  answered: Entry | undefined;
}

export function OneComment({ entry, comment, answered, ...part }: OneCommentProps) {
  const { publicId, comment: text } = comment;
  const { user } = entry;
  const draft = `comment ${publicId}`;
  const [edited, setEdited] = useState(() => draftOf(draft));
  const item = useRef<HTMLLIElement>(null);
  const anchor = `comment-${publicId}`;
  const name = user.name ?? cardTexts.someone;
  const isMine = user.id === me.value?.id;
  const save = (next: string) => perform(part.board, editComment(part, publicId, next));
  const tick = (place: number) => {
    const next = ticked(text, place);
    if (next !== undefined) save(next);
  };
  useEffect(() => {
    // A link leads to this comment.
    if (location.hash === `#${anchor}`) item.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <li ref={item} id={anchor} class={location.hash === `#${anchor}` ? 'comment meant' : 'comment'}>
      <Avatar id={user.id} name={name} isBot={entry.isBot} />
      <div>
        <SaidBy entry={entry} comment={comment} isOffline={part.board.outbox.offline.value} />
        {edited === undefined ? (
          <>
            {comment.replyTo !== null && <Quote of={answered} />}
            <Markdown text={text} {...(isMine ? { tick } : {})} />
            <Reactions {...part} comment={comment} />
            <Deeds
              {...part}
              comment={comment}
              isMine={isMine}
              edit={() => setEdited(text)}
              answer={() => answer(part.id, entry, comment)}
            />
          </>
        ) : (
          <EditComment
            {...part}
            text={edited}
            onText={(next) => {
              keepDraft(draft, next);
              setEdited(next);
            }}
            end={(isSaved) => {
              dropDraft(draft);
              setEdited(undefined);
              if (isSaved && edited !== text) save(edited);
            }}
            isUnchanged={edited === text}
          />
        )}
      </div>
    </li>
  );
}

/** One line of the comment that is answered, which leads there. */
function Quote({ of }: { of: Entry | undefined }) {
  if (!of?.comment) return <p class="quiet">{cardTexts.answersOther}</p>;
  const { user, comment } = of;
  const show = () =>
    document.getElementById(`comment-${comment.publicId}`)?.scrollIntoView({ block: 'center' });
  return (
    <button class="link quote one-line" type="button" onClick={show}>
      {cardTexts.answers(user.name ?? cardTexts.someone)} {lineOf(comment.comment)}
    </button>
  );
}

function SaidBy({
  entry,
  comment,
  isOffline,
}: Pick<OneCommentProps, 'entry' | 'comment'> & { isOffline: boolean }) {
  const { user, isBot, at, key, isPending } = entry;
  return (
    <p class="said-by">
      <strong>{user.name ?? cardTexts.someone}</strong> {isBot && <BotMark />} <Ago at={at} />
      {comment.updatedAt && <span class="quiet"> · {cardTexts.edited}</span>}
      {key && <span class="quiet"> · {key}</span>}
      {isPending && isOffline && <span class="quiet"> · {cardTexts.notSent}</span>}
    </p>
  );
}

interface DeedsProps extends CardPart {
  comment: OneCommentProps['comment'];
  isMine: boolean;
  edit: () => void;
  answer: () => void;
}

const Deeds = ({ comment: { publicId, comment }, isMine, edit, answer: begin, ...part }: DeedsProps) => (
  <p class="deeds">
    {may(part.board, 'comment:create') && (
      <button class="link" type="button" onClick={begin}>
        {cardTexts.answer}
      </button>
    )}
    {isMine && (
      <button class="link" type="button" onClick={edit}>
        {cardTexts.edit}
      </button>
    )}
    {isMine && (
      <button
        class="link"
        type="button"
        onClick={() => part.board.doLater(deleteComment(part, publicId, comment), cardTexts.commentDeleted)}
      >
        {t.delete}
      </button>
    )}
    <button class="link" type="button" onClick={() => void copyLink(`/c/${part.id}#comment-${publicId}`)}>
      {cardTexts.copyLink}
    </button>
  </p>
);

interface EditCommentProps extends CardPart {
  text: string;
  isUnchanged: boolean;
  onText: (text: string) => void;
  end: (isSaved: boolean) => void;
}

function EditComment({ text, isUnchanged, onText, end, ...part }: EditCommentProps) {
  const submit = () => text.trim() !== '' && end(true);
  return (
    <div class="write">
      <Editor
        {...part}
        text={text}
        label={cardTexts.editComment}
        isFocused
        onText={onText}
        onSave={submit}
        onEscape={() => isUnchanged && end(false)}
      />
      <div class="row">
        <button class="button primary" type="button" onClick={submit}>
          {t.save}
        </button>
        <button class="button plain" type="button" onClick={() => end(false)}>
          {t.cancel}
        </button>
      </div>
    </div>
  );
}
