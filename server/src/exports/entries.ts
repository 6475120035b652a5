import { type RawBuilder, sql } from 'kysely';
import { beforeAllTime } from '../base/clock.ts';
import type { Reading } from '../base/db/database.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import type { Turns } from '../base/http/turns.ts';
import { cut } from '../reading/slices.ts';

/*
 * Comments and activities: a card may have a hundred thousand, each of up to forty kilobytes. So their keys and sizes are read
 * first, then their texts, some hundred kilobytes at a time.
 */

/** The key and size of a comment or an activity. */
interface Key {
  cardId: string;
  createdAt: number;
  id: string;
  size: number;
}

/** Max keys of a page. */
const maxKeys = 2000;

/** Max entries of a slice, and max bytes of their texts. */
const slice = { rows: 300, bytes: 128 * 1024 };

interface OfCards {
  workspaceId: string;
  ids: readonly string[];
  limit: number;
}

interface OfCard {
  workspaceId: string;
  cardId: string;
  at: number;
  id: string;
  limit: number;
}

interface OfKeys {
  workspaceId: string;
  keys: readonly Key[];
}

/** How to read one kind of entries. */
interface Kind<Row> {
  onCards: ReturnType<typeof keysOnCards>;
  onCard: ReturnType<typeof keysOnCard>;
  texts: ReturnType<typeof texts<Row>>;
}

const keyColumns = (size: string) =>
  sql`x.card_id as "cardId", x.created_at as "createdAt", x.id as id, ${sql.raw(size)} as size`;

const keysOnCards = (name: string, table: string, size: string, only?: RawBuilder<unknown>) =>
  query(
    `exports.${name}OnCards`,
    (_db, p: OfCards, fn) => sql<Key>`
    select ${keyColumns(size)}
    ${fn.lookUp({ table, workspaceId: p.workspaceId, column: 'card_id', values: fn.ids(p.ids), only })}
    limit ${p.limit}`,
  );

/** The keys of one card's entries after a given one. */
const keysOnCard = (name: string, table: string, size: string, only: RawBuilder<unknown>) =>
  query(
    `exports.${name}OnCard`,
    (_db, p: OfCard) => sql<Key>`
    select ${keyColumns(size)} from ${sql.table(table)} x
    where x.workspace_id = ${p.workspaceId} and x.card_id = ${p.cardId} and ${only}
      and (x.created_at, x.id) > (cast(${p.at} as bigint), cast(${p.id} as text))
    order by x.created_at, x.id limit ${p.limit}`,
  );

const texts = <Row>(name: string, table: string, id: string, columns: string) =>
  query(`exports.${name}`, (_db, p: OfKeys, fn: Functions) => {
    const key = fn.rows(p.keys, { cardId: 'text', createdAt: 'integer', id: 'text' });
    const found = fn.lookUp({
      table,
      workspaceId: p.workspaceId,
      column: 'card_id',
      values: sql`(select "cardId" as id, "createdAt", id as entry, ordinal from ${key} r)`,
      only: sql`created_at = k."createdAt"`,
    });
    return sql<Row>`select ${sql.raw(columns)} ${found} ${sql.raw(id)} order by k.ordinal`;
  });

export interface CommentRow {
  cardId: string;
  id: string;
  text: string;
  createdBy: string;
  createdAt: number;
  updatedAt: number | null;
  replyTo: string | null;
  /** As they are stored. */
  reactions: string | null;
}

const sizeOfComment = 'octet_length(x.comment) + coalesce(octet_length(x.reactions), 0)';

export const commentEntries: Kind<CommentRow> = {
  onCards: keysOnCards('comments', 'comments', sizeOfComment, sql`deleted_at is null`),
  onCard: keysOnCard('comments', 'comments', sizeOfComment, sql`x.deleted_at is null`),
  texts: texts<CommentRow>(
    'commentTexts',
    'comments',
    'and x.id = k.entry and x.deleted_at is null',
    `x.card_id as "cardId", x.id as id, x.comment as text, x.created_by as "createdBy", x.created_at as "createdAt",
      x.updated_at as "updatedAt", x.reply_to as "replyTo", x.reactions as reactions`,
  ),
};

