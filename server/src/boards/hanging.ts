import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../base/db/functions.ts';
import { type Lines, linesIn } from '../base/db/keys.ts';
import { label } from '../data/labels/fragments.ts';
import { cardMember } from '../data/members/fragments.ts';

/*
 * What hangs on cards: each table is read once for many cards, and put together here. Looked up card by card it takes
 * twice as long on SQLite, and three times on PostgreSQL.
 */

/** Which cards, and what the caller may see of them. */
export interface OfHanging {
  workspaceId: string;
  boardId: string;
  showMembers: boolean;
  showEmails: boolean;
  /** Rows of one table, and comments, that are read at the most. */
  mostRows: number;
  mostComments: number;
  /** Bytes of titles of checklist items; where there are more, no item is read. */
  mostItems: number;
}

/** Rows of one table that are read at once; what has more is read in halves. */
const enough = 3000;

/** Bytes of checklist items that are read at once. */
const enoughItems = 128 * 1024;

/** One more says that there are more. */
export const bounded = { mostRows: enough + 1, mostComments: enough + 1, mostItems: enoughItems };

/** For one card that has more than is read at once: more than can hang on it; its comments and items are read by themselves. */
export const unbounded = { mostRows: 1_000_000, mostComments: 0, mostItems: -1 };

/** Ids of comments that a card carries; it counts all of them. */
export const newestComments = 100;

export interface HangingRead {
  /** Keys: the card, by what it orders, the id. */
  cardLabels: string;
  cardMembers: string;
  attachments: string;
  comments: string;
  /** The labels of the board and the members on the cards, whole. */
  boardLabels: string;
  people: string;
  /** Lines: the card, the id, the name. */
  checklists: string;
  /** Lines: the checklist, the id, whether it is completed, the title. */
  items: string;
  /** Bytes of their titles, also where they are not read. */
  itemBytes: number;
}

/** The keys of some rows of a table that hangs on cards. */
const keysOn = (fn: Functions, order: string, id: string, rows: RawBuilder<unknown>, most: number) =>
  fn.keys(
    ['x.card_id', 'x.ordered', 'x.id'],
    sql`from (
    select x.card_id, ${sql.raw(order)} as ordered, x.${sql.raw(id)} as id ${rows} limit ${most}
  ) x`,
  );

