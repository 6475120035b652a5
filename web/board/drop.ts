import { bulk, type CardOperation } from '../sync/bulk.ts';
import { neighbour } from '../sync/neighbours.ts';
import { moveCard, moveList, type Spot, spotOf } from './commands.ts';
import { type Drag, type Dragged, needs } from './dragged.ts';
import { shownCards, spotAmongShown } from './filter.ts';
import { fold } from './fold.ts';
import { may } from './may.ts';
import type { OpenBoard } from './open.ts';
import { withSelected } from './select.ts';

/** What a drop on a board does. */
export const dragOn = (board: OpenBoard): Drag => ({
  along: (id) => withSelected(board.store, id),
  shownIn: (listId) => shownCards(board.store, listId).peek(),
  stayed: (listId) => fold(board.id, listId, false),
  dropped: (drop) => {
    if (may(board, needs[drop.kind])) land(board, drop);
  },
});

function land(board: OpenBoard, drop: Dragged): void {
  const { store } = board;
  if (drop.kind === 'list') {
    const ids = store.lists.peek();
    if (ids[ids.indexOf(drop.id) + 1] === (drop.before ?? undefined)) return;
    const others = ids.filter((each) => each !== drop.id);
    const at = drop.before === null ? others.length : others.indexOf(drop.before);
    board.do(moveList(store, drop.id, { after: others[at - 1] ?? null, before: drop.before }));
    return;
  }
  if (drop.kind === 'member') return assign(board, drop);
  const to = spotBefore(board, drop);
  const [id, ...others] = drop.ids;
  if (id !== undefined && others.length === 0) {
    const from = spotOf(store, id);
    if (from?.listId !== to.listId || from.after !== to.after || from.before !== to.before)
      board.do(moveCard(store, id, to));
    return;
  }
  board.do(bulk(store, inTurn(drop.ids, to)));
}

/** Assigns the dropped member to a card, and to all cards selected with it. */
function assign(board: OpenBoard, { id: memberPublicId, before: card }: Dragged): void {
  const { store } = board;
  const cards = card === null ? [] : withSelected(store, card);
  const others = cards.filter((id) => !store.peek('card', id)?.memberPublicIds.includes(memberPublicId));
  if (others.length === 0) return;
  board.do(
    bulk(
      store,
      others.map((cardPublicId) => ({ type: 'assign', cardPublicId, memberPublicId })),
    ),
  );
}

/** Operations that place each card after the previous one. */
const inTurn = (ids: readonly string[], to: Spot): CardOperation[] =>
  ids.map((cardPublicId, index) => ({
    type: 'move',
    cardPublicId,
    listPublicId: to.listId,
    ...neighbour({ ...to, after: ids[index - 1] ?? to.after }),
  }));

/** The place before a visible card, or after the last visible one. */
export function spotBefore(
  { store }: OpenBoard,
  { listId, before, ids }: Pick<Dragged, 'listId' | 'before' | 'ids'>,
): Spot {
  const moved = new Set(ids);
  const others = shownCards(store, listId)
    .peek()
    .filter((each) => !moved.has(each));
  const index = before === null ? others.length : others.indexOf(before);
  return spotAmongShown(store, listId, index, moved);
}
