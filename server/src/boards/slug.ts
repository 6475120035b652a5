import type { Reading } from '../db/database.ts';
import { boardBySlug } from './queries.ts';

/** Slugs that no board can take: what stands beside the public boards in addresses. */
const reserved = new Set([
  'api',
  'board',
  'boards',
  'cards',
  'check-slug-availability',
  'labels',
  'lists',
  'members',
  'new',
  'roles',
  'search',
  'settings',
  'templates',
  'trash',
  'webhooks',
]);

export const isReserved = (slug: string): boolean => reserved.has(slug);

/** Whether another board of the workspace holds the slug; what is in the trash keeps its own. */
export async function isTaken(
  db: Reading,
  board: { workspaceId: string; id: string },
  slug: string,
): Promise<boolean> {
  const holder = await db.first(boardBySlug, { workspaceId: board.workspaceId, slug });
  return holder !== undefined && holder.id !== board.id;
}
