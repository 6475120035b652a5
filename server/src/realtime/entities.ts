import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { LiveChecklist } from '../../../contract/live-shapes.ts';
import type { Reading } from '../base/db/database.ts';
import type { Functions } from '../base/db/functions.ts';
import { rowsFrom } from '../base/db/keys.ts';
import { query } from '../base/db/query.ts';
import { liveBoard } from '../data/boards/fragments.ts';
import { itemWorkJson } from '../data/checklists/fragments.ts';
import { field } from '../data/fields/fragments.ts';
import { label } from '../data/labels/fragments.ts';
import { liveList } from '../data/lists/fragments.ts';
import { liveBoardMember, liveMember } from '../data/members/fragments.ts';
import type { BoardParams } from '../reading/children.ts';
import { cardsById } from '../reading/part.ts';
import { parseTiles, type TilesRead, tileForm } from '../reading/tiles.ts';
import { type Kind, kinds, type Part } from './event-parts.ts';

/* Reads the current state of many entities with one statement, independent of their number and of the readers. */

interface Ids extends Record<Kind, string[]>, BoardParams {
  user: string[];
}

/** Each is a JSON array of `{id, boardId, shown}`; cards are split into columns. */
type ThingsRead = Record<Exclude<Kind, 'card'> | 'user', string> & TilesRead & { cardBoards: string };

const entitiesRead = query('realtime.entities', (_db, p: Ids, fn) => {
  /** Rows of a table by id, as `x`. */
  const among = (table: string, ids: readonly string[], only?: RawBuilder<unknown>) =>
    fn.lookUp({ table, workspaceId: p.workspaceId, column: 'id', values: fn.ids(ids), only });
  const live = sql`deleted_at is null`;
  return sql<ThingsRead>`
  with ids as materialized (select each.id from ${fn.ids(p.card)} each), ${tileForm.tables(fn, p, sql`1 = 0`)}
  select
    ${listed(
      fn,
      'null',
      workspace(fn),
      sql`from workspaces w
      where w.id = ${p.workspaceId} and w.deleted_at is null and ${fn.isIn('w.id', fn.each(p.workspace))}`,
      'w',
    )} as workspace,
    ${listed(fn, 'null', fn.object({ publicId: 'x.id', name: 'x.name', level: 'x.level' }), among('roles', p.role))} as role,
    ${listed(
      fn,
      'null',
      liveMember(fn),
      sql`from (select x.* ${among('members', p.member, sql`status <> 'removed'`)}) m left join users u on u.id = m.user_id`,
      'm',
    )} as member,
    ${listed(fn, 'x.id', liveBoard(fn, p.workspaceId, 'x'), among('boards', p.board, live))} as board,
    ${listed(
      fn,
      'm.board_id',
      liveBoardMember(fn),
      sql`from (
        select t.*, x.board_id, x.role_id as board_role_id
        from (select x.* ${fn.lookUp({
          table: 'board_members',
          workspaceId: p.workspaceId,
          column: 'member_id',
          values: fn.ids(p.boardMember),
          only: fn.isIn('board_id', fn.each(p.board)),
        })}) x
        ${fn.row({ table: 'members', as: 't', workspaceId: p.workspaceId, id: 'x.member_id' })}
      ) m left join users u on u.id = m.user_id`,
      'm',
    )} as "boardMember",
    ${listed(fn, 'x.board_id', liveList(fn, 'x'), sql`${among('lists', p.list)} and x.archived_at is null and x.deleted_at is null`)} as list,
    ${listed(fn, 'n.board_id', label(fn), sql`from (select x.* ${among('labels', p.label)}) n`, 'n')} as label,
    ${listed(fn, 'x.board_id', field(fn, 'x'), among('fields', p.field, live))} as field,
    ${listed(fn, 'null', comment(fn), among('comments', p.comment, live))} as comment,
    ${listed(fn, 'null', checklist(fn, p), among('checklists', p.checklist))} as checklist,
    ${listed(fn, 'null', attachment(fn), among('attachments', p.attachment))} as attachment,
    ${listed(fn, 'null', fn.object({ id: 'u.id', name: 'u.name', deletedAt: 'u.deleted_at' }), sql`from users u where ${fn.isIn('u.id', fn.each(p.user))}`, 'u')}
      as "user",
    ${fn.keys(['x.id', 'x.board_id'], among('cards', p.card, live))} as "cardBoards",
    ${tileForm.columns(fn, p, cardsById(fn, p))}`;
});

const listed = (
  fn: Functions,
  boardId: string,
  shown: RawBuilder<string>,
  from: RawBuilder<unknown>,
  alias = 'x',
) => fn.list(fn.object({ id: `${alias}.id`, boardId, shown }), from, `${alias}.id`);

const workspace = (fn: Functions) =>
  fn.object({
    publicId: 'w.id',
    name: 'w.name',
    slug: 'w.slug',
    description: 'w.description',
    cardPrefix: 'w.card_prefix',
    weekStartDay: 'w.week_start_day',
  });

