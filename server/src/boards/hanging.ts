import { type RawBuilder, sql } from 'kysely';
import { versionsOf } from '../changes/versions.ts';
import type { Reading } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { rowsFrom } from '../db/keys.ts';
import { query } from '../db/query.ts';
import { label } from '../labels/shapes.ts';
import { cardMember } from '../members/shapes.ts';

/*
 * What hangs on cards: each table is read once for many cards, by their ids, and put together here. Looked up card by
 * card it takes twice as long on SQLite, and three times on PostgreSQL.
 */

/** Which cards, and what the caller may see of them. */
export interface OfCards {
  workspaceId: string;
  boardId: string;
  ids: readonly string[];
  showMembers: boolean;
  showEmails: boolean;
}

/** Rows of one table that are read at once; what has more is read in halves. */
const mostRows = 3000;

/** More than can hang on one card. */
const unlimited = 1_000_000;

/** Ids of comments that a card carries; it counts all of them. */
const newestComments = 100;

interface OfHanging extends OfCards {
  limit: number;
  commentLimit: number;
}

/** Keys are of a card, then by what it orders, then the id; the others are arrays of arrays as JSON. */
interface HangingRow {
  labels: string;
  members: string;
  attachments: string;
  comments: string;
  /** The labels of the board and the members on the cards, whole. */
  boardLabels: string;
  people: string;
  checklists: string;
  items: string;
  /** The version of the board and of its workspace at that moment. */
  versions: string;
}

/** The keys of up to `limit` rows of a table that hangs on cards. */
const keysOn = (fn: Functions, limit: number, order: string, id: string, rows: RawBuilder<unknown>) =>
  fn.keys(
    ['x.card_id', 'x.ordered', 'x.id'],
    sql`from (
    select x.card_id, ${sql.raw(order)} as ordered, x.${sql.raw(id)} as id ${rows} limit ${limit}
  ) x`,
  );

const onCards = (fn: Functions, p: OfHanging, table: string): RawBuilder<unknown> =>
  fn.lookUp({ table, workspaceId: p.workspaceId, column: 'card_id', values: sql`(select id from ids)` });

const hangingRead = query(
  'boards.hanging',
  (_db, p: OfHanging, fn) => sql<HangingRow>`
  with
    ids as materialized (select each.id from ${fn.ids(p.ids)} each),
    on_cards as materialized (
      select x.card_id, x.member_id ${onCards(fn, p, 'card_members')} and cast(${p.showMembers} as bigint) = 1
    ),
    lists_on_cards as materialized (
      select x.card_id, x.id, x.name, x.position ${onCards(fn, p, 'checklists')} limit ${p.limit}
    )
  select
    ${keysOn(fn, p.limit, '0', 'label_id', onCards(fn, p, 'card_labels'))} as labels,
    ${keysOn(fn, p.limit, '0', 'member_id', sql`from on_cards x`)} as members,
    ${keysOn(fn, p.limit, 'x.created_at', 'id', onCards(fn, p, 'attachments'))} as attachments,
    ${keysOn(fn, p.commentLimit, 'x.created_at', 'id', sql`${onCards(fn, p, 'comments')} and x.deleted_at is null`)}
      as comments,
    ${fn.list(label(fn), sql`from labels n where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId}`, 'n.id')}
      as "boardLabels",
    ${fn.list(
      cardMember(fn, 'v.show_emails'),
      sql`from (
        select x.id, x.email, x.user_id ${fn.lookUp({
          table: 'members',
          workspaceId: p.workspaceId,
          column: 'id',
          values: sql`(select distinct member_id as id from on_cards)`,
        })}
      ) m left join users u on u.id = m.user_id`,
      'm.id',
    )} as people,
    ${fn.table(['x.card_id', 'x.id', 'x.name'], sql`from (select * from lists_on_cards order by card_id, position) x`)}
      as checklists,
    ${fn.table(
      ['x.checklist_id', 'x.id', 'x.title', 'x.completed'],
      sql`from (
        select x.checklist_id, x.id, x.title, x.completed ${fn.lookUp({
          table: 'checklist_items',
          workspaceId: p.workspaceId,
          column: 'checklist_id',
          values: sql`(select id from lists_on_cards)`,
        })} order by x.checklist_id, x.position limit ${p.limit}
      ) x`,
    )} as items,
    ${sql.raw(versionsOf('v.workspace_id', 'v.board_id'))} as versions
  from (
    select cast(${p.workspaceId} as text) as workspace_id, cast(${p.boardId} as text) as board_id,
      cast(${p.showEmails} as bigint) as show_emails
  ) v`,
);

