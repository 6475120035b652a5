import { sql } from 'kysely';
import type { Actor, LastUsed } from '../base/access/actor.ts';
import { demandedIn } from '../base/access/policies.ts';
import { day, minute } from '../base/clock.ts';
import { batches } from '../base/db/batches.ts';
import type { Maintain, Writing } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';

const keepSessions = command('sessions.keep', (db, p: { ids: string[]; now: number }, fn) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: p.now })
    .where(fn.isIn('id', fn.each(p.ids))),
);

/** Somebody has done something with sessions: that they had been unused until then stays known. */
const useSessions = command(
  'sessions.use',
  (_db, p: { ids: string[]; now: number }, fn) => sql<never>`
  update sessions set last_used_at = ${p.now}, acted_at = ${p.now},
    longest_idle = ${fn.greatest('coalesce(longest_idle, 0)', sql`cast(${p.now} as bigint) - coalesce(acted_at, last_used_at)`)}
  where ${fn.isIn('id', fn.each(p.ids))}`,
);

/** What may have ended keys for want of use: the policies of the workspaces of their owners. */
const limitsOfKeys = query(
  'api_keys.limits',
  (_db, p: { keys: readonly { id: number }[] }, fn) => sql<{
    id: number;
    usedAt: number;
    endedIn: string | null;
    workspaceId: string;
    policies: string;
  }>`
  select k.id as id, coalesce(k.last_used_at, k.created_at) as "usedAt", k.ended_in as "endedIn", w.id as "workspaceId",
    w.policies as policies
  from ${fn.rows(p.keys, { id: 'integer' })} x
  join api_keys k on k.id = x.id
  join members m on m.user_id = k.user_id and m.status = 'active'
  join workspaces w on w.id = m.workspace_id and w.policies is not null
  where k.workspace_id is null or k.workspace_id = w.id`,
);

/** The keys that have ended for want of use, and are not closed for good yet: being used does not bring them back. */
async function overdue(tx: Writing, ids: readonly number[], now: number): Promise<ReadonlySet<number>> {
  const found = await tx.all(limitsOfKeys, { keys: ids.map((id) => ({ id })) });
  return new Set(
    found.flatMap(({ id, usedAt, endedIn, workspaceId, policies }) => {
      const days = demandedIn(policies).unusedKeyLife;
      const isOver = days !== null && usedAt + days * day <= now && !endedIn?.includes(workspaceId);
      return isOver ? [id] : [];
    }),
  );
}

const touchKey = command('api_keys.touch', (db, p: { id: number; now: number }) =>
  db.updateTable('api_keys').set({ last_used_at: p.now }).where('id', '=', p.id),
);

/** A use within this time of the last stored one is not stored; microseconds. */
const precision = minute;

export function lastUsedOn(maintain: Maintain): LastUsed {
  const pending = new Map<string, { credential: Actor['credential']; at: number; isActed: boolean }>();
  return {
    touch(credential, now, isActed) {
      if (now - credential.lastUsedAt < precision) return;
      const name = `${credential.kind}:${credential.id}`;
      pending.set(name, { credential, at: now, isActed: isActed || pending.get(name)?.isActed === true });
    },
    async flush() {
      if (pending.size === 0) return;
      const used = [...pending.values()];
      pending.clear();
      const now = Math.max(...used.map(({ at }) => at));
      const sessions = used.filter(({ credential }) => credential.kind === 'session');
      const keys = used.filter(({ credential }) => credential.kind === 'key');
      for (const those of [true, false]) {
        for (const some of batches(sessions.filter(({ isActed }) => isActed === those))) {
          const ids = some.map(({ credential }) => credential.id);
          await maintain((tx) => tx.run(those ? useSessions : keepSessions, { ids, now }));
        }
      }
      for (const some of batches(keys)) {
        await maintain(async (tx) => {
          const ids = some.map(({ credential }) => Number(credential.id));
          const over = await overdue(tx, ids, now);
          for (const { credential, at } of some) {
            const id = Number(credential.id);
            if (!over.has(id)) await tx.run(touchKey, { id, now: at });
          }
        });
      }
    },
  };
}