const onCards = (
  fn: Functions,
  p: OfHanging,
  table: string,
  only?: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  fn.lookUp({ table, workspaceId: p.workspaceId, column: 'card_id', values: sql`ids`, only });

/**
 * Tables of a statement that `hangingColumns` go by; before them it has `ids`, a table of the cards' `id`, and
 * `labels_on_board`, which `labelsOnBoard` makes.
 */
export const hangingTables = (fn: Functions, p: OfHanging): RawBuilder<unknown> => sql`
  on_cards as materialized (
    select x.card_id, x.member_id ${onCards(fn, p, 'card_members')} and cast(${p.showMembers} as bigint) = 1
    limit ${p.mostRows}
  ),
  lists_on_cards as materialized (
    select x.card_id, x.id, x.name, x.position ${onCards(fn, p, 'checklists')} limit ${p.mostRows}
  ),
  items_on_cards as materialized (
    select x.checklist_id, x.id, x.completed, x.title, x.position ${fn.lookUp({
      table: 'checklist_items',
      workspaceId: p.workspaceId,
      column: 'checklist_id',
      values: sql`lists_on_cards`,
    })} limit ${p.mostRows}
  ),
  item_bytes as materialized (select coalesce(sum(octet_length(title)), 0) as bytes from items_on_cards)`;

/** Labels on a card, on an average, up to which all those of a board are read for all its cards. */
const usualLabels = 4;

/**
 * What is on the cards of a board by the index of boards takes a fifth of what it takes card by card. There may be more
 * on cards of the archive: then the table has as many rows as are read at the most, and stands for nothing.
 */
export const labelsOnBoard = (p: OfHanging, isWhole: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  labels_on_board as materialized (
    select x.card_id, x.label_id from card_labels x
    where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId}
    limit (select case when ${isWhole} then ${sql.lit(usualLabels)} * count(*) else 0 end from ids)
  )`;

const allLabels = sql`(select count(*) from labels_on_board) between 1 and (
  select ${sql.lit(usualLabels)} * count(*) - 1 from ids)`;

export const hangingColumns = (fn: Functions, p: OfHanging): RawBuilder<HangingRead> => sql`
  case when ${allLabels} then ${keysOn(fn, '0', 'label_id', sql`from labels_on_board x`, p.mostRows)}
    else ${keysOn(fn, '0', 'label_id', onCards(fn, p, 'card_labels'), p.mostRows)} end as "cardLabels",
  ${keysOn(fn, '0', 'member_id', sql`from on_cards x`, p.mostRows)} as "cardMembers",
  ${keysOn(fn, 'x.created_at', 'id', onCards(fn, p, 'attachments'), p.mostRows)} as attachments,
  ${keysOn(fn, 'x.created_at', 'id', onCards(fn, p, 'comments', sql`deleted_at is null`), p.mostComments)}
    as comments,
  ${fn.list(label(fn), sql`from labels n where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId} and n.deleted_at is null`, 'n.id')}
    as "boardLabels",
  ${fn.list(
    cardMember(fn, 'm.show_emails'),
    sql`from (
      select x.id, x.email, x.user_id, cast(${p.showEmails} as bigint) as show_emails ${fn.lookUp({
        table: 'members',
        workspaceId: p.workspaceId,
        column: 'id',
        values: sql`(select distinct member_id as id from on_cards)`,
      })}
    ) m left join users u on u.id = m.user_id`,
    'm.id',
  )} as people,
  ${fn.lines(
    ['x.card_id', 'x.id', fn.quoted('x.name')],
    sql`from (select * from lists_on_cards order by card_id, position) x`,
  )} as checklists,
  ${fn.lines(
    ['x.checklist_id', 'x.id', 'x.completed', fn.quoted('x.title')],
    sql`from (
      select * from items_on_cards where (select bytes from item_bytes) <= ${p.mostItems}
      order by checklist_id, position
    ) x`,
  )} as items,
  (select bytes from item_bytes) as "itemBytes"`;

/** What hangs on cards. */
export interface Hanging {
  labels: Of;
  members: Of;
  checklists: Of;
  attachments: Of;
  comments: Of;
}

/** How much of a kind hangs on a card, and its JSON: a list. */
export interface Of {
  count: (card: string) => number;
  json: (card: string) => string;
}

/** What hangs on cards; undefined where that was more than is read at once. */
export function hangingIn(read: HangingRead, isBounded: boolean): Hanging | undefined {
  const [labels, members] = [keysIn(read.cardLabels), keysIn(read.cardMembers)];
  const [attachments, comments] = [keysIn(read.attachments), keysIn(read.comments)];
  const [checklists, items] = [linesIn(read.checklists, 3), linesIn(read.items, 4)];
  const most = Math.max(
    ...[labels, members, attachments, comments, checklists, items].map(({ rows }) => rows),
  );
  if (isBounded && (most > enough || Number(read.itemBytes) > enoughItems)) return undefined;
  return {
    labels: among(labels, jsonById(read.boardLabels)),
    members: among(members, jsonById(read.people)),
    checklists: checklistsOn(checklists, items),
    attachments: named(attachments),
    comments: named(comments),
  };
}

/*
 * JSON is written here as text, piece by piece: to make objects of everything only to write them as JSON takes three
 * times as long. Ids have nothing in them that would have to be escaped, and texts come as JSON.
 */

/** Those of some texts that the ids on a card stand for. */
const among = ({ on }: Keys, texts: Map<string, string>): Of => ({
  count: (card) => on(card).length,
  json(card) {
    let list = '';
    for (const { id } of on(card)) {
      const text = texts.get(id);
      if (text !== undefined) list += list === '' ? text : `,${text}`;
    }
    return `[${list}]`;
  },
});

const jsonById = (list: string): Map<string, string> =>
  new Map((JSON.parse(list) as { publicId: string }[]).map((each) => [each.publicId, JSON.stringify(each)]));

/** The ids on a card as objects, of a great many the newest. */
const named = ({ on }: Keys): Of => ({
  count: (card) => on(card).length,
  json(card) {
    const keys = on(card);
    if (keys.length === 0) return '[]';
    let list = '';
    for (let at = Math.max(0, keys.length - newestComments); at < keys.length; at++) {
      list += `${list === '' ? '' : '"},{"publicId":"'}${keys[at]?.id}`;
    }
    return `[{"publicId":"${list}"}]`;
  },
});

const checklistsOn = (checklists: Lines, items: Lines): Of => ({
  count: (card) => checklists.on(card).count,
  json(card) {
    const { from, count } = checklists.on(card);
    let list = '';
    for (let index = 0; index < count; index++) {
      const id = checklists.field(from + index, 1);
      const name = checklists.field(from + index, 2);
      list += `${index === 0 ? '' : ','}{"publicId":"${id}","name":${name},"index":${index},"items":${itemsOn(items, id)}}`;
    }
    return `[${list}]`;
  },
});

function itemsOn(items: Lines, checklist: string): string {
  const { from, count } = items.on(checklist);
  let list = '';
  for (let index = 0; index < count; index++) {
    const row = from + index;
    const completed = items.field(row, 2) === '1';
    list += `${index === 0 ? '' : ','}{"publicId":"${items.field(row, 1)}","title":${items.field(row, 3)},"completed":${completed},"index":${index}}`;
  }
  return `[${list}]`;
}

/** Ids that hang on cards. */
interface Keys {
  rows: number;
  /** In order. */
  on: (card: string) => readonly Key[];
}

/** By what ids are ordered on a card: the time, or else the id itself. */
interface Key {
  order: number;
  id: string;
}

function keysIn(text: string): Keys {
  const fields = text === '' ? [] : text.split(' ');
  const found = new Map<string, Key[]>();
  for (let at = 0; at < fields.length; at += 3) {
    const card = fields[at] ?? '';
    const key = { order: Number(fields[at + 1]), id: fields[at + 2] ?? '' };
    const others = found.get(card);
    if (others) others.push(key);
    else found.set(card, [key]);
  }
  for (const keys of found.values()) if (keys.length > 1) keys.sort(byOrder);
  return { rows: fields.length / 3, on: (card) => found.get(card) ?? none };
}

const none: readonly Key[] = [];

const byOrder = (a: Key, b: Key): number => a.order - b.order || (a.id < b.id ? -1 : Number(a.id > b.id));
