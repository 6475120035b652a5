import { holds } from '../../../../contract/permissions.ts';
import type { WatchReason } from '../../../../contract/watching.ts';
import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import type { Reads } from '../../base/db/database.ts';
import { type Reasons, reasonsToWatch, watchedLists } from '../watch-queries.ts';

/* Whether the caller watches something, and why: the same reasons by which a change finds whom to tell. */

interface Watching {
  watching: boolean;
  because: WatchReason | null;
}

const order = ['member', 'author', 'list', 'board'] as const;

function watchingOf({ said, ...reasons }: Reasons): Watching {
  // Who said that they do not watch a card does not watch it for another reason either.
  if (said !== null && Number(said) === 0) return { watching: false, because: null };
  const because = said === null ? order.find((reason) => Number(reasons[reason]) > 0) : 'itself';
  return { watching: because !== undefined, because: because ?? null };
}

const nothing: Reasons = { said: null, member: 0, author: 0, list: 0, board: 0 };

interface Asked {
  workspaceId: string;
  memberId: string | null;
  targetId: string;
  cardId?: string;
  listId?: string;
  boardId?: string;
}

async function read(
  db: Reads,
  { userId }: Actor,
  { workspaceId, memberId, targetId, cardId, listId, boardId }: Asked,
): Promise<Watching> {
  const found = await db.first(reasonsToWatch, {
    workspaceId,
    userId,
    memberId: memberId ?? '',
    targetId,
    cardId: cardId ?? null,
    listId: listId ?? null,
    boardId: boardId ?? null,
  });
  return watchingOf(found ?? nothing);
}

export async function watchingCard(db: Reads, actor: Actor, cardPublicId: string): Promise<Watching> {
  const card = await locate(db, actor, 'card', cardPublicId, 'card:view');
  return read(db, actor, { ...card, targetId: card.id, cardId: card.id });
}

export async function watchingList(db: Reads, actor: Actor, listPublicId: string): Promise<Watching> {
  const list = await locate(db, actor, 'list', listPublicId, 'list:view');
  return read(db, actor, { ...list, targetId: list.id });
}

export async function watchingBoard(
  db: Reads,
  actor: Actor,
  boardPublicId: string,
): Promise<Watching & { lists: string[] }> {
  const board = await locate(db, actor, 'board', boardPublicId, 'board:view');
  const { workspaceId, id: boardId, memberId, permissions } = board;
  const [watching, lists] = await Promise.all([
    read(db, actor, { workspaceId, memberId, targetId: boardId }),
    holds(permissions, 'list:view')
      ? db.all(watchedLists, { workspaceId, userId: actor.userId, boardId })
      : [],
  ]);
  return { ...watching, lists: lists.map(({ id }) => id) };
}
