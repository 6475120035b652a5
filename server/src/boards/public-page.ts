import { sql } from 'kysely';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { NotFound } from '../base/errors.ts';
import { isPublic } from '../data/boards/fragments.ts';

interface PageRow {
  workspaceSlug: string;
  boardSlug: string;
  isPublic: number;
  isIndexed: number;
}

const publicPage = query(
  'boards.publicPage',
  (_db, p: { workspaceId: string; boardId: string }) => sql<PageRow>`
  select w.slug as "workspaceSlug", b.slug as "boardSlug", case when ${isPublic} then 1 else 0 end as "isPublic",
    case when b.indexed_at is null then 0 else 1 end as "isIndexed"
  from boards b join workspaces w on w.id = ${p.workspaceId}
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}`,
);

/** The page of a board for everyone; it has an address only while everyone may read the board. */
export async function publicPageOf(
  { db, publicUrl }: { db: Reading; publicUrl: string },
  { workspaceId, id: boardId }: { workspaceId: string; id: string },
) {
  const page = await db.first(publicPage, { workspaceId, boardId });
  if (!page) throw new NotFound();
  const { workspaceSlug, boardSlug } = page;
  const isPublished = page.isPublic === 1;
  return {
    address: isPublished ? `${publicUrl}/p/${workspaceSlug}/${boardSlug}` : null,
    allowsIndexing: page.isIndexed === 1,
  };
}
