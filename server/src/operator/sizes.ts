import { sql } from 'kysely';
import { day } from '../base/clock.ts';
import { command, query } from '../base/db/query.ts';
import { paced } from '../base/jobs/paced.ts';
import type { Service } from '../base/service.ts';

/* Workspaces are counted in the background, one after the other: a list of them would otherwise read all that they have. */

const workspacesOfRound = 50;

const countedBefore = query(
  'workspace_sizes.next',
  (_db, p: { after: string; limit: number }) => sql<{ id: string; countedAt: number | null }>`
  select w.id as id, (select s.counted_at from workspace_sizes s where s.workspace_id = w.id) as "countedAt"
  from workspaces w where w.id > ${p.after} order by w.id limit ${p.limit}`,
);

/** A sum over an index. */
const bytesOf = query(
  'workspace_sizes.bytes',
  (_db, p: { workspaceId: string }) => sql<{ bytes: number }>`
  select cast(coalesce(sum(size), 0) as bigint) as bytes from attachments where workspace_id = ${p.workspaceId}`,
);

/** The cards are those that the blocks of lists count; the last change is the newest in the log, which has the last month. */
const count = command(
  'workspace_sizes.count',
  (_db, p: { workspaceId: string; bytes: number; now: number }) => sql<never>`
  insert into workspace_sizes (workspace_id, members, boards, cards, bytes, changed_at, counted_at)
  select cast(${p.workspaceId} as text),
    (select count(*) from members m where m.workspace_id = ${p.workspaceId} and m.status = 'active'),
    (select count(*) from boards b where b.workspace_id = ${p.workspaceId} and b.deleted_at is null),
    (select cast(coalesce(sum(k.cards), 0) as bigint) from card_blocks k where k.workspace_id = ${p.workspaceId}),
    ${p.bytes},
    (select c.created_at from changes c where c.workspace_id = ${p.workspaceId} order by c.position desc limit 1),
    ${p.now}
  from workspaces w where w.id = ${p.workspaceId}
  on conflict (workspace_id) do update set members = excluded.members, boards = excluded.boards, cards = excluded.cards,
    bytes = excluded.bytes, changed_at = excluded.changed_at, counted_at = excluded.counted_at`,
);

/** Returns the job: each round goes on where the last one ended, and counts what was not counted for a day. */
export function countSizes({
  db,
  maintain,
  clock,
  stopping,
}: Pick<Service, 'db' | 'maintain' | 'clock' | 'stopping'>) {
  let after = '';
  return async (): Promise<void> => {
    const found = await db.all(countedBefore, { after, limit: workspacesOfRound });
    after = found.length < workspacesOfRound ? '' : (found.at(-1)?.id ?? '');
    const before = clock.now() - day;
    for (const { id: workspaceId, countedAt } of found) {
      // A time ahead is of a clock that was wrong.
      if (stopping.aborted) return;
      if (countedAt !== null && countedAt > before && countedAt <= clock.now()) continue;
      const { bytes = 0 } = (await paced(() => db.first(bytesOf, { workspaceId }))) ?? {};
      await paced(() => maintain((tx) => tx.run(count, { workspaceId, bytes, now: clock.now() })));
    }
  };
}
