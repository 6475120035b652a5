import type { Actor, LastUsed } from '../base/access/actor.ts';
import { minute } from '../base/clock.ts';
import { batches } from '../base/db/batches.ts';
import type { Maintain } from '../base/db/database.ts';
import { command } from '../base/db/query.ts';

const touchSessions = command('sessions.touch', (db, p: { ids: string[]; now: number }, fn) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: p.now })
    .where(fn.isIn('id', fn.each(p.ids))),
);

const touchKey = command('api_keys.touch', (db, p: { id: number; now: number }) =>
  db.updateTable('api_keys').set({ last_used_at: p.now }).where('id', '=', p.id),
);

/** A use within this time of the last stored one is not stored; microseconds. */
const precision = minute;

export function lastUsedOn(maintain: Maintain): LastUsed {
  const pending = new Map<string, { credential: Actor['credential']; at: number }>();
  return {
    touch(credential, now) {
      if (now - credential.lastUsedAt < precision) return;
      pending.set(`${credential.kind}:${credential.id}`, { credential, at: now });
    },
    async flush() {
      if (pending.size === 0) return;
      const used = [...pending.values()];
      pending.clear();
      const now = Math.max(...used.map(({ at }) => at));
      const sessions = used.filter(({ credential }) => credential.kind === 'session');
      const keys = used.filter(({ credential }) => credential.kind === 'key');
      for (const some of batches(sessions)) {
        const ids = some.map(({ credential }) => credential.id);
        await maintain((tx) => tx.run(touchSessions, { ids, now }));
      }
      for (const some of batches(keys)) {
        await maintain(async (tx) => {
          for (const { credential, at } of some)
            await tx.run(touchKey, { id: Number(credential.id), now: at });
        });
      }
    },
  };
}