/** The ids of the newest comments of a card that has a great many, and how many it has. */
const manyComments = query(
  'boards.manyComments',
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

/** What hangs on one card, as JSON. */
export interface Hanging {
  labels: string;
  members: string;
  checklists: string;
  attachments: string;
  attachmentCount: number;
  comments: string;
  commentCount: number;
}

/** What hangs on each of some cards, and the versions of their board at that moment. */
export interface HangingOnCards {
  of(id: string): Hanging;
  versions: string;
}

/**
 * Reads what hangs on cards. Undefined where that is too much at once: then half of them is to be read. One card alone
 * is read in any case.
 */
export async function hangingOn(db: Reading, cards: OfCards): Promise<HangingOnCards | undefined> {
  const limit = mostRows + 1;
  const { versions, ...tables } = await rowsOn(db, { ...cards, limit, commentLimit: limit });
  const { boardLabels: _labels, people: _people, ...growing } = tables;
  if (Object.values(growing).every(({ length }) => length < limit))
    return { of: hangingIn(tables), versions };
  const [id, ...more] = cards.ids;
  return id === undefined || more.length > 0 ? undefined : hangingOnLarge(db, cards, id);
}

/** What hangs on one card, but of its comments no more than are sent. */
async function hangingOnLarge(db: Reading, card: OfCards, id: string): Promise<HangingOnCards> {
  const { workspaceId } = card;
  const { versions, ...tables } = await rowsOn(db, { ...card, limit: unlimited, commentLimit: 0 });
  const many = await db.first(manyComments, { workspaceId, id, limit: newestComments });
  const comments = namedAll(JSON.parse(many?.newest ?? '[]') as string[]);
  const hanging = { ...hangingIn(tables)(id), comments, commentCount: many?.count ?? 0 };
  return { of: () => hanging, versions };
}

/** What hangs on a card, and by what it is ordered: the time, or else the id. */
type Key = [card: string, ordered: string, id: string];

interface Tables {
  labels: Key[];
  members: Key[];
  attachments: Key[];
  comments: Key[];
  boardLabels: Named[];
  people: Named[];
  checklists: [card: string, id: string, name: string][];
  items: [checklist: string, id: string, title: string, completed: 0 | 1][];
}

interface Named {
  publicId: string;
}

async function rowsOn(db: Reading, p: OfHanging): Promise<Tables & { versions: string }> {
  const row = await db.first(hangingRead, p);
  if (!row) throw new Error('what hangs on cards was not read');
  return {
    labels: rowsFrom<Key>(row.labels, 3),
    members: rowsFrom<Key>(row.members, 3),
    attachments: rowsFrom<Key>(row.attachments, 3),
    comments: rowsFrom<Key>(row.comments, 3),
    boardLabels: JSON.parse(row.boardLabels),
    people: JSON.parse(row.people),
    checklists: JSON.parse(row.checklists),
    items: JSON.parse(row.items),
    versions: row.versions,
  };
}

/*
 * JSON is written here as text, piece by piece: to make objects of everything only to write them as JSON takes three
 * times as long. Ids have nothing in them that would have to be escaped.
 */

function hangingIn(tables: Tables): (id: string) => Hanging {
  const boardLabels = jsonById(tables.boardLabels);
  const people = jsonById(tables.people);
  const [labels, members] = [idsOn(tables.labels), idsOn(tables.members)];
  const [attachments, comments] = [idsOn(tables.attachments), idsOn(tables.comments)];
  const items = grouped(
    tables.items,
    ([, id, title, completed], index) =>
      `{"publicId":"${id}","title":${JSON.stringify(title)},"completed":${String(completed === 1)},"index":${index}}`,
  );
  const checklists = grouped(
    tables.checklists,
    ([, id, name], index) =>
      `{"publicId":"${id}","name":${JSON.stringify(name)},"index":${index},"items":[${items(id).join()}]}`,
  );
  const among = (texts: Map<string, string>, ids: string[]) =>
    `[${ids.flatMap((each) => texts.get(each) ?? []).join()}]`;
  return (id) => ({
    labels: among(boardLabels, labels(id)),
    members: among(people, members(id)),
    checklists: `[${checklists(id).join()}]`,
    attachments: namedAll(attachments(id)),
    attachmentCount: attachments(id).length,
    comments: namedAll(comments(id).slice(-newestComments)),
    commentCount: comments(id).length,
  });
}

const jsonById = (all: readonly Named[]) => new Map(all.map((each) => [each.publicId, JSON.stringify(each)]));

const namedAll = (ids: readonly string[]): string =>
  ids.length === 0 ? '[]' : `[{"publicId":"${ids.join('"},{"publicId":"')}"}]`;

/** The ids on each card, in order. */
function idsOn(rows: readonly Key[]): (card: string) => string[] {
  const on = grouped(rows, (row) => row);
  return (card) => {
    const found = on(card);
    if (found.length > 1) found.sort(byOrder);
    return found.map(([, , id]) => id);
  };
}

const byOrder = ([, a, id]: Key, [, b, other]: Key): number =>
  Number(a) - Number(b) || (id < other ? -1 : Number(id > other));

/** What hangs on each thing, in the order of the rows; `index` is the place there. */
function grouped<R extends [on: string, ...unknown[]], T>(
  rows: readonly R[],
  make: (row: R, index: number) => T,
): (on: string) => T[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row[0]);
    if (group) group.push(make(row, group.length));
    else groups.set(row[0], [make(row, 0)]);
  }
  return (on) => groups.get(on) ?? [];
}
