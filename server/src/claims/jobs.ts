import { sql } from 'kysely';
import { allPermissions } from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import type { ChangedCard } from '../base/changes/record.ts';
import { query } from '../base/db/query.ts';
import { paced } from '../base/jobs/paced.ts';
import type { Service } from '../base/service.ts';
import { endClaim, removeClaim } from './actions/end.ts';
import { type ClaimRow, claimOf } from './queries.ts';

/* Ends claims that have expired, and tells of them. Until then they count as ended already. */

const atOnce = 50;

const expired = query(
  'claims.expired',
  (_db, p: { now: number }) => sql<{ workspaceId: string; cardId: string }>`
  select o.workspace_id as "workspaceId", o.card_id as "cardId" from card_claims o
  where o.expires_at <= ${p.now} order by o.expires_at limit ${sql.lit(atOnce)}`,
);

/** The card of a claim; nothing is told of one in the trash. */
const cardOf = query(
  'claims.card',
  (_db, p: { workspaceId: string; cardId: string }, fn) => sql<ChangedCard>`
  select c.workspace_id as "workspaceId", c.board_id as "boardId", c.list_id as "listId", c.id as id, c.number as number,
    c.title as title
  from cards c
  ${fn.row({ table: 'lists', as: 'l', workspaceId: p.workspaceId, id: 'c.list_id' })}
  ${fn.row({ table: 'boards', as: 'b', workspaceId: p.workspaceId, id: 'c.board_id' })}
  where c.workspace_id = ${p.workspaceId} and c.id = ${p.cardId}
    and c.deleted_at is null and l.deleted_at is null and b.deleted_at is null`,
);

/** Whoever held the claim: it is recorded that their time has run out. */
const holderOf = (
  userId: string,
  workspaceId: string,
  { userName, botSince, keyId, keyName }: ClaimRow,
): Actor => ({
  userId,
  email: '',
  name: userName,
  timeZone: null,
  mask: allPermissions,
  workspaceId,
  openBoards: null,
  limited: true,
  ...(botSince === null ? {} : { isBot: true }),
  credential:
    keyId === null
      ? { kind: 'session', id: '', lastUsedAt: 0 }
      : { kind: 'key', id: String(keyId), name: keyName ?? '', lastUsedAt: 0 },
});

type OfJob = Pick<Service, 'db' | 'clock' | 'maintain' | 'changeAs' | 'stopping'>;

async function expire(
  { db, maintain, changeAs }: OfJob,
  of: { workspaceId: string; cardId: string },
): Promise<void> {
  const { workspaceId, cardId } = of;
  const claim = await db.first(claimOf, of);
  if (!claim) return;
  const { userId } = claim;
  if (userId === null || !(await db.first(cardOf, of))) {
    await maintain((tx) => tx.run(removeClaim, of));
    return;
  }
  await changeAs(holderOf(userId, workspaceId, claim))(async (work) => {
    const { tx, now } = work;
    work.continues();
    await tx.lock('cards', workspaceId, [cardId]);
    const [card, still] = await Promise.all([tx.first(cardOf, of), tx.first(claimOf, of)]);
    const isOver = still !== undefined && still.expiresAt <= now && still.userId === userId;
    if (card && isOver) await endClaim(work, card, still, 'expired');
    else work.quiet();
  });
}

export async function expireClaims(service: OfJob): Promise<void> {
  const { db, clock, stopping } = service;
  while (!stopping.aborted) {
    const found = await db.all(expired, { now: clock.now() });
    for (const each of found) await paced(() => expire(service, each));
    if (found.length < atOnce) return;
  }
}
