import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../base/db/database.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { contentColumns, contentFields } from '../base/db/statements.ts';
import { type ContentOf } from '../base/db/table.ts';
import { cards } from '../data/cards/tables.ts';
import { checklistItems, checklists } from '../data/checklists/tables.ts';
import { fields } from '../data/fields/tables.ts';
import { labels } from '../data/labels/tables.ts';
import { lists } from '../data/lists/tables.ts';
import type { StoredRelation } from '../data/relations/stored.ts';
import { rules } from '../data/rules/tables.ts';
import { views } from '../data/views/tables.ts';

/* What a copy reads from a board. Ids are those of the original; archived and deleted rows are not copied. */

export interface Frame {
  lists: (ContentOf<typeof lists> & { id: string })[];
  labels: (ContentOf<typeof labels> & { id: string })[];
  /** Those that are shared. */
  views: ContentOf<typeof views>[];
  fields: (ContentOf<typeof fields> & { id: string })[];
  /** What else the fields were called, in the same order: by the workspace that the copy leaves. */
  workspaceFields: { id: string }[];
  /** With who made them. */
  rules: (ContentOf<typeof rules> & { active: 0 | 1; madeBy: string })[];
  /** Of those that its rules may send to, the ones that are the board's own. */
  channels: string[];
}

export interface CardContent extends ContentOf<typeof cards> {
  id: string;
  listId: string;
  /** Whether it may have relations. */
  related: 0 | 1;
  labels: string[];
  /** Those who are still members of the workspace. */
  members: string[];
  checklists: (ContentOf<typeof checklists> & { id: string })[];
}

export interface ItemContent extends ContentOf<typeof checklistItems> {
  checklistId: string;
}

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const frame = query(
  'templates.frame',
  (_db, p: OfBoard, fn) => sql<Record<Exclude<keyof Frame, 'workspaceFields'>, string>>`
  select ${fn.list(
    fn.object({ id: 'l.id', ...contentFields(lists, 'l') }),
    sql`from lists l where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId}
      and l.archived_at is null and l.deleted_at is null`,
    'l.position',
  )} as lists,
  ${fn.list(
    fn.object({ id: 'n.id', ...contentFields(labels, 'n') }),
    sql`from labels n where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId} and n.deleted_at is null`,
    'n.id',
  )} as labels,
  ${fn.list(
    fn.object({ id: 'f.id', ...contentFields(fields, 'f') }),
    sql`from fields f where f.workspace_id = ${p.workspaceId} and f.board_id = ${p.boardId} and f.deleted_at is null`,
    'f.position',
  )} as fields,
  ${fn.list(
    fn.object({ ...contentFields(views, 'v') }),
    sql`from views v where v.workspace_id = ${p.workspaceId} and v.board_id = ${p.boardId} and v.user_id is null`,
    'v.place, v.id',
  )} as views,
  ${fn.list(
    fn.object({ ...contentFields(rules, 'r'), active: 'r.active', madeBy: 'r.made_by' }),
    sql`from rules r where r.workspace_id = ${p.workspaceId} and r.board_id = ${p.boardId}`,
    'r.place, r.id',
  )} as rules,
  ${fn.list(
    'h.id',
    sql`from webhooks h where h.workspace_id = ${p.workspaceId} and h.board_id = ${p.boardId}`,
    'h.id',
  )} as channels`,
);

/**
 * The lists, labels, fields, rules and shared views of a board, for a copy in a workspace. In another one, the fields of that of
 * the board become fields of the copy.
 */
export async function frameOf(tx: Reading, board: OfBoard, target: string): Promise<Frame> {
  const found = await tx.first(frame, board);
  const {
    lists = '[]',
    labels = '[]',
    fields: ofCards = '[]',
    views = '[]',
    rules: ofBoard = '[]',
    channels = '[]',
  } = found ?? {};
  const all: Frame['fields'] = JSON.parse(ofCards);
  const own = { workspaceFieldId: null };
  const isHere = target === board.workspaceId;
  return {
    lists: JSON.parse(lists),
    labels: JSON.parse(labels),
    fields: isHere ? all : all.map((field) => ({ ...field, ...own })),
    workspaceFields: isHere ? [] : all.map(({ workspaceFieldId }) => ({ id: workspaceFieldId ?? '' })),
    views: JSON.parse(views),
    rules: JSON.parse(ofBoard),
    channels: JSON.parse(channels),
  };
}

/** Max cards of one slice, with the max bytes of text and number of checklists they have together; and max items of one slice. */
export const slice = { cards: 64, bytes: 200_000, checklists: 200, items: 250 } as const;

const sizes = query(
  'templates.sizes',
  (_db, p: OfBoard & { after: string }) => sql<{ id: string; bytes: number; checklists: number }>`
  select c.id as id, octet_length(c.title) + coalesce(octet_length(c.description), 0)
    + coalesce(octet_length(c.field_values), 0) as bytes, (
    select count(*) from checklists k where k.workspace_id = ${p.workspaceId} and k.card_id = c.id
  ) as checklists
  from cards c
  where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId} and c.id > ${p.after}
    and c.archived_at is null and c.deleted_at is null
  order by c.id limit ${sql.lit(slice.cards)}`,
);

