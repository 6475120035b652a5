import { locate } from '../../base/access/locate.ts';
import type { Origin } from '../../base/access/origin.ts';
import { hashOf, newToken } from '../../base/access/tokens.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { noteEvent } from '../../users/actions/security-log.ts';

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

const remove = command('calendars.delete', (db, p: { userId: string; boardId: string }) =>
  db
    .deleteFrom('calendars')
    .where('user_id', '=', p.userId)
    .where('board_id', '=', p.boardId)
    .returning('created_at as createdAt'),
);

/** Creates the actor's calendar address of a board, replacing any previous one; returns its secret. */
export async function createCalendar(work: Work, boardPublicId: string, origin: Origin) {
  const { tx, actor, now, ownAccount } = work;
  const { userId } = actor;
  ownAccount();
  const { id: boardId, name } = await locate(tx, actor, 'board', boardPublicId, 'card:view');
  const token = newToken('calendar');
  await tx.run(store, { userId, boardId, tokenHash: hashOf(token), createdAt: now });
  await noteEvent(work, { userId, type: 'calendar.created', origin, detail: name });
  return { token, createdAt: now };
}

/** Revokes the address, at once and on every node. */
export async function deleteCalendar(work: Work, boardPublicId: string, origin: Origin) {
  const { tx, actor, ownAccount } = work;
  const { userId } = actor;
  ownAccount();
  const { id: boardId, name } = await locate(tx, actor, 'board', boardPublicId, 'board:view');
  const [revoked] = await tx.run(remove, { userId, boardId });
  if (revoked) await noteEvent(work, { userId, type: 'calendar.revoked', origin, detail: name });
  return { success: true };
}
