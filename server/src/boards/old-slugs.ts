import { sql } from 'kysely';
import type { Maintain, Reading, Writing } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';
import { deleteRows } from '../base/db/statements.ts';
import { removal, removeAll } from '../base/jobs/remove.ts';
import { slugKeptFor, slugsKept } from '../base/slugs.ts';
import { oldBoardSlugs } from '../data/boards/tables.ts';

/* Former slugs of boards. A board that moves to another workspace keeps its slugs in the old one. */

interface Slug {
  workspaceId: string;
  slug: string;
}

const holders = query(
  'boards.slugHolder',
  (_db, p: Slug & { now: number }) => sql<{ boardId: string }>`
  select id as "boardId", 0 as "isOld" from boards where workspace_id = ${p.workspaceId} and slug = ${p.slug}
  union all
  select board_id, 1 from old_board_slugs
  where workspace_id = ${p.workspaceId} and slug = ${p.slug} and free_at > ${p.now}
  order by "isOld" limit 1`,
);

/** Whether another board of the workspace has the slug, or had it recently; boards in the trash keep their slugs. */
export async function isHeldByOther(
  db: Reading,
  board: { workspaceId: string; id: string },
  slug: string,
  now: number,
): Promise<boolean> {
  const holder = await db.first(holders, { workspaceId: board.workspaceId, slug, now });
  return holder !== undefined && holder.boardId !== board.id;
}

interface OfBoard extends Slug {
  boardId: string;
}

const keep = command('old_board_slugs.keep', (db, p: OfBoard & { freeAt: number }) =>
  db
    .insertInto('old_board_slugs')
    .values({ workspace_id: p.workspaceId, slug: p.slug, board_id: p.boardId, free_at: p.freeAt })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'slug']).doUpdateSet((of) => ({
        board_id: of.ref('excluded.board_id'),
        free_at: of.ref('excluded.free_at'),
      })),
    ),
);

const takeBack = deleteRows('old_board_slugs.takeBack', oldBoardSlugs, ['workspace_id', 'slug', 'board_id']);

const keepLast = command(
  'old_board_slugs.keepLast',
  (_db, p: Omit<OfBoard, 'slug'>) => sql`
  delete from old_board_slugs where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and slug not in (
    select slug from old_board_slugs where workspace_id = ${p.workspaceId} and board_id = ${p.boardId}
    order by free_at desc, slug limit ${sql.lit(slugsKept)}
  )`,
);

/** Keeps the old slug of a board, in the workspace that it may be leaving, when the board gets a new slug. */
export async function keepBoardSlug(
  tx: Writing,
  boardId: string,
  { from, to, now }: { from: Slug; to: Slug; now: number },
): Promise<void> {
  await tx.run(takeBack, { ...to, boardId });
  await tx.run(keep, { ...from, boardId, freeAt: now + slugKeptFor });
  await tx.run(keepLast, { workspaceId: from.workspaceId, boardId });
}

const free = removal(
  'old_board_slugs.forget',
  'old_board_slugs',
  'workspace_id, slug',
  (p: { now: number }) => sql`where free_at <= ${p.now} order by free_at`,
);

/** Forgets the slugs that are free again. */
export const forgetBoardSlugs = (maintain: Maintain, now: number): Promise<void> =>
  removeAll(maintain, [free], { now });