const contents = query(
  'templates.contents',
  (_db, p: { workspaceId: string; ids: string[] }, fn) => sql<{ json: string }>`
  select ${fn.list(
    card(fn, p.workspaceId),
    sql`from (
        select x.* ${fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
      ) c
      ${fn.row({ table: 'lists', as: 'l', workspaceId: p.workspaceId, id: 'c.list_id' })}
      where c.archived_at is null and c.deleted_at is null and l.archived_at is null and l.deleted_at is null`,
    'c.number',
  )} as json`,
);

const card = (fn: Functions, workspaceId: string): RawBuilder<string> =>
  fn.object({
    id: 'c.id',
    listId: 'c.list_id',
    related: 'c.related',
    ...contentFields(cards, 'c'),
    labels: fn.list(
      'cl.label_id',
      sql`from card_labels cl where cl.workspace_id = ${workspaceId} and cl.card_id = c.id`,
      'cl.label_id',
    ),
    members: fn.list(
      'm.id',
      sql`from card_members cm
        join members m on m.workspace_id = ${workspaceId} and m.id = cm.member_id and m.status <> 'removed'
        where cm.workspace_id = ${workspaceId} and cm.card_id = c.id`,
      'm.id',
    ),
    checklists: fn.list(
      fn.object({ id: 'k.id', ...contentFields(checklists, 'k') }),
      sql`from checklists k where k.workspace_id = ${workspaceId} and k.card_id = c.id`,
      'k.position',
    ),
  });

/**
 * The next cards of a board after the id `after`, in the order of their numbers: no more than fit in a short transaction.
 * `last` is the id to continue after; undefined at the end.
 */
export async function nextCards(
  tx: Reading,
  board: OfBoard,
  after: string,
): Promise<{ cards: CardContent[]; last: string | undefined }> {
  const found = await tx.all(sizes, { ...board, after });
  const taken = fitting(found);
  const last = found.length < slice.cards && taken.length === found.length ? undefined : taken.at(-1)?.id;
  if (taken.length === 0) return { cards: [], last };
  const read = await tx.first(contents, {
    workspaceId: board.workspaceId,
    ids: taken.map(({ id }) => id),
  });
  return { cards: JSON.parse(read?.json ?? '[]'), last };
}

/** As many of the first rows as fit in a slice; at least one. */
function fitting<T extends { bytes: number; checklists: number }>(found: readonly T[]): T[] {
  let bytes = 0;
  let checklists = 0;
  return found.filter((each, index) => {
    bytes += each.bytes;
    checklists += each.checklists;
    return index === 0 || (bytes <= slice.bytes && checklists <= slice.checklists);
  });
}

/** The cursor of a batch of items. */
export interface ItemCursor {
  checklistId: string;
  position: string;
}

/** The next items of some checklists. */
export const nextItems = query(
  'templates.items',
  (_db, p: ItemCursor & { workspaceId: string; checklistIds: string[] }, fn) => sql<ItemContent>`
  select checklist_id as "checklistId", ${contentColumns(checklistItems)} from checklist_items
  where workspace_id = ${p.workspaceId} and ${fn.isIn('checklist_id', fn.each(p.checklistIds))}
    and (checklist_id, position) > (${p.checklistId}, ${p.position})
  order by checklist_id, position limit ${sql.lit(slice.items)}`,
);

/** The relations of some cards, from the card that they are stored with. */
export const relationsFrom = query(
  'templates.relations',
  (_db, p: { workspaceId: string; ids: string[] }, fn) => sql<StoredRelation>`
  select x.type as type, x.card_id as "cardId", x.other_id as "otherId" ${fn.lookUp({
    table: 'card_relations',
    workspaceId: p.workspaceId,
    column: 'card_id',
    values: fn.ids(p.ids),
  })} order by x.created_at, x.id`,
);

/** Whether a board is too large for one change; archived and deleted cards and items count as well. */
export const isLarge = async (tx: Reading, board: OfBoard): Promise<boolean> =>
  (await tx.first(large, board)) !== undefined;

/** The checklists of a board, as a table with the column `id`. */
const checklistsOf = (fn: Functions, { workspaceId, boardId }: OfBoard) =>
  sql`(select x.id ${fn.lookUp({
    table: 'checklists',
    workspaceId,
    column: 'card_id',
    values: sql`(select id from cards where workspace_id = ${workspaceId} and board_id = ${boardId})`,
  })})`;

const large = query(
  'templates.large',
  (_db, p: OfBoard, fn) => sql`
  select 1 as found from (
    select * from (
      select 1 from cards where workspace_id = ${p.workspaceId} and board_id = ${p.boardId}
      limit 1 offset ${sql.lit(slice.cards)}
    ) many_cards
    union all
    select * from (
      select 1 ${fn.lookUp({
        table: 'checklist_items',
        workspaceId: p.workspaceId,
        column: 'checklist_id',
        values: checklistsOf(fn, p),
      })}
      limit 1 offset ${sql.lit(slice.items)}
    ) many_items
  ) many limit 1`,
);
