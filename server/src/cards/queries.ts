import { type RawBuilder, sql } from 'kysely';
import { addressShown } from '../base/access/bots.ts';
import { type CardValues, fieldsOf } from '../base/card-fields.ts';
import {
  activityJoins,
  activityJson,
  bytesOfActivity,
  commentOfActivity,
  type Viewer,
  viewerRow,
} from '../base/changes/activity.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { attachmentsJson } from '../data/attachments/fragments.ts';
import { cardIndex } from '../data/cards/fragments.ts';
import { bytesOfItem, checklistsJson, itemsOnCard } from '../data/checklists/fragments.ts';
import { fieldsOfCardJson } from '../data/fields/fragments.ts';
import { boardLabelsJson, cardLabelsJson } from '../data/labels/fragments.ts';
import { cardMembersJson, membersShown, workspaceMembersJson } from '../data/members/fragments.ts';
import { relationFacts } from '../data/relations/fragments.ts';

/** Max activities that a card reply includes; the feed has all of them. */
const newestActivities = 100;

/** Max bytes of checklist items, activities and comments that are read with their card; those of a heavier card are streamed. */
const lightCard = 256 * 1024;

/** A card with all its children; the structured parts are JSON texts, sent unchanged. */
export interface CardRead extends CardValues {
  id: string;
  number: number;
  index: number;
  createdBy: string;
  completedBy: string | null;
  /** See `relationFacts`; null unless asked for. */
  relations: string | null;
  labels: string;
  /** Without their download addresses. */
  attachments: string;
  /** Its values of fields; null unless asked for. */
  fieldsWithNames: string | null;
  /** Null for a heavy card. */
  checklists: string | null;
  list: string;
  members: string;
  /** Null for a heavy card. */
  activities: string | null;
  /** For a heavy card: its checklists' names, and everything that the omitted parts depend on. */
  checklistNames: string | null;
  versions: string | null;
  people: string | null;
}

export interface CardAsked extends Viewer {
  workspaceId: string;
  id: string;
  /** Whether the members of its workspace are included. */
  withWorkspaceMembers: boolean;
  /** Whether items of checklists have when they are due and whose they are. */
  withWork: boolean;
}

/** A card in one statement, whatever its size (E2). */
export const cardRead = query(
  'cards.read',
  (_db, p: CardAsked, fn) => sql<CardRead>`
  with
    newest as materialized (
      select * from activities where workspace_id = ${p.workspaceId} and card_id = ${p.id}
      order by created_at desc limit ${sql.lit(newestActivities)}
    ),
    weight as materialized (
      select case when ${bytesOfItems(fn, p)} + ${bytesOfActivities(p)} > ${sql.lit(lightCard)} then 1 else 0 end as is_heavy
    )
  select c.id as id, ${sql.raw(fieldsOf('c'))}, c.number as number,
    ${cardIndex(p.workspaceId, 'c')} as "index", c.created_by as "createdBy", c.completed_by as "completedBy",
    case when cast(${p.withWork} as bigint) = 1 then ${relationFacts(fn, p.workspaceId, 'c')} end as relations,
    ${cardLabelsJson(fn, p.workspaceId, 'c')} as labels,
    ${attachmentsJson(fn, p.workspaceId, 'c')} as attachments,
    case when cast(${p.withWork} as bigint) = 1
      then ${fieldsOfCardJson(fn, p.workspaceId, 'c', sql`c.board_id`)} end as "fieldsWithNames",
    case when h.is_heavy = 1 then null when cast(${p.withWork} as bigint) = 1
      then ${checklistsJson(fn, p.workspaceId, 'c', sql`v.show_members = 1`)}
      else ${checklistsJson(fn, p.workspaceId, 'c')} end as checklists,
    ${listInBoard(fn, p)} as list,
    ${cardMembersJson(fn, p.workspaceId, 'c', 'v.show_emails', sql`v.show_members = 1`)} as members,
    case when h.is_heavy = 0 then ${fn.list(
      activityJson(fn, 'card'),
      sql`from newest a ${activityJoins(p.workspaceId)}`,
      // Clients show them as a history.
      'a.created_at',
    )} end as activities,
    case when h.is_heavy = 1 then ${fn.list(
      fn.object({ id: 'k.id', name: 'k.name' }),
      sql`from checklists k where k.workspace_id = ${p.workspaceId} and k.card_id = c.id`,
      'k.position',
    )} end as "checklistNames",
    case when h.is_heavy = 1 then ${version(p.workspaceId, sql`c.board_id`)} || '.' || ${version(p.workspaceId, sql`${p.workspaceId}`)} end
      as versions,
    case when h.is_heavy = 1 then ${fn.list(
      // A tag that depended on an email address would let readers who may not see it guess it.
      fn.object({
        id: 'u.id',
        name: 'u.name',
        email: sql`case when v.show_emails = 1 then ${addressShown('u.email')} end`,
      }),
      sql`from users u where u.id in (
        select n.user_id from newest n
        union select m.user_id from newest n
          join members m on m.workspace_id = ${p.workspaceId} and m.id = n.member_id
      )`,
      'u.id',
    )} end as people
  from cards c
  cross join weight h
  join lists l on l.workspace_id = ${p.workspaceId} and l.id = c.list_id
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = c.board_id
  join workspaces w on w.id = ${p.workspaceId}
  ${viewerRow(p)}
  where c.workspace_id = ${p.workspaceId} and c.id = ${p.id}`,
);