export interface ActivityRow {
  cardId: string;
  id: string;
  type: string;
  userId: string;
  createdAt: number;
  fromIndex: number | null;
  toIndex: number | null;
  fromTitle: string | null;
  toTitle: string | null;
  fromDescription: string | null;
  toDescription: string | null;
  fromDueAt: number | null;
  toDueAt: number | null;
  /** JSON. */
  change: string | null;
  fromList: string | null;
  toList: string | null;
  label: string | null;
  memberId: string | null;
  commentId: string | null;
  /** JSON. */
  attachment: string | null;
}

const sizeOfActivity = ['from_title', 'to_title', 'from_description', 'to_description']
  .map((column) => `coalesce(octet_length(x.${column}), 0)`)
  .join(' + ');

export const activityEntries: Kind<ActivityRow> = {
  onCards: keysOnCards('activities', 'activities', sizeOfActivity),
  onCard: keysOnCard('activities', 'activities', sizeOfActivity, sql`true`),
  texts: texts<ActivityRow>(
    'activityTexts',
    'activities',
    '',
    `x.card_id as "cardId", x.id as id, x.type as type, x.user_id as "userId", x.created_at as "createdAt",
      x.from_index as "fromIndex", x.to_index as "toIndex", x.from_title as "fromTitle", x.to_title as "toTitle",
      x.from_description as "fromDescription", x.to_description as "toDescription", x.from_due_at as "fromDueAt",
      x.to_due_at as "toDueAt", x.change as change, x.from_list as "fromList", x.to_list as "toList", x.label as label,
      x.member_id as "memberId", x.comment_id as "commentId", x.attachment as attachment`,
  ),
};

/** The entries of cards in batches: in the order of the cards, oldest first within each. */
export async function* entriesOf<Row>(
  db: Reading,
  turns: Turns,
  kind: Kind<Row>,
  workspaceId: string,
  ids: readonly string[],
): AsyncGenerator<Row[], void> {
  if (ids.length === 0) return;
  const keys = await turns(() => db.all(kind.onCards, { workspaceId, ids, limit: maxKeys + 1 }));
  if (keys.length <= maxKeys) {
    const places = new Map(ids.map((id, place) => [id, place]));
    const placeOf = ({ cardId }: Key) => places.get(cardId) ?? 0;
    keys.sort((a, b) => placeOf(a) - placeOf(b) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    yield* textsOf(db, turns, kind, workspaceId, keys);
  } else if (ids.length > 1) {
    const half = Math.ceil(ids.length / 2);
    yield* entriesOf(db, turns, kind, workspaceId, ids.slice(0, half));
    yield* entriesOf(db, turns, kind, workspaceId, ids.slice(half));
  } else yield* entriesOfOne(db, turns, kind, workspaceId, ids[0] ?? '');
}

async function* entriesOfOne<Row>(
  db: Reading,
  turns: Turns,
  kind: Kind<Row>,
  workspaceId: string,
  cardId: string,
): AsyncGenerator<Row[], void> {
  for (let after = { at: beforeAllTime, id: '' }; ; ) {
    const p = { workspaceId, cardId, ...after, limit: maxKeys };
    const keys = await turns(() => db.all(kind.onCard, p));
    yield* textsOf(db, turns, kind, workspaceId, keys);
    const last = keys.at(-1);
    if (!last || keys.length < maxKeys) return;
    after = { at: last.createdAt, id: last.id };
  }
}

async function* textsOf<Row>(
  db: Reading,
  turns: Turns,
  kind: Kind<Row>,
  workspaceId: string,
  keys: readonly Key[],
): AsyncGenerator<Row[], void> {
  for (const part of cut(keys, slice)) {
    yield await turns(() => db.all(kind.texts, { workspaceId, keys: part }));
  }
}
