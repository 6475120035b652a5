import { sql } from 'kysely';
import { cannotSee, seesBoard } from '../../base/access/board-permissions.ts';
import type { Functions, Piece } from '../../base/db/functions.ts';
import { passingOn } from '../../base/db/pass-on.ts';
import { command, query } from '../../base/db/query.ts';
import { insertRows, updateRow } from '../../base/db/statements.ts';
import { cardLabels, cards } from './tables.ts';

/*
 * Statements by which other domains write cards and their labels and members. Each inserts many rows, so a copy or an import
 * needs only a few, however large it is.
 */

export const insertCards = insertRows('cards.insertMany', cards, ['workspace_id', 'board_id']);
/** Records that a card was changed without an activity. */
export const touchCard = updateRow('cards.touch', cards, ['touched_at']);

export const insertCardLabels = insertRows('card_labels.insertRows', cardLabels, [
  'workspace_id',
  'board_id',
]);

interface Assigned {
  workspaceId: string;
  boardId: string;
  rows: { cardId: string; memberId: string }[];
}

/** Members who cannot see the board are left out. */
export const insertCardMembers = command(
  'card_members.insertRows',
  (_db, p: Assigned, fn) => sql`
  insert into card_members (workspace_id, card_id, member_id)
  select ${p.workspaceId}, x."cardId", m.id
  from ${fn.rows(p.rows, { cardId: 'text', memberId: 'text' })} x
  ${fn.row({ table: 'members', as: 'm', workspaceId: p.workspaceId, id: 'x."memberId"' })}
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
  where ${seesBoard('b', p.workspaceId)}`,
);

/** Max rows deleted by one statement, if very many cards may be affected; other requests get a turn between two. */
export const takenAtOnce = 500;

/** Takes a label off up to `takenAtOnce` cards. */
export const takeOffLabel = command(
  'card_labels.takeOff',
  (_db, p: { workspaceId: string; boardId: string; id: string }, fn) => sql<{ id: string }>`
  delete from card_labels where workspace_id = ${p.workspaceId} and ${fn.isOneOf(
    'workspace_id, card_id, label_id',
    sql`from card_labels x
      where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId} and x.label_id = ${p.id}
      limit ${sql.lit(takenAtOnce)}`,
  )} returning card_id as id`,
);

/** Whether a card is among up to `takenAtOnce` that have a value of a field. */
const hasValue = (fn: Functions, p: { workspaceId: string; fieldId: string }, value: Piece): Piece =>
  fn.isIn(
    'id',
    sql`(select x.card_id from field_values x
      where x.workspace_id = ${p.workspaceId} and x.field_id = ${p.fieldId} and ${value}
      limit ${sql.lit(takenAtOnce)})`,
  );

/** Takes a field off up to `takenAtOnce` cards. */
export const takeOffField = command(
  'cards.takeOffField',
  (_db, p: { workspaceId: string; fieldId: string }, fn) => sql<{ id: string }>`
  update cards set field_values = ${fn.withoutMember('field_values', { name: p.fieldId })}
  where workspace_id = ${p.workspaceId} and ${hasValue(fn, p, sql`x.place = 0`)} returning id`,
);

/** Takes an option of a field off up to `takenAtOnce` cards. */
export const takeOffOption = command(
  'cards.takeOffOption',
  (_db, p: { workspaceId: string; fieldId: string; option: string }, fn) => sql<{ id: string }>`
  update cards set field_values = ${fn.withoutMember('field_values', { name: p.fieldId, element: p.option })}
  where workspace_id = ${p.workspaceId} and ${hasValue(fn, p, sql`x.text_value = ${p.option}`)} returning id`,
);

/** Those of some options of a field that cards have. */
export const chosenOptions = query(
  'cards.chosenOptions',
  (_db, p: { workspaceId: string; fieldId: string; options: readonly string[] }, fn) => sql<{
    option: string;
  }>`
  select distinct x.text_value as option from field_values x
  where x.workspace_id = ${p.workspaceId} and x.field_id = ${p.fieldId} and ${fn.isIn('x.text_value', fn.each(p.options))}`,
);

/** A field of which a member is the value on some card. */
export const someFieldOf = query(
  'cards.someFieldOf',
  (_db, p: { workspaceId: string; memberId: string }, fn) => sql<{ id: string }>`
  select x.field_id as id ${fn.lookUp({
    table: 'field_values',
    workspaceId: p.workspaceId,
    column: 'field_id',
    values: sql`(select id from fields where workspace_id = ${p.workspaceId} and type = 'person')`,
    only: sql`text_value = ${p.memberId}`,
  })} limit 1`,
);

/** Replaces a text that is the value of a field by another on up to `takenAtOnce` cards; neither needs escaping. */
export const replaceValue = command(
  'cards.replaceValue',
  (_db, p: { workspaceId: string; fieldId: string; was: string; is: string }, fn) => sql<{ id: string }>`
  update cards set field_values = replace(field_values,
    '"' || ${p.fieldId} || '":"' || ${p.was} || '"', '"' || ${p.fieldId} || '":"' || ${p.is} || '"')
  where workspace_id = ${p.workspaceId} and ${hasValue(fn, p, sql`x.text_value = ${p.was}`)} returning id`,
);

