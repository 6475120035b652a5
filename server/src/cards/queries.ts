import { type RawBuilder, sql } from 'kysely';
import type { PermissionMask } from '../../../contract/permissions.ts';
import { heldBySeat, heldInWorkspace, isHeld } from '../base/access/board-permissions.ts';
import { type CardValues, jsonIn, selectFields } from '../base/card-fields.ts';
import {
  activityJoins,
  activityJson,
  bytesOfActivity,
  commentOfActivity,
  type Viewer,
  viewerRow,
} from '../base/changes/activity.ts';
import { afterAllTime } from '../base/clock.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { attachmentsJson } from '../data/attachments/fragments.ts';
import { cardIndex, type DueRange, isCompleted, isDue } from '../data/cards/fragments.ts';
import { checklistsJson, itemsOnCard } from '../data/checklists/fragments.ts';
import { boardLabelsJson, cardLabelsJson } from '../data/labels/fragments.ts';
import { cardMembersJson, membersShown, workspaceMembersJson } from '../data/members/fragments.ts';

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
  labels: string;
  /** Without their download addresses. */
  attachments: string;
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
  select c.id as id, ${selectFields('c')}, c.number as number,
    ${cardIndex(p.workspaceId, 'c')} as "index", c.created_by as "createdBy", c.completed_by as "completedBy",
    ${cardLabelsJson(fn, p.workspaceId, 'c')} as labels,
    ${attachmentsJson(fn, p.workspaceId, 'c')} as attachments,
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
      fn.object({ id: 'u.id', name: 'u.name', email: sql`case when v.show_emails = 1 then u.email end` }),
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
  sql`coalesce((select sum(octet_length(x.title)) ${itemsOnCard(fn, { workspaceId: p.workspaceId, cardId: p.id })}), 0)`;

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

interface MyCards {
  userId: string;
  /** The permissions of the credential, and the only workspace it opens; null opens all. */
  mask: PermissionMask;
  openWorkspaceId: string | null;
  /** Only cards of this workspace; null for all. */
  workspaceId: string | null;
  due: DueRange[] | null;
  isCompleted: 0 | 1 | null;
  /** Only cards after this one, given by its due time and its id. */
  at: number;
  id: string;
  limit: number;
}

/** A card as JSON, with the parts of the cursor after it. */
interface MyCard {
  json: string;
  at: number;
  id: string;
}

/** Cards without a due date come last. */
const dueOrNever = sql`coalesce(c.due_at, ${sql.lit(afterAllTime)})`;

/**
 * The live cards of live boards that a user is on and may view, the next due first. It starts from the user's card
 * memberships and the items that are theirs: other cards of a workspace are not read, and at most one page is read in full.
 */
export const myCards = query(
  'cards.mine',
  (_db, p: MyCards, fn) => sql<MyCard>`
  with seats as materialized (
    select m.workspace_id, m.id, r.level, ${heldInWorkspace} as permissions, w.show_emails_to_members
    from members m
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
    where m.user_id = ${p.userId} and m.status = 'active'
      and (cast(${p.openWorkspaceId} as text) is null or m.workspace_id = ${p.openWorkspaceId})
      and (cast(${p.workspaceId} as text) is null or m.workspace_id = ${p.workspaceId})
  ), on_cards as materialized (
    select seat.workspace_id, seat.id as member_id, cm.card_id
    from seats seat cross join card_members cm
    where cm.workspace_id = seat.workspace_id and cm.member_id = seat.id
    union select seat.workspace_id, seat.id, k.card_id
    from seats seat cross join checklist_items i
    ${fn.row({ table: 'checklists', as: 'k', workspaceId: sql.ref('i.workspace_id'), id: 'i.checklist_id' })}
    where i.workspace_id = seat.workspace_id and i.member_id = seat.id and i.completed = 0
  ), mine as materialized (
    select seat.workspace_id, seat.member_id, c.id, c.board_id, c.list_id, ${dueOrNever} as at
    from on_cards seat
    ${fn.row({ table: 'cards', as: 'c', workspaceId: sql.ref('seat.workspace_id'), id: 'seat.card_id' })}
    where c.archived_at is null and c.deleted_at is null
      and ${isDue(fn, p.due, 'c')} and ${isCompleted(p.isCompleted, 'c')}
      and (${dueOrNever}, c.id) > (cast(${p.at} as bigint), cast(${p.id} as text))
  ), page as materialized (
    select mine.workspace_id, mine.id, mine.at,
      case when seat.show_emails_to_members = 1 or ${isHeld(sql`seat.permissions`, p.mask, 'member:edit')} then 1 else 0 end as show_emails,
      case when ${isHeld(heldBySeat, p.mask, 'member:view')} then 1 else 0 end as show_members
    from mine cross join seats seat
    ${fn.row({ table: 'lists', as: 'l', workspaceId: sql.ref('mine.workspace_id'), id: 'mine.list_id' })}
    ${fn.row({ table: 'boards', as: 'b', workspaceId: sql.ref('mine.workspace_id'), id: 'mine.board_id' })}
    left join board_members bm on bm.workspace_id = seat.workspace_id and bm.board_id = b.id and bm.member_id = seat.id
    left join roles br on br.workspace_id = seat.workspace_id and br.id = bm.role_id
    where seat.workspace_id = mine.workspace_id and seat.id = mine.member_id
      and l.archived_at is null and l.deleted_at is null and b.type = 'regular' and b.archived_at is null and b.deleted_at is null and ${isHeld(heldBySeat, p.mask, 'card:view')}
    order by mine.at, mine.id limit ${p.limit}
  )
  select ${fn.object({
    publicId: 'c.id',
    ...jsonIn(fn, 'mine', 'c'),
    cardNumber: 'c.number',
    labels: cardLabelsJson(fn, sql.ref('c.workspace_id'), 'c'),
    members: cardMembersJson(fn, sql.ref('c.workspace_id'), 'c', 'p.show_emails', sql`p.show_members = 1`),
    list: fn.object({ publicId: 'l.id', name: 'l.name' }),
    board: fn.object({ publicId: 'b.id', name: 'b.name' }),
    workspace: fn.object({ publicId: 'w.id', name: 'w.name', cardPrefix: 'w.card_prefix' }),
  })} as json, p.at as at, p.id as id
  from page p cross join workspaces w cross join cards c cross join lists l cross join boards b
  where w.id = p.workspace_id and c.workspace_id = p.workspace_id and c.id = p.id
    and l.workspace_id = c.workspace_id and l.id = c.list_id and b.workspace_id = c.workspace_id and b.id = c.board_id
  order by p.at, p.id`,
);