const bytesOfItems = (fn: Functions, p: { workspaceId: string; id: string }) =>
  sql`coalesce((select sum(${bytesOfItem}) ${itemsOnCard(fn, { workspaceId: p.workspaceId, cardId: p.id })}), 0)`;

const bytesOfActivities = (p: { workspaceId: string }) =>
  sql`coalesce((select sum(${bytesOfActivity}) from newest n ${commentOfActivity(p.workspaceId)}), 0)`;

const version = (workspaceId: string, id: RawBuilder<unknown>) => sql`cast(coalesce((
    select r.version from versions r where r.workspace_id = ${workspaceId} and r.id = ${id}
  ), 0) as text)`;

/** The times and sizes of the newest activities of a card, oldest first. */
export const newestSizes = query(
  'cards.newestSizes',
  (_db, p: { workspaceId: string; id: string }) => sql<{ at: number; size: number }>`
  select n.created_at as at, ${bytesOfActivity} as size from (
    select * from activities where workspace_id = ${p.workspaceId} and card_id = ${p.id}
    order by created_at desc limit ${sql.lit(newestActivities)}
  ) n ${commentOfActivity(p.workspaceId)}
  order by n.created_at`,
);

/** The activities of a card in a period, both ends included. */
export const activitiesBetween = query(
  'cards.activitiesBetween',
  (_db, p: Viewer & { workspaceId: string; id: string; from: number; to: number }, fn) => sql<{
    json: string;
  }>`
  select ${fn.list(
    activityJson(fn, 'card'),
    sql`from (
      select * from activities
      where workspace_id = ${p.workspaceId} and card_id = ${p.id} and created_at between ${p.from} and ${p.to}
    ) a ${activityJoins(p.workspaceId)} ${viewerRow(p)}`,
    'a.created_at',
  )} as json`,
);

const listInBoard = (fn: Functions, { workspaceId, withWorkspaceMembers }: CardAsked) =>
  fn.object({
    publicId: 'l.id',
    name: 'l.name',
    board: fn.object({
      publicId: 'b.id',
      name: 'b.name',
      labels: boardLabelsJson(fn, workspaceId, 'b'),
      lists: fn.list(
        fn.object({ publicId: 's.id', name: 's.name' }),
        sql`from lists s where s.workspace_id = ${workspaceId} and s.board_id = b.id and s.deleted_at is null
          and s.archived_at is null and v.show_lists = 1`,
        's.position',
      ),
      workspace: fn.object({
        publicId: 'w.id',
        cardPrefix: 'w.card_prefix',
        members: workspaceMembersJson(
          fn,
          workspaceId,
          'v.show_emails',
          sql`cast(${withWorkspaceMembers} as bigint) = 1 and ${membersShown(workspaceId)}`,
        ),
      }),
    }),
  });
