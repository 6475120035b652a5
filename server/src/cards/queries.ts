import { type RawBuilder, sql } from 'kysely';
import { attachmentsJson } from '../attachments/shapes.ts';
import { activityJoins, activityJson } from '../changes/activity.ts';
import { checklistsJson } from '../checklists/shapes.ts';
import type { Functions } from '../db/functions.ts';
import { query } from '../db/query.ts';
import { boardLabelsJson, cardLabelsJson } from '../labels/shapes.ts';
import { cardMembersJson, workspaceMembersJson } from '../members/shapes.ts';

/** How many activities a card carries; the feed has all of them. */
const newestActivities = 50;

/** A card with all that hangs on it; the structured parts are JSON texts, to be sent as they are. */
export interface CardRead {
  id: string;
  title: string;
  description: string | null;
  number: number;
  index: number;
  dueAt: number | null;
  createdBy: string;
  labels: string;
  /** Without their download addresses. */
  attachments: string;
  checklists: string;
  list: string;
  members: string;
  activities: string;
}

/** A card as one statement, whatever hangs on it (E2). */
export const cardRead = query(
  'cards.read',
  (_db, p: { workspaceId: string; id: string; showEmails: boolean }, fn) => sql<CardRead>`
  select c.id as id, c.title as title, c.description as description, c.number as number,
    ${cardIndex('c')} as "index", c.due_at as "dueAt", c.created_by as "createdBy",
    ${cardLabelsJson(fn, 'c')} as labels,
    ${attachmentsJson(fn, 'c')} as attachments,
    ${checklistsJson(fn, 'c')} as checklists,
    ${listInBoard(fn)} as list,
    ${cardMembersJson(fn, 'c', 'v.show_emails')} as members,
    ${fn.list(
      activityJson(fn, 'card', sql`v.show_emails`),
      sql`from (
        select * from activities where workspace_id = c.workspace_id and card_id = c.id
        order by created_at desc limit ${sql.lit(newestActivities)}
      ) a ${activityJoins}`,
      'a.created_at desc',
    )} as activities
  from cards c
  join lists l on l.workspace_id = c.workspace_id and l.id = c.list_id
  join boards b on b.workspace_id = c.workspace_id and b.id = c.board_id
  join workspaces w on w.id = c.workspace_id
  cross join (select cast(${p.showEmails} as bigint) as show_emails) v
  where c.workspace_id = ${p.workspaceId} and c.id = ${p.id}`,
);

/** The number of live cards before card `card` of the query around it. */
export const cardIndex = (card: string): RawBuilder<number> =>
  sql.raw(`(select count(*) from cards o where o.workspace_id = ${card}.workspace_id and o.list_id = ${card}.list_id
    and o.position < ${card}.position and o.archived_at is null and o.deleted_at is null)`);

const listInBoard = (fn: Functions) =>
  fn.object({
    publicId: 'l.id',
    name: 'l.name',
    board: fn.object({
      publicId: 'b.id',
      name: 'b.name',
      labels: boardLabelsJson(fn, 'b'),
      lists: fn.list(
        fn.object({ publicId: 's.id', name: 's.name' }),
        sql`from lists s where s.workspace_id = b.workspace_id and s.board_id = b.id and s.deleted_at is null`,
        's.position',
      ),
      workspace: fn.object({
        publicId: 'w.id',
        cardPrefix: 'w.card_prefix',
        members: workspaceMembersJson(fn, 'w.id', 'v.show_emails'),
      }),
    }),
  });
