import { path } from '../app/location.ts';
import { announcePlace } from '../board/announce.ts';
import { focusCard } from '../board/next-card.ts';
import type { OpenBoard } from '../board/open.ts';
import { moveTexts as texts } from '../messages/move.ts';
import { t } from '../messages/t.ts';
import { bulk, type CardOperation } from '../sync/bulk.ts';
import { neighbour } from '../sync/neighbours.ts';
import { toast } from '../ui/toast.tsx';

/* What the dialogs for moving and copying cards do. */

/** Names one card, or counts several. */
export const nameOf = ({ store }: OpenBoard, cards: readonly string[]): string =>
  cards.length === 1
    ? texts.card(store.peek('card', cards[0] ?? '')?.title ?? '')
    : t.board.cards(cards.length);

type Where = Pick<CardOperation, 'index' | 'afterPublicId' | 'beforePublicId'>;

/** Places on this board are sent as a neighbour; on other boards only the ends are known. */
export function placeOf(given: FormData, isHere: boolean, others: readonly string[]): Where {
  const chosen = given.get('place');
  if (!isHere) return chosen === 'top' ? { index: 0 } : {};
  const at =
    chosen === 'top' ? 0 : chosen === 'bottom' ? others.length : Math.max(0, Number(given.get('number')) - 1);
  return neighbour({ after: others[at - 1] ?? null, before: others[at] ?? null });
}

/** Places the first card, and each other one after the previous. */
const chained = (
  cards: readonly string[],
  operation: Pick<CardOperation, 'type' | 'listPublicId'>,
  place: Where,
): CardOperation[] =>
  cards.map((cardPublicId, index) => {
    const before = cards[index - 1];
    return { ...operation, cardPublicId, ...(before === undefined ? place : { afterPublicId: before }) };
  });

/** Copies are shown only once the server has created them: their contents are not all known here. */
export function copyTo(
  board: OpenBoard,
  cards: readonly string[],
  listPublicId: string,
  place: Where,
  given: FormData,
  isHere: boolean,
): void {
  const title = given.get('title');
  const copied = {
    listPublicId,
    ...(typeof title === 'string' && title.trim() ? { title: title.trim() } : {}),
    copyLabels: given.has('labels') && isHere,
    copyMembers: given.has('members'),
    copyChecklists: given.has('checklists'),
  };
  // At a fixed place each copy pushes the earlier ones down, so the last is copied first.
  const ordered = 'beforePublicId' in place || Object.keys(place).length === 0 ? cards : cards.toReversed();
  const operations = ordered.map((cardPublicId) => ({
    type: 'duplicate' as const,
    cardPublicId,
    ...copied,
    ...place,
  }));
  board.do(bulk(board.store, operations));
  toast(texts.copied(nameOf(board, cards)));
}

/**
 * What stays on the board is announced with its place, and has the focus; a note says what has left it. `elsewhere` is the name of a list of
 * another board.
 */
export function moveTo(
  board: OpenBoard,
  cards: readonly string[],
  listPublicId: string,
  place: Where,
  elsewhere: string | undefined,
): void {
  const moves = bulk(board.store, chained(cards, { type: 'move', listPublicId }, place));
  if (elsewhere === undefined) {
    board.do(moves, { isQuiet: true });
    announcePlace(board, cards);
    if (path.peek().startsWith('/b/')) focusCard(board, cards[0]);
  } else board.do(moves, { text: `${t.undo.moved(nameOf(board, cards))}: ${elsewhere}` });
}
