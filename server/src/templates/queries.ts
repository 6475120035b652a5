import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { query } from '../db/query.ts';

/** What a copy takes of a board. Ids are those of the original; what is archived or deleted stays behind. */
export interface BoardContent {
  lists: { id: string; name: string; position: string }[];
  labels: { id: string; name: string; colourCode: string }[];
  /** In the order of their numbers. */
  cards: CardContent[];
}

export interface CardContent {
  listId: string;
  title: string;
  description: string | null;
  dueAt: number | null;
  position: string;
  labels: string[];
  /** Whoever is still a member of the workspace. */
  members: string[];
  checklists: { name: string; position: string; items: { title: string; position: string }[] }[];
}

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

/** One statement, so that the copy is of one moment, whatever others write meanwhile. */
const content = query(
  'templates.content',
  (_db, p: OfBoard, fn) => sql<Record<keyof BoardContent, string>>`
  select ${fn.list(
    fn.object({ id: 'l.id', name: 'l.name', position: 'l.position' }),
    sql`from lists l where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.deleted_at is null`,
    'l.position',
  )} as lists,
  ${fn.list(
    fn.object({ id: 'n.id', name: 'n.name', colourCode: 'n.colour_code' }),
    sql`from labels n where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId}`,
    'n.id',
  )} as labels,
  ${fn.list(
    card(fn),
    sql`from cards c
      join lists l on l.workspace_id = c.workspace_id and l.id = c.list_id and l.deleted_at is null
      where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId}
        and c.archived_at is null and c.deleted_at is null`,
    'c.number',
  )} as cards`,
);

const card = (fn: Functions): RawBuilder<string> =>
  fn.object({
    listId: 'c.list_id',
    title: 'c.title',
    description: 'c.description',
    dueAt: 'c.due_at',
    position: 'c.position',
    labels: fn.list(
      'cl.label_id',
      sql`from card_labels cl where cl.workspace_id = c.workspace_id and cl.card_id = c.id`,
      'cl.label_id',
    ),
    members: fn.list(
      'm.id',
      sql`from card_members cm
        join members m on m.workspace_id = cm.workspace_id and m.id = cm.member_id and m.status <> 'removed'
        where cm.workspace_id = c.workspace_id and cm.card_id = c.id`,
      'm.id',
    ),
    checklists: fn.list(
      fn.object({
        name: 'k.name',
        position: 'k.position',
        items: fn.list(
          fn.object({ title: 'i.title', position: 'i.position' }),
          sql`from checklist_items i where i.workspace_id = k.workspace_id and i.checklist_id = k.id`,
          'i.position',
        ),
      }),
      sql`from checklists k where k.workspace_id = c.workspace_id and k.card_id = c.id`,
      'k.position',
    ),
  });

export async function contentOf(tx: Reading, board: OfBoard): Promise<BoardContent> {
  const found = await tx.first(content, board);
  const parsed = (json: string | undefined) => JSON.parse(json ?? '[]') as never;
  return { lists: parsed(found?.lists), labels: parsed(found?.labels), cards: parsed(found?.cards) };
}
