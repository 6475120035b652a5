import assert from 'node:assert/strict';
import type { TestDatabase } from './database.ts';

/* What must be true of the database after any test, whatever it did. */

/** Every list has a first block, and every block counts the live cards from its beginning to the next one's. */
export async function assertCardsAreCounted({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const wrong = await sql(`select b.list_id, b.starts, b.cards from card_blocks b where b.cards <> (
    select count(*) from cards c
    where c.workspace_id = b.workspace_id and c.list_id = b.list_id and c.position >= b.starts
      and c.archived_at is null and c.deleted_at is null
      and not exists (
        select 1 from card_blocks n where n.workspace_id = b.workspace_id and n.list_id = b.list_id
          and n.starts > b.starts and n.starts <= c.position))`);
  assert.deepEqual(wrong, [], 'blocks of cards that count wrongly');
  const without = await sql(`select l.id from lists l where not exists (
    select 1 from card_blocks b
    where b.workspace_id = l.workspace_id and b.list_id = l.id and b.starts = '')`);
  assert.deepEqual(without, [], 'lists without a first block');
}
