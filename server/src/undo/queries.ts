import { type RawBuilder, sql } from 'kysely';
import type { EventType } from '../../../contract/events.ts';
import { fieldColumns } from '../base/card-fields.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { camel } from '../base/db/table.ts';
import { storedItem } from '../data/checklists/stored-item.ts';

/** Whose steps on a board: those of a key or an undo, or all of a bot. */
export interface Session {
  workspaceId: string;
  boardId: string;
  /** The number of the key, or the id of an undo. */
  session: string | null;
  /** The account of a bot. */
  userId: string | null;
}

export interface StepRow {
  id: string;
  cardId: string | null;
  type: EventType;
  userId: string;
  name: string;
  at: number;
  bytes: number;
}

interface Wanted {
  workspaceId: string;
  boardId: string;
  /** Only of this card. */
  cardId: string | null;
  from: number;
  until: number;
  limit: number;
}

const steps = (p: Wanted, by: RawBuilder<unknown>) => sql<StepRow>`
  select s.id as id, s.card_id as "cardId", s.type as type, s.user_id as "userId", s.session_name as name,
    s.created_at as at, coalesce(octet_length(s.things), 0) as bytes
  from undo_steps s
  where s.workspace_id = ${p.workspaceId} and s.board_id = ${p.boardId} and ${by}
    and (cast(${p.cardId} as text) is null or s.card_id = ${p.cardId})
    and s.created_at between ${p.from} and ${p.until}
  order by s.created_at desc, s.id desc limit ${p.limit}`;

/** The steps of a key or an undo on a board, newest first. */
export const stepsOfSession = query('undo_steps.ofSession', (_db, p: Wanted & { session: string }) =>
  steps(p, sql`s.session = ${p.session}`),
);

/** The steps of a bot on a board, newest first. */
export const stepsOfUser = query('undo_steps.ofUser', (_db, p: Wanted & { userId: string }) =>
  steps(p, sql`s.user_id = ${p.userId}`),
);

interface Some {
  workspaceId: string;
  ids: readonly string[];
}

export const thingsOf = query(
  'undo_steps.things',
  (_db, p: Some, fn) => sql<{ id: string; things: string | null }>`
  select s.id as id, s.things as things from undo_steps s
  where s.workspace_id = ${p.workspaceId} and ${fn.isIn('s.id', fn.each(p.ids))}`,
);

/** A bot of the workspace, also one that was removed, by its id as a member. */
export const botAccount = query(
  'undo_steps.bot',
  (_db, p: { workspaceId: string; memberId: string }) => sql<{ userId: string; name: string | null }>`
  select u.id as "userId", u.name as name from members m
  join users u on u.id = m.user_id and u.bot_since is not null
  where m.workspace_id = ${p.workspaceId} and m.id = ${p.memberId}`,
);

const ofCards = (fn: Functions, p: Some, column: string) => fn.isIn(column, fn.each(p.ids));

export interface CardNow {
  id: string;
  listId: string;
  position: string;
  archivedAt: number | null;
  deletedAt: number | null;
  fieldValues: string | null;
  recurrence: string | null;
}

const columns = sql.join(
  Object.keys(fieldColumns).map((name) => sql`${sql.ref(`c.${name}`)} as ${sql.ref(camel(name))}`),
);

/** Cards that are still on a board: of one that was moved elsewhere, nothing is said here. */
export const cardsNow = query(
  'undo_steps.cards',
  (_db, p: Some & { boardId: string }, fn) => sql<CardNow & Record<string, string | number | null>>`
  select c.id as id, c.list_id as "listId", c.position as position, c.archived_at as "archivedAt",
    c.deleted_at as "deletedAt", ${columns}
  from cards c
  where c.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'c.id')} and c.board_id = ${p.boardId}`,
);

export const claimsNow = query(
  'undo_steps.claims',
  (_db, p: Some, fn) => sql<{ id: string; memberId: string; claimedAt: number }>`
  select o.card_id as id, o.member_id as "memberId", o.claimed_at as "claimedAt" from card_claims o
  where o.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'o.card_id')}`,
);

interface OnCard {
  cardId: string;
  id: string;
}

export const labelsNow = query(
  'undo_steps.labels',
  (_db, p: Some, fn) => sql<OnCard>`
  select x.card_id as "cardId", x.label_id as id from card_labels x
  where x.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'x.card_id')}`,
);

export const membersNow = query(
  'undo_steps.members',
  (_db, p: Some, fn) => sql<OnCard>`
  select x.card_id as "cardId", x.member_id as id from card_members x
  where x.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'x.card_id')}`,
);

export const commentsNow = query(
  'undo_steps.comments',
  (_db, p: Some, fn) => sql<{ id: string; comment: string; answerId: string | null }>`
  select x.id as id, x.comment as comment, x.answer_id as "answerId"
  from ${fn.ids(p.ids)} k ${fn.row({ table: 'comments', as: 'x', workspaceId: p.workspaceId, id: 'k.id' })}
    and x.deleted_at is null`,
);

export const checklistsNow = query(
  'undo_steps.checklists',
  (_db, p: Some, fn) => sql<{ id: string; cardId: string; name: string; position: string }>`
  select x.id as id, x.card_id as "cardId", x.name as name, x.position as position from checklists x
  where x.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'x.id')}`,
);

/** Items by their ids. */
export const itemsNow = query(
  'undo_steps.items',
  (_db, p: Some, fn) => sql<Record<string, string | number | null> & { id: string }>`
  select x.id as id, ${storedItem('x')} from checklist_items x
  where x.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'x.id')}`,
);

/** The items of checklists that may go. */
export const itemsOfChecklists = query(
  'undo_steps.itemsOfChecklists',
  (_db, p: Some, fn) => sql<{ id: string; checklistId: string }>`
  select x.id as id, x.checklist_id as "checklistId" from checklist_items x
  where x.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'x.checklist_id')}`,
);

/** Activities of a card that are looked through: one with more counts as touched by others. */
const lookedThrough = 2000;

/** Which of the cards that a session made have been touched by others. */
export const touchedByOthers = query('undo_steps.touched', (_db, p: Some & Session, fn) => {
  const newest = sql`from activities a where a.workspace_id = ${p.workspaceId} and a.card_id = c.id
      order by a.created_at desc limit`;
  const key = sql`coalesce(cast(${fn.member('o.api_key', 'id')} as text), '')`;
  const undo = sql`coalesce(cast(${fn.member('o.api_key', 'undo')} as text), '')`;
  return sql<{ id: string }>`
  select c.id as id from cards c
  where c.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'c.id')} and (exists (
    select 1 from (select a.user_id, a.api_key ${newest} ${sql.lit(lookedThrough)}) o
    where o.api_key is null or o.user_id <> coalesce(cast(${p.userId} as text), o.user_id)
      or coalesce(cast(${p.session} as text), ${key}) not in (${key}, ${undo})
  ) or exists (select 1 ${newest} 1 offset ${sql.lit(lookedThrough)}))`;
});

/** Cards of a board as replies name them. */
export const namedCards = query(
  'undo_steps.named',
  (_db, p: Some & { boardId: string }, fn) => sql<{ publicId: string; title: string; number: number }>`
  select c.id as "publicId", c.title as title, c.number as number from cards c
  where c.workspace_id = ${p.workspaceId} and ${ofCards(fn, p, 'c.id')} and c.board_id = ${p.boardId}
    and c.deleted_at is null`,
);
