import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../base/db/functions.ts';
import { type Lines, linesIn } from '../base/db/keys.ts';
import { label } from '../data/labels/fragments.ts';
import { cardMember } from '../data/members/fragments.ts';

/*
 * The children of cards: labels, members, checklists, attachments and comments. Each table is read once for many cards, and
 * the rows are joined here. Lookups per card take twice as long on SQLite, and three times as long on PostgreSQL.
 */

/** The cards' board, and what the caller may see of them. */
export interface OfHanging {
  workspaceId: string;
  boardId: string;
  showMembers: boolean;
  showEmails: boolean;
  /** Max rows read from one table, and max comments. */
  mostRows: number;
  mostComments: number;
  /** Max bytes of checklist item titles; if there are more, no item is read. */
  mostItems: number;
}

/** Max rows of one table in one read; a slice with more is split into halves. */
const enough = 3000;

/** Max bytes of checklist items in one read. */
const enoughItems = 128 * 1024;

/** One extra row shows that there are more. */
export const bounded = { mostRows: enough + 1, mostComments: enough + 1, mostItems: enoughItems };

/** For a single card that exceeds the limits: more rows than a card can have; its comments and items are read separately. */
export const unbounded = { mostRows: 1_000_000, mostComments: 0, mostItems: -1 };

/** Max comment ids listed on a card; its count covers all comments. */
export const newestComments = 100;

export interface HangingRead {
  /** Keys: the card, the sort value, the id. */
  cardLabels: string;
  cardMembers: string;
  attachments: string;
  comments: string;
  /** The labels of the board and the members on the cards, as JSON lists. */
  boardLabels: string;
  people: string;
  /** Lines: the card, the id, the name. */
  checklists: string;
  /** Lines: the checklist, the id, whether it is completed, the title. */
  items: string;
  /** Bytes of the item titles, even if the items are not read. */
  itemBytes: number;
}

/** The keys of some rows of a table of card children. */
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
 * Tables that `hangingColumns` select from. The statement defines them after `ids`, a table of the cards' `id`, and
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

/** Average labels per card up to which all card labels of a board are read by one index scan. */
const usualLabels = 4;

/**
 * The card labels of a board, read by the index on boards: that takes a fifth of the time of lookups per card. Archived cards
 * may add more rows; if the table reaches its limit, it is incomplete and is not used.
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

/** The children of cards. */
export interface Hanging {
  labels: Of;
  members: Of;
  checklists: Of;
  attachments: Of;
  comments: Of;
}

/** One kind of children: how many a card has, and their JSON list. */
export interface Of {
  count: (card: string) => number;
  json: (card: string) => string;
}

/** The children of cards; undefined if there were more than one read allows. */
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
 * JSON is written here as text, piece by piece: making objects only to serialize them takes three times as long. Ids need no
 * escaping, and texts are read as JSON.
 */

/** The texts of the ids on a card. */
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

/** The ids on a card as objects; the newest ones if there are very many. */
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

/** Ids of card children, by card. */
interface Keys {
  rows: number;
  /** In order. */
  on: (card: string) => readonly Key[];
}

/** Sort key of an id on a card: the time, then the id itself. */
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