/** Takes a member off up to `takenAtOnce` cards. */
export const takeOffMember = command(
  'card_members.takeOff',
  (_db, p: { workspaceId: string; memberId: string }, fn) => sql<{ id: string }>`
  delete from card_members where workspace_id = ${p.workspaceId} and ${fn.isOneOf(
    'workspace_id, card_id, member_id',
    sql`from card_members x where x.workspace_id = ${p.workspaceId} and x.member_id = ${p.memberId}
      limit ${sql.lit(takenAtOnce)}`,
  )} returning card_id as id`,
);

/** Takes a member off up to `takenAtOnce` cards of a board. */
export const takeOffMemberOnBoard = command(
  'card_members.takeOffOnBoard',
  (_db, p: { workspaceId: string; boardId: string; memberId: string }, fn) => sql<{ id: string }>`
  delete from card_members where workspace_id = ${p.workspaceId} and ${fn.isOneOf(
    'workspace_id, card_id, member_id',
    sql`from card_members x ${fn.row({ table: 'cards', as: 'c', workspaceId: p.workspaceId, id: 'x.card_id' })}
      where x.workspace_id = ${p.workspaceId} and x.member_id = ${p.memberId} and c.board_id = ${p.boardId}
      limit ${sql.lit(takenAtOnce)}`,
  )} returning card_id as id`,
);

interface OnCard {
  cardId: string;
  memberId: string;
}

/** Members on cards of boards that they cannot see. */
export const unseenOnCards = query(
  'card_members.unseen',
  (_db, p: { workspaceId: string; memberIds: string[] }, fn) => sql<OnCard>`
  select x.card_id as "cardId", x.member_id as "memberId"
  from (select k.member_id, k.id as card_id, x.board_id ${fn.lookUp({
    table: 'cards',
    workspaceId: p.workspaceId,
    column: 'id',
    values: sql`(select x.card_id as id, x.member_id ${fn.lookUp({
      table: 'card_members',
      workspaceId: p.workspaceId,
      column: 'member_id',
      values: fn.ids(p.memberIds),
    })})`,
  })}) x
  join members m on m.workspace_id = ${p.workspaceId} and m.id = x.member_id
  where ${cannotSee(sql`x.board_id`, p.workspaceId)}`,
);

/** Takes members off cards, by the rows of `unseenOnCards`. */
export const takeOffUnseen = command(
  'card_members.takeOffUnseen',
  (_db, p: { workspaceId: string; rows: readonly OnCard[] }, fn) => sql`
  delete from card_members where workspace_id = ${p.workspaceId} and (card_id, member_id) in (
    select r."cardId", r."memberId" from ${fn.rows(p.rows, { cardId: 'text', memberId: 'text' })} r)`,
);

/** Takes some members off some cards. */
export const unassignMembers = command(
  'card_members.takeOffSome',
  (_db, p: { workspaceId: string; cardIds: string[]; memberIds: string[] }, fn) => sql`
  delete from card_members where workspace_id = ${p.workspaceId} and ${fn.isIn('card_id', fn.each(p.cardIds))}
    and ${fn.isIn('member_id', fn.each(p.memberIds))}`,
);

/** Takes members of an account off all their cards. */
export const takeOffMembers = command(
  'card_members.takeOffOfUser',
  (_db, p: { userId: string; memberIds: string[] }, fn) => sql`
  delete from card_members where (workspace_id, member_id) in (
    select workspace_id, id from members where user_id = ${p.userId} and ${fn.isIn('id', fn.each(p.memberIds))})`,
);

/** Sets the descriptions of cards that are still hidden. */
export const setDescriptions = command(
  'cards.setDescriptions',
  (_db, p: { workspaceId: string; rows: readonly { id: string; text: string }[] }, fn) => sql<never>`
  update cards set description = (
    select r.text from ${fn.rows(p.rows, { id: 'text', text: 'text' })} r where r.id = cards.id)
  where workspace_id = ${p.workspaceId}
    and ${fn.isIn('id', sql`(select r.id from ${fn.rows(p.rows, { id: 'text' })} r)`)}`,
);

export const passCards = passingOn('cards', 'id', { user: 'created_by' });

interface Passed {
  workspaceId: string;
  fromMember: string;
  toMember: string;
}

/** Assigns a member to the cards of another, if they see the board; `takeOffSome` then takes the other off. */
export const reassign = command(
  'card_members.putInPlaceOf',
  (_db, p: Passed & { cardIds: string[] }, fn) => sql<never>`
  insert into card_members (workspace_id, card_id, member_id)
  select ${p.workspaceId}, c.id, m.id
  from (select x.id, x.board_id ${fn.lookUp({
    table: 'cards',
    workspaceId: p.workspaceId,
    column: 'id',
    values: fn.ids(p.cardIds),
  })}) c
  ${fn.row({ table: 'boards', as: 'b', workspaceId: p.workspaceId, id: 'c.board_id' })}
  join members m on m.workspace_id = ${p.workspaceId} and m.id = ${p.toMember} and m.status <> 'removed'
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  where ${seesBoard('b', p.workspaceId)}
  on conflict do nothing`,
);

/** A batch of the cards that a member is on. */
export const someCardsOf = query(
  'card_members.someCardsOf',
  (_db, p: { workspaceId: string; memberId: string }) => sql<{ id: string }>`
  select card_id as id from card_members
  where workspace_id = ${p.workspaceId} and member_id = ${p.memberId} order by card_id limit 100`,
);
