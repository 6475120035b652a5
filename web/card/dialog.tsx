import { CloudOff, Link, X } from 'lucide';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { backOr, here } from '../app/location.ts';
import { showTitle } from '../app/title.ts';
import { boardAddress } from '../board/filter.ts';
import type { OpenBoard } from '../board/open.ts';
import { filesIn, upload } from '../board/uploads.ts';
import { t } from '../messages/t.ts';
import type { Around } from '../ui/around.ts';
import { copyLink } from '../ui/copy-link.ts';
import { Icon } from '../ui/icon.tsx';
import { AroundText } from '../ui/markdown.tsx';
import { Toasts } from '../ui/toast.tsx';
import { useWhole } from './card-details.ts';
import { Checklists } from './checklists.tsx';
import { Description } from './description.tsx';
import { FeedPart } from './feed.tsx';
import { Files, isPicture } from './files.tsx';
import type { CardPart } from './part.ts';
import { Archived, InArchivedList, Side } from './side.tsx';
import { Title } from './title.tsx';
import './card.css';
import { cardTexts } from '../messages/card.ts';

/** The page of a card, as a dialog over its board. */
export function CardDialog({ board, id }: { board: OpenBoard; id: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { part, reader } = useWhole(board, id);
  const isGone = reader.isGone.value;
  const card = part?.card;
  const tile = board.store.get('card', id).value;
  const close = () => backOr(boardAddress(board.id));
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // Focus the dialog itself, so that keyboard users start at its beginning.
    dialog.current?.focus();
    return () => {
      dialog.current?.close();
      requestAnimationFrame(() => giveBack(opener, id));
    };
  }, []);
  // A new card that is not stored yet has no presence on the server.
  const isStored = !tile || board.store.isKnown('card', id);
  useEffect(() => {
    if (!isStored) return undefined;
    board.presence.card.value = id;
    return () => {
      board.presence.card.value = null;
    };
  }, [isStored]);
  useEffect(() => {
    if (tile) showTitle(tile.title);
  }, [tile?.title]);
  // The card was deleted, on this page or by somebody else.
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
  // The card was moved to another board while its page was open.
  const wasHere = useRef(false);
  if (tile?.archivedAt === null) wasHere.current = true;
  const isOnBoard = card?.boardPublicId === board.id;
  const isElsewhere =
    wasHere.current &&
    !tile &&
    card !== undefined &&
    !isOnBoard &&
    !board.store.peek('list', card.listPublicId);
  useEffect(() => {
    if (isElsewhere) close();
  }, [isElsewhere]);
  const isLost = wasHere.current && !tile;
  useEffect(() => {
    if (isLost) void reader.readAgain().catch(() => undefined);
  }, [isLost]);
  const list = tile?.listPublicId ?? card?.listPublicId ?? '';
  const isListAway = isOnBoard && !board.store.get('list', list).value;
  const around = useAround(board, card);
  const number = tile?.cardNumber || card?.cardNumber;
  const prefix = card?.cardPrefix;
  const [isOver, setOver] = useState(false);
  return (
    // A click outside the dialog is a click on its backdrop; keyboard users have Escape.
    <dialog
      ref={dialog}
      class={isOver ? 'card-dialog drop' : 'card-dialog'}
      tabIndex={-1}
      aria-label={tile?.title ?? card?.title ?? cardTexts.title}
      onCancel={(event) => {
        // Cancelled file choosers also fire `cancel`, and that event bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onPointerDown={({ target }) => {
        // An open menu closes first.
        if (target === dialog.current && !dialog.current?.querySelector('.menu:popover-open')) close();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!dialog.current?.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        attach(event, id, filesIn(event.dataTransfer));
      }}
      onPaste={(event) => {
        if ((event.target as HTMLElement).closest('input, textarea')) return;
        attach(event, id, filesIn(event.clipboardData));
      }}
    >
      <div class="card-sheet">
        <header>
          <span class="quiet">
            {prefix && number ? `${prefix}-${number}` : ''}
            <span class="in-list">{board.store.get('list', tile?.listPublicId ?? '').value?.name}</span>
          </span>
          <span class="room" />
          {board.outbox.offline.value && (
            <span class="pill warning" role="status" title={t.board.offline}>
              <Icon of={CloudOff} /> {t.board.sending(board.outbox.waiting.value)}
            </span>
          )}
          <button
            class="button plain icon-only small"
            type="button"
            aria-label={cardTexts.copyLink}
            title={cardTexts.copyLink}
            onClick={() => void copyLink(`/c/${id}`)}
          >
            <Icon of={Link} />
          </button>
          <button
            class="button plain icon-only small"
            type="button"
            aria-label={t.close}
            title={t.close}
            onClick={close}
          >
            <Icon of={X} />
          </button>
        </header>
        <Title board={board} id={id} title={tile?.title ?? card?.title ?? ''} />
        <Here board={board} id={id} />
        <AroundText.Provider value={around}>
          <Side board={board} id={id} part={part} isListAway={isListAway} close={close} />
          <div class="card-content">
            {part && isListAway && <InArchivedList {...part} list={list} />}
            {part && (tile ? tile.archivedAt !== null : !isListAway) && <Archived {...part} />}
            {part && (
              <>
                {part.isRead ? <Description {...part} /> : <p class="note">{cardTexts.notRead}</p>}
                <Files {...part} />
                <Checklists {...part} />
                <FeedPart {...part} />
              </>
            )}
          </div>
        </AroundText.Provider>
      </div>
      <p id="card-announcements" class="unseen" role="status" />
      <Toasts />
    </dialog>
  );
}

/** Returns the focus to the element that opened the card; its tile may be a new element. */
function giveBack(opener: Element | null, id: string): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const tile = document.querySelector(`[data-card="${CSS.escape(id)}"] a`);
  const to = opener?.isConnected && opener !== document.body ? opener : tile;
  (to as HTMLElement | null)?.focus();
}

function attach(event: Event, id: string, files: readonly File[]): void {
  if (files.length === 0) return;
  event.preventDefault();
  void upload(id, files);
}

/** What texts on the card can refer to. */
function useAround(board: OpenBoard, card: CardPart['card'] | undefined): Around {
  const { store } = board;
  const names = store.members.value.flatMap((id) => store.get('member', id).value?.user?.name ?? []);
  const files = card?.attachments.map(({ publicId, url }) => `${publicId} ${url}`).join() ?? '';
  return useMemo(
    () => ({
      fileOf(fileId) {
        const found = card?.attachments.find(({ publicId }) => publicId === fileId);
        return found && { url: here(found.url), isPicture: isPicture(found.contentType) };
      },
      prefix: card?.cardPrefix ?? '',
      cardOf(number) {
        for (const list of store.lists.peek())
          for (const each of store.cardsOf(list).peek()) {
            const found = store.get('card', each).peek();
            if (found?.cardNumber === number) return { id: each, title: found.title };
          }
        return undefined;
      },
      members: names,
    }),
    [files, names.join('\n'), card !== undefined],
  );
}

/** Other viewers of the card. They are in the gap below the title, so that nothing moves when somebody joins. */
const Here = ({ board, id }: { board: OpenBoard; id: string }) => (
  <p class="on-card one-line" role="status">
    {t.here.onCard(board.presence.on(id).value)}
  </p>
);
