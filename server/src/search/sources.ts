import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../base/db/functions.ts';

/* The source texts of rows `s` of `search_texts`, not folded. */

export const title = sql`coalesce(b.name, c.title, '')`;
export const body = sql`coalesce(c.description, k.comment, '')`;

export const joinSources = (fn: Functions, workspaceId: string): RawBuilder<unknown> => {
  const source = (kind: string, table: string, as: string) =>
    fn.row({ table, as, workspaceId, id: 's.id', left: true, when: `s.kind = '${kind}'` });
  return sql`${source('board', 'boards', 'b')} ${source('card', 'cards', 'c')} ${source('comment', 'comments', 'k')}`;
};
