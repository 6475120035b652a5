import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { backOr } from '../app/location.ts';
import { showTitle } from '../app/title.ts';
import { boardAddress } from '../board/filter.ts';
import type { OpenBoard } from '../board/open.ts';
import { filesIn, upload } from '../board/uploads.ts';
import type { useWhole } from './card-details.ts';

/* What the page of a card does apart from showing it: it opens and closes, says who is on it, and takes files. */

/** Opens the dialog, and returns the focus when it is closed. */
export function useOpen(dialog: RefObject<HTMLDialogElement | null>, id: string): void {
  // In a layout effect: other effects end after the dialog has left the page, and the focus would be nowhere until then.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // Focus the dialog itself, so that keyboard users start at its beginning.
    dialog.current?.focus();
    return () => {
      // The browser returns the focus to the element that had it before.
      dialog.current?.close();
      const { activeElement: focused, body } = document;
      if (focused === body || dialog.current?.contains(focused)) focusTile(id);
    };
  }, []);
}

/** Instead of what opened the card, if that is gone: its tile may be a new element. */
const focusTile = (id: string): void =>
  document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] a`)?.focus();

/** Shows others that the user is on the card. A new card that is not stored yet has no presence on the server. */
export function usePresence(board: OpenBoard, id: string): void {
  const tile = board.store.get('card', id).value;
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
}

/** Returns what closes the page. It closes by itself if the card was deleted or moved to another board, by anyone. */
export function useClosing(board: OpenBoard, id: string, { part, reader }: ReturnType<typeof useWhole>) {
  const close = () => backOr(boardAddress(board.id));
  const tile = board.store.get('card', id).value;
  const wasHere = useRef(false);
  if (tile?.archivedAt === null) wasHere.current = true;
  const isLost = wasHere.current && !tile;
  const isElsewhere =
    isLost &&
    part !== undefined &&
    part.card.boardPublicId !== board.id &&
    !board.store.peek('list', part.card.listPublicId);
  const isOver = reader.isGone.value || isElsewhere;
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  useEffect(() => {
    if (isLost) void reader.readAgain().catch(() => undefined);
  }, [isLost]);
  return close;
}

/** Handlers that attach files which are dropped or pasted. */
export function useFiles(dialog: RefObject<HTMLDialogElement | null>, id: string) {
  const [isOver, setOver] = useState(false);
  const attach = (event: Event, files: readonly File[]): void => {
    if (files.length === 0) return;
    event.preventDefault();
    void upload(id, files);
  };
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!dialog.current?.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      attach(event, filesIn(event.dataTransfer));
    },
    onPaste(event: ClipboardEvent) {
      if ((event.target as HTMLElement).closest('input, textarea')) return;
      attach(event, filesIn(event.clipboardData));
    },
  };
  return { isOver, handlers };
}
