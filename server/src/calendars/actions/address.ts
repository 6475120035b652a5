import { locate } from '../../base/access/locate.ts';
import { hashOf, newToken } from '../../base/access/tokens.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { calendars } from '../tables.ts';

interface Stored {
  userId: string;
  boardId: string;
  tokenHash: string;
  createdAt: number;
}

const store = command('calendars.store', (db, p: Stored) =>
  db
    .insertInto('calendars')
    .values({
      user_id: p.userId,
      board_id: p.boardId,
      token_hash: p.tokenHash,
      created_at: p.createdAt,
    })
    .onConflict((on) =>
      on.columns(['user_id', 'board_id']).doUpdateSet({ token_hash: p.tokenHash, created_at: p.createdAt }),
    ),
);

const remove = deleteRow('calendars.delete', calendars);

/** Makes the actor's calendar address of a board, instead of the one before; gives its secret. */
export async function createCalendar({ tx, actor, now, ownAccount }: Work, boardPublicId: string) {
  ownAccount();
  const { id: boardId } = await locate(tx, actor, 'board', boardPublicId, 'card:view');
  const token = newToken('calendar');
  await tx.run(store, { userId: actor.userId, boardId, tokenHash: hashOf(token), createdAt: now });
  return { token, createdAt: now };
}

/** Revokes it, at once and on every node. */
export async function deleteCalendar({ tx, actor, ownAccount }: Work, boardPublicId: string) {
  ownAccount();
  const { id: boardId } = await locate(tx, actor, 'board', boardPublicId, 'board:view');
  await tx.run(remove, { userId: actor.userId, boardId });
  return { success: true };
}
