import { sql } from 'kysely';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import type { ChecklistName } from '../data/checklists/fragments.ts';
import { type ChildrenRead, parseChildren } from './children.ts';
import { type ChildJson, newestComments } from './children-json.ts';

/* The children of a card that has more of them than one read allows. */

/** The checklists of a card, in order. */
export function checklistNames(read: ChildrenRead, card: string): ChecklistName[] {
  const lines = parseChildren(read).checklists;
  const { from, to } = lines.on(card);
  return Array.from({ length: to - from }, (_, at) => ({
    id: lines.field(from + at, 'id'),
    name: lines.field(from + at, 'name'),
  }));
}

/** A placeholder for the checklists in the JSON of a card; it occurs in no JSON. */
const gap = '\u0000';

/** Checklists that are written separately, after the first part of their card. */
export const leftOut: ChildJson = { count: () => 0, json: () => gap };

/** The JSON of a card before and after its checklists. */
export function aroundChecklists(json: string): [before: string, after: string] {
  const at = json.indexOf(gap);
  return [json.slice(0, at), json.slice(at + gap.length)];
}

/** The ids of the newest comments of a card that has very many, and their total number. */
const manyComments = query(
  'reading.manyComments',
  (_db, p: { workspaceId: string; id: string; limit: number }, fn) => sql<{ count: number; newest: string }>`
  select
    (select count(*) from comments k
      where k.workspace_id = ${p.workspaceId} and k.card_id = ${p.id} and k.deleted_at is null) as count,
    ${fn.list(
      'x.id',
      sql`from (
        select k.id, k.created_at from comments k
        where k.workspace_id = ${p.workspaceId} and k.card_id = ${p.id} and k.deleted_at is null
        order by k.created_at desc, k.id desc limit ${p.limit}
      ) x`,
      'x.created_at, x.id',
    )} as newest`,
);

/** The comments of one card; reads only those that are sent. */
export async function commentsOn(db: Reading, workspaceId: string, id: string): Promise<ChildJson> {
  const many = await db.first(manyComments, { workspaceId, id, limit: newestComments });
  const newest = (JSON.parse(many?.newest ?? '[]') as string[]).map((each) => ({ publicId: each }));
  return { count: () => many?.count ?? 0, json: () => JSON.stringify(newest) };
}
