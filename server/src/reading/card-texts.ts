import { sql } from 'kysely';
import { query } from '../base/db/query.ts';
import type { Outlined } from './outline.ts';
import type { Sources } from './slices.ts';

/* Cards with a text, ignoring case. */

const cardTexts = query(
  'reading.cardTexts',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{
    id: string;
    title: string;
    description: string | null;
  }>`
  select x.id as id, x.title as title, x.description as description
  ${fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.deleted_at is null`,
);

/** Those of some cards that have a text in lower case. */
export async function matching(
  { db }: Sources,
  { workspaceId }: { workspaceId: string },
  outlined: readonly Outlined[],
  text: string,
): Promise<Outlined[]> {
  const rows = await db.all(cardTexts, { workspaceId, ids: outlined.map(({ id }) => id) });
  const found = rows.filter(({ title, description }) => includes(text, title, description));
  const ids = new Set(found.map(({ id }) => id));
  return outlined.filter(({ id }) => ids.has(id));
}

export const includes = (text: string, ...texts: (string | null)[]): boolean =>
  texts.some((each) => each?.toLowerCase().includes(text));