const comment = (fn: Functions) =>
  fn.object({
    publicId: 'x.id',
    cardPublicId: 'x.card_id',
    comment: 'x.comment',
    createdBy: 'x.created_by',
    createdAt: fn.millis('x.created_at'),
    updatedAt: fn.millis('x.updated_at'),
  });

/** Max bytes of the titles and the evidence in a checklist; an event omits a longer one. */
const mostOfChecklist = 32 * 1024;

const checklist = (fn: Functions, p: { workspaceId: string }) => {
  const items = sql`from checklist_items i where i.workspace_id = ${p.workspaceId} and i.checklist_id = x.id`;
  return fn.object({
    publicId: 'x.id',
    cardPublicId: 'x.card_id',
    name: 'x.name',
    orderKey: 'x.position',
    items: sql`case when coalesce((select sum(octet_length(i.title) + coalesce(octet_length(i.evidence), 0)) ${items}), 0) <= ${sql.lit(mostOfChecklist)} then ${fn.list(
      fn.object({
        publicId: 'i.id',
        title: 'i.title',
        completed: fn.flag('i.completed'),
        // Members are not hidden here, nor are those of cards: without `member:view` nobody learns who they are.
        ...itemWorkJson(fn, p.workspaceId, sql`1 = 1`),
        orderKey: 'i.position',
      }),
      items,
      'i.position',
    )} end`,
  });
};

const attachment = (fn: Functions) =>
  fn.object({
    publicId: 'x.id',
    cardPublicId: 'x.card_id',
    contentType: 'x.content_type',
    originalFilename: 'x.original_filename',
    size: 'x.size',
    width: 'x.width',
    height: 'x.height',
    hasPreview: sql`${fn.flag('x.preview_size')}`,
  });

/** An entity as JSON, and its board; `boardId` is null for kinds that do not store one themselves. */
export interface Entity {
  boardId: string | null;
  json: string;
  /** Whether it is too long for an event: its JSON then only identifies it. */
  isCut?: boolean;
}

export interface Entities {
  /** Undefined if it no longer exists. */
  of(kind: Kind, id: string, boardId?: string | null): Entity | undefined;
  /** A user as JSON; `null` if unknown. */
  user(id: string): string;
  /** Whether the account was deleted. */
  isDeleted(id: string): boolean;
}

/** Reads the current state of everything that the parts refer to. */
export async function entitiesOf(
  db: Reading,
  workspaceId: string,
  parts: readonly Part[],
): Promise<Entities> {
  const ids = Object.fromEntries(kinds.map((kind) => [kind, new Set<string>()])) as Record<Kind, Set<string>>;
  const users = new Set<string>();
  for (const { entity, change } of parts) {
    if (entity) ids[entity.kind].add(entity.id);
    users.add(change.userId);
  }
  const asked = Object.fromEntries(kinds.map((kind) => [kind, [...ids[kind]]])) as unknown as Ids;
  const read = await db.first(entitiesRead, { ...asked, workspaceId, boardId: null, user: [...users] });
  if (!read) throw new Error('the things of a workspace were not read');
  const found = new Map<string, Entity>();
  for (const kind of kinds) {
    if (kind === 'card') continue;
    for (const { id, boardId, shown } of JSON.parse(read[kind]) as Listed[]) {
      found.set(keyOf(kind, id, boardId), { boardId, ...asThing(kind, shown) });
    }
  }
  const people = new Map((JSON.parse(read.user) as { shown: User }[]).map(({ shown }) => [shown.id, shown]));
  const tiles = parseTiles(read);
  for (const [id, boardId] of rowsFrom<[string, string]>(read.cardBoards, 2)) {
    const json = tiles.get(id);
    if (json !== undefined) found.set(`card ${id}`, { boardId, json });
  }
  return {
    of: (kind, id, boardId = null) => found.get(keyOf(kind, id, boardId)),
    user: (id) => userJson(people.get(id)),
    isDeleted: (id) => (people.get(id)?.deletedAt ?? null) !== null,
  };
}

function asThing(kind: Kind, shown: unknown): Omit<Entity, 'boardId'> {
  if (kind !== 'checklist') return { json: JSON.stringify(shown) };
  const { publicId, cardPublicId, items } = shown as Static<typeof LiveChecklist>;
  // The statement omits the items if they are too long.
  const isCut = (items as typeof items | null) === null;
  return { json: JSON.stringify(isCut ? { publicId, cardPublicId } : shown), isCut };
}

interface User {
  id: string;
  name: string | null;
  deletedAt: number | null;
}

const userJson = (user: User | undefined): string =>
  user ? JSON.stringify({ id: user.id, name: user.name }) : 'null';

/** Board members are keyed by board as well, since one member may be on several boards. */
const keyOf = (kind: string, id: string, boardId: string | null): string =>
  kind === 'boardMember' ? `${kind} ${boardId} ${id}` : `${kind} ${id}`;

interface Listed {
  id: string;
  boardId: string | null;
  shown: unknown;
}
