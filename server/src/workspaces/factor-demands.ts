import { sql } from 'kysely';
import { hasSecondFactor } from '../base/access/policies.ts';
import type { Writing } from '../base/db/database.ts';
import { forget, remembered, rememberFirst, rememberInstead } from '../base/db/installation.ts';
import { command, query } from '../base/db/query.ts';
import { deleteRow } from '../base/db/statements.ts';
import { paced } from '../base/jobs/paced.ts';
import type { Service } from '../base/service.ts';
import { factorDemands } from '../data/workspaces/tables.ts';
import { noteEvents } from '../users/actions/security-log.ts';

/*
 * Whoever has no second factor is told as soon as a workspace or the installation demands one, before they stand at a closed door. A
 * slice of people is told together with storing the place after it: so each is told once for each demand, whatever crashes, and
 * nobody waits for all of them.
 */

/** People who are looked at in one transaction. */
const atOnce = 20;

/** Workspaces that are looked up at a time. */
const byTurns = 100;

interface OfWorkspace {
  workspaceId: string;
}

const begin = command(
  'factor_demands.begin',
  (_db, p: OfWorkspace) => sql<never>`
  insert into factor_demands (workspace_id, told_to) values (${p.workspaceId}, '')
  on conflict (workspace_id) do update set told_to = excluded.told_to`,
);

const end = deleteRow('factor_demands.end', factorDemands);

/** Has the members of a workspace told that a second factor is demanded now, or those who are left not told that it was. */
export const noteDemand = (tx: Writing, workspaceId: string, isDemanded: boolean): Promise<unknown> =>
  tx.run(isDemanded ? begin : end, { workspaceId });

interface Demand extends OfWorkspace {
  toldTo: string;
  /** Of the workspace; null while it is in the trash. */
  name: string | null;
}

const waiting = query(
  'factor_demands.waiting',
  (_db, p: { afterWorkspace: string; limit: number }) => sql<Demand>`
  select d.workspace_id as "workspaceId", d.told_to as "toldTo", (
    select w.name from workspaces w where w.id = d.workspace_id and w.deleted_at is null
  ) as name
  from factor_demands d where d.workspace_id > ${p.afterWorkspace} order by d.workspace_id limit ${p.limit}`,
);

type Place = Pick<Demand, 'workspaceId' | 'toldTo'>;

/** Returns nothing if another node has told these, or it is no longer demanded. */
const advance = command(
  'factor_demands.advance',
  (_db, p: Place & { to: string }) => sql<OfWorkspace>`
  update factor_demands set told_to = ${p.to} where workspace_id = ${p.workspaceId} and told_to = ${p.toldTo}
  returning workspace_id as "workspaceId"`,
);

const finish = command(
  'factor_demands.finish',
  (_db, p: Place) => sql<OfWorkspace>`
  delete from factor_demands where workspace_id = ${p.workspaceId} and told_to = ${p.toldTo}
  returning workspace_id as "workspaceId"`,
);

interface Person {
  id: string;
  userId: string | null;
  isConcerned: 0 | 1;
}

/** Whether the account `u` is one of a person who may sign in and has no second factor. */
const lacksFactor = sql<boolean>`u.disabled_at is null and u.deleted_at is null and u.bot_since is null
  and ${hasSecondFactor} = 0`;

// PostgreSQL takes a limit that it does not know for a tenth of the table, and would read all second factors.
const first = sql.lit(atOnce);

const someMembers = query(
  'factor_demands.someMembers',
  (_db, p: OfWorkspace & { after: string }) => sql<Person>`
  select m.id as id, u.id as "userId", case when m.status = 'active' and ${lacksFactor} then 1 else 0 end as "isConcerned"
  from (
    select id, user_id, status from members where workspace_id = ${p.workspaceId} and id > ${p.after} order by id limit ${first}
  ) m left join users u on u.id = m.user_id
  order by m.id`,
);

const someAccounts = query(
  'factor_demands.someAccounts',
  (_db, p: { after: string }) => sql<Person>`
  select u.id as id, u.id as "userId", case when ${lacksFactor} then 1 else 0 end as "isConcerned"
  from (select * from users where id > ${p.after} order by id limit ${first}) u
  order by u.id`,
);

/** The place after some people; null if they were the last. */
const placeAfter = (people: readonly Person[]): string | null =>
  people.length < atOnce ? null : (people.at(-1)?.id ?? null);

async function tell(tx: Writing, now: number, people: readonly Person[], workspace: string | null) {
  const userIds = people.flatMap(({ userId, isConcerned }) => (isConcerned === 1 && userId ? [userId] : []));
  const event = {
    type: 'secondFactor.demanded',
    ...(workspace === null ? {} : { detail: workspace }),
  } as const;
  await noteEvents({ tx, now }, userIds, event);
}

type Parts = Pick<Service, 'db' | 'maintain' | 'clock' | 'config' | 'stopping'>;

/** Returns the job that tells people of what is demanded, until all were told or the service stops. */
export function tellOfDemands(parts: Parts): () => Promise<void> {
  const { maintain, config } = parts;
  let isNoted = false;
  return async () => {
    // The setting is the same for as long as the process runs.
    if (!isNoted)
      await maintain((tx) =>
        config.demandsSecondFactor ? rememberFirst(tx, place, JSON.stringify('')) : forget(tx, place),
      );
    isNoted = true;
    await Promise.all([tellAccounts(parts), tellMembers(parts)]);
  };
}

/** Where the installation stores how far everyone was told, as JSON: the last account; null once all were. Nothing if it demands none. */
const place = 'factor-demand';

async function tellAccounts({ db, maintain, clock, stopping }: Parts): Promise<void> {
  while (!stopping.aborted) {
    const stored = (await remembered(db, place)) ?? 'null';
    const after = JSON.parse(stored) as string | null;
    if (after === null) return;
    const slice = async (tx: Writing) => {
      const people = await tx.all(someAccounts, { after });
      const isOurs = await rememberInstead(tx, place, stored, JSON.stringify(placeAfter(people)));
      if (isOurs) await tell(tx, clock.now(), people, null);
    };
    await paced(() => maintain(slice), { signal: stopping });
  }
}

/** Of all workspaces by turns, so that none waits for a large one. */
async function tellMembers({ db, maintain, clock, stopping }: Parts): Promise<void> {
  let isMore = false;
  for (let afterWorkspace = ''; !stopping.aborted; ) {
    const demands = await db.all(waiting, { afterWorkspace, limit: byTurns });
    for (const { name, ...of } of demands) {
      if (stopping.aborted) return;
      if (name === null) continue;
      isMore = true;
      const slice = async (tx: Writing) => {
        const people = await tx.all(someMembers, { workspaceId: of.workspaceId, after: of.toldTo });
        const to = placeAfter(people);
        const [ours] = await (to === null ? tx.run(finish, of) : tx.run(advance, { ...of, to }));
        if (ours) await tell(tx, clock.now(), people, name);
      };
      await paced(() => maintain(slice), { signal: stopping });
    }
    const last = demands.at(-1);
    if (!last && !isMore) return;
    if (!last) isMore = false;
    afterWorkspace = last?.workspaceId ?? '';
  }
}
