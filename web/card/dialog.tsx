import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from '../app/lazy.tsx';
import { may } from '../board/may.ts';
import type { OpenBoard } from '../board/open.ts';
import { upload } from '../board/uploads.ts';
import { cardTexts } from '../messages/card.ts';
import { FileInput } from '../ui/file-input.tsx';
import { AroundText } from '../ui/markdown.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Archived } from './archived.tsx';
import { useAround } from './around.ts';
import { useWhole } from './card-details.ts';
import { Checklists } from './checklists.tsx';
import { WriteComment } from './comments.tsx';
import { Description } from './description.tsx';
import { FeedPart } from './feed.tsx';
import { isPicture } from './file-kind.ts';
import { Files } from './files.tsx';
import { Head } from './head.tsx';
import { useClosing, useFiles, useOpen, usePresence } from './opening.ts';
import type { CardPart } from './part.ts';
import { onTextClick, shownPicture, showPicture } from './pictures.ts';
import { Side } from './side.tsx';
import { Title } from './title.tsx';
import './card.css';
// With the card's own style, as each file of style costs a request.
import './lightbox.css';

const Relations = lazy(() => import('./relations.tsx').then((all) => all.Relations));
const Development = lazy(() => import('./development.tsx').then((all) => all.Development));
const Lightbox = lazy(() => import('./lightbox.tsx').then((all) => all.Lightbox));

const narrow = matchMedia('(width < 48rem)');
const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches;
});

/** The page of a card, as a dialog over its board. */
export function CardDialog({ board, id }: { board: OpenBoard; id: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const whole = useWhole(board, id);
  const mayEdit = may(board, 'card:edit');
  const part = whole.part && { ...whole.part, mayEdit, chooseFiles: () => picker.current?.click() };
  useOpen(dialog, id);
  usePresence(board, id);
  const close = useClosing(board, id, whole);
  const { isOver, handlers } = useFiles(dialog, id);
  const around = useAround(board, part?.card);
  const name = board.store.get('card', id).value?.title ?? part?.card.title;
  return (
    // A click outside the dialog is a click on its backdrop; keyboard users have Escape.
    <dialog
      ref={dialog}
      class={isOver ? 'card-dialog drop' : 'card-dialog'}
      tabIndex={-1}
      aria-label={name ?? cardTexts.title}
      {...(mayEdit ? handlers : {})}
      onClick={onTextClick}
      onCancel={(event) => {
        // Cancelled file choosers also fire `cancel`, and that event bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onPointerDown={({ target }) => {
        // An open menu closes first.
        if (target === dialog.current && !dialog.current?.querySelector(':popover-open:not(.toasts)'))
          close();
      }}
    >
      <AroundText.Provider value={around}>
        <Head board={board} id={id} part={part} title={title} close={close} />
        <div class="card-body">
          <div ref={title} class="title-row">
            <Title board={board} id={id} title={name ?? ''} mayEdit={mayEdit} />
          </div>
          <Side board={board} id={id} part={part} mayEdit={mayEdit} />
          <div class="card-content">{part && <Content {...part} />}</div>
        </div>
        {part && isNarrow.value && may(board, 'comment:create') && (
          <footer class="card-foot">
            <WriteComment {...part} />
          </footer>
        )}
      </AroundText.Provider>
      {part && <Pictures {...part} />}
      <FileInput of={picker} take={(files) => void upload(id, files)} data-attach />
      <p id="card-announcements" class="unseen" role="status" />
      <Toasts />
    </dialog>
  );
}

/** Shows a picture of the card large, once it is asked for. */
function Pictures(part: CardPart) {
  const { card } = part;
  const id = shownPicture.value;
  const pictures = card.attachments.filter(({ contentType }) => isPicture(contentType));
  useEffect(() => () => showPicture(null), []);
  return id !== null && pictures.some(({ publicId }) => publicId === id) ? (
    <Lightbox part={part} pictures={pictures} id={id} />
  ) : null;
}

const Content = (part: CardPart) => (
  <>
    <Archived {...part} />
    {part.isRead ? <Description {...part} /> : <p class="note">{cardTexts.notRead}</p>}
    <Checklists {...part} />
    <Relations {...part} />
    <Development {...part} />
    <Files {...part} />
    <FeedPart {...part} hasField={!isNarrow.value && may(part.board, 'comment:create')} />
  </>
);
