import { sql } from 'kysely';
import type { FieldThen } from '../../../contract/field-shapes.ts';
import type { KeyName } from '../base/access/actor.ts';
import type { ListThen } from '../base/changes/activity.ts';
import type { Reading } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';
import { allColumns } from '../base/db/statements.ts';
import { rules } from '../data/rules/tables.ts';
import type { RuleRow } from './queries.ts';
import type { Detail } from './triggers.ts';

/* The change log, as rules read it. */

/** Workspaces whose rules wait for changes, and have not seen all of them. Without rules that wait, it reads nothing. */
export const behind = query(
  'rule_positions.behind',
  (_db, p: { after: string; limit: number }) => sql<{
    workspaceId: string;
    position: number | null;
    reached: number;
  }>`
  with recursive each (workspace_id) as (
    select min(workspace_id) from rules where listens = 1 and workspace_id > ${p.after}
    union all
    select (select min(r.workspace_id) from rules r where r.listens = 1 and r.workspace_id > each.workspace_id)
    from each where each.workspace_id is not null
  ),
  next as materialized (select workspace_id from each where workspace_id is not null limit ${p.limit})
  select n.workspace_id as "workspaceId", s.position as position, v.position as reached
  from next n
  join versions v on v.workspace_id = n.workspace_id and v.id = n.workspace_id
  left join rule_positions s on s.workspace_id = n.workspace_id
  order by n.workspace_id`,
);

export interface Entry {
  position: number;
  type: string;
  boardId: string | null;
  cardId: string | null;
  subjectId: string | null;
  apiKey: string | null;
  createdAt: number;
}

export const entriesAfter = query(
  'rules.entriesAfter',
  (_db, p: { workspaceId: string; position: number; limit: number }) => sql<Entry>`
  select c.position as position, c.type as type, c.board_id as "boardId", c.card_id as "cardId",
    c.subject_id as "subjectId", c.api_key as "apiKey", c.created_at as "createdAt"
  from changes c where c.workspace_id = ${p.workspaceId} and c.position > ${p.position} order by c.position limit ${p.limit}`,
);

export const reachTo = command(
  'rule_positions.reach',
  (_db, p: { workspaceId: string; position: number }) => sql<never>`
  insert into rule_positions (workspace_id, position) values (${p.workspaceId}, ${p.position})
  on conflict (workspace_id) do update set position = excluded.position
  where rule_positions.position < excluded.position`,
);

/** The rules of some boards that wait for changes, in order; those of boards and workspaces in the trash wait for nothing. */
export const listening = query(
  'rules.listening',
  (_db, p: { workspaceId: string; boardIds: readonly string[] }, fn) => sql<RuleRow>`
  with found as materialized (
    select x.*
    ${fn.lookUp({
      table: 'rules',
      workspaceId: p.workspaceId,
      column: 'board_id',
      values: fn.ids(p.boardIds),
      only: sql`listens = 1`,
    })}
  )
  select ${allColumns(rules, 'f')} from found f
  ${fn.row({ table: 'boards', as: 'b', workspaceId: p.workspaceId, id: 'f.board_id' })}
  join workspaces w on w.id = ${p.workspaceId} and w.deleted_at is null
  where b.deleted_at is null
  order by f.place, f.id`,
);

/** Depths are in the key of what rules did. */
export function depthOf({ apiKey }: Entry): number {
  if (apiKey === null) return 0;
  return (JSON.parse(apiKey) as KeyName).depth ?? 0;
}

/** Entries before or after one that are asked whether they are about the same card. */
const mostAsked = 500;

const activities = query(
  'rules.activities',
  (_db, p: { workspaceId: string; cardId: string; type: string; since: number; limit: number }) => sql<{
    toList: string | null;
    change: string | null;
  }>`
  select a.to_list as "toList", a.change as change from activities a
  where a.workspace_id = ${p.workspaceId} and a.card_id = ${p.cardId} and a.created_at >= ${p.since} and a.type = ${p.type}
  order by a.created_at limit ${p.limit}`,
);

/** How many entries before one are like it, in the same change. A turn may begin in the middle of a change, so they are read. */
const earlierLike = query(
  'rules.earlierLike',
  (_db, p: { workspaceId: string; cardId: string; type: string; position: number; at: number }) => sql<{
    count: number;
  }>`
  select count(*) as count from changes c
  where c.workspace_id = ${p.workspaceId} and c.position < ${p.position}
    and c.position >= cast(${p.position} as bigint) - ${sql.lit(mostAsked)}
    and c.card_id = ${p.cardId} and c.type = ${p.type} and c.created_at = ${p.at}`,
);

/** What the activity of an entry says. */
export async function detailOf(
  db: Reading,
  workspaceId: string,
  { position, cardId: id, type, createdAt }: Entry,
): Promise<Detail | undefined> {
  const of = { workspaceId, cardId: id ?? '', type };
  const before = await db.first(earlierLike, { ...of, position, at: createdAt });
  const earlier = Number(before?.count ?? 0);
  const asked = { ...of, since: createdAt, limit: earlier + 1 };
  const found = (await db.all(activities, asked))[earlier];
  if (!found) return undefined;
  const { from, to } = (found.change === null ? {} : JSON.parse(found.change)) as {
    from?: FieldThen[];
    to?: FieldThen[];
  };
  return {
    toList: found.toList === null ? null : (JSON.parse(found.toList) as ListThen).publicId,
    fields: [...(from ?? []), ...(to ?? [])].map(({ publicId }) => publicId),
  };
}

/** Whether a card has items and all are completed, and none of them was completed after a position. */
const allDone = query(
  'rules.itemsDone',
  (_db, p: { workspaceId: string; cardId: string; position: number; until: number }) => sql<{ done: number }>`
  select case when count(*) > 0 and min(i.completed) = 1 and not exists (
      select 1 from changes c
      where c.workspace_id = ${p.workspaceId} and c.position > ${p.position} and c.position <= ${p.until}
        and c.card_id = ${p.cardId} and c.type = 'card.updated.checklist.item.completed') then 1 else 0 end as done
  from checklists k
  cross join checklist_items i
  where k.workspace_id = ${p.workspaceId} and k.card_id = ${p.cardId}
    and i.workspace_id = ${p.workspaceId} and i.checklist_id = k.id`,
);

export async function isAllDone(
  db: Reading,
  workspaceId: string,
  { cardId, position }: Entry,
): Promise<boolean> {
  const asked = { workspaceId, cardId: cardId ?? '', position, until: position + mostAsked };
  return Number((await db.first(allDone, asked))?.done ?? 0) === 1;
}
