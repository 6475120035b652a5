import type { Permission } from '../../../../contract/permissions.ts';
import type { SecurityEventType } from '../../../../contract/security-log.ts';
import { locate } from '../../base/access/locate.ts';
import type { Origin } from '../../base/access/origin.ts';
import { hashOf, newToken } from '../../base/access/tokens.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { holdAccount } from '../../users/actions/hold-account.ts';
import { noteEvent } from '../../users/actions/security-log.ts';

/* Secret addresses at which a board is read as the user who made them: of its calendar, and of its feed. */

interface Stored {
  userId: string;
  boardId: string;
  tokenHash: string;
  createdAt: number;
}

interface AddressKind {
  table: 'calendars' | 'feeds';
  /** What its maker must hold on the board. */
  needs: Permission;
  events: { created: SecurityEventType; revoked: SecurityEventType };
}

function addressesOf({ table, needs, events }: AddressKind) {
  const store = command(`${table}.store`, (db, p: Stored) =>
    db
      .insertInto(table)
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
  const remove = command(`${table}.delete`, (db, p: { userId: string; boardId: string }) =>
    db
      .deleteFrom(table)
      .where('user_id', '=', p.userId)
      .where('board_id', '=', p.boardId)
      .returning('created_at as createdAt'),
  );
  return {
    /** Creates the actor's address of a board, replacing any previous one; returns its secret. */
    create: async (work: Work, boardPublicId: string, origin: Origin) => {
      const { tx, actor, now, ownAccount } = work;
      const { userId } = actor;
      ownAccount();
      await holdAccount(work);
      const { id: boardId, name } = await locate(tx, actor, 'board', boardPublicId, needs);
      const token = newToken('feed');
      await tx.run(store, { userId, boardId, tokenHash: hashOf(token), createdAt: now });
      await noteEvent(work, { userId, type: events.created, origin, detail: name });
      return { token, createdAt: now };
    },
    /** Revokes the address, at once and on every node. */
    revoke: async (work: Work, boardPublicId: string, origin: Origin) => {
      const { tx, actor, ownAccount } = work;
      const { userId } = actor;
      ownAccount();
      const { id: boardId, name } = await locate(tx, actor, 'board', boardPublicId, 'board:view');
      const [revoked] = await tx.run(remove, { userId, boardId });
      if (revoked) await noteEvent(work, { userId, type: events.revoked, origin, detail: name });
      return { success: true };
    },
  };
}

export const calendarAddresses = addressesOf({
  table: 'calendars',
  needs: 'card:view',
  events: { created: 'calendar.created', revoked: 'calendar.revoked' },
});

export const feedAddresses = addressesOf({
  table: 'feeds',
  needs: 'board:view',
  events: { created: 'feed.created', revoked: 'feed.revoked' },
});
