import assert from 'node:assert/strict';
import { fold } from '../base/fold.ts';
import { engine, type TestDatabase } from './database.ts';

/* Invariants of the database after any test. */

/** Checks that every list has a first block, and that every block counts the live cards up to the next one. */
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

const searched = ['boards', 'cards', 'comments'];

/** Checks that each board, card and comment, and nothing else, has one search text, and that those not pending are current. */
export async function assertTextsAreSearched({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const things = searched
    .map((table) => `select workspace_id, id, '${table.slice(0, -1)}' as kind from ${table}`)
    .join(' union all ');
  const without = await sql(`select x.id, x.kind from (${things}) x where not exists (
    select 1 from search_texts s where s.workspace_id = x.workspace_id and s.id = x.id and s.kind = x.kind)`);
  assert.deepEqual(without, [], 'what no search finds');
  const left = await sql(`select s.id, s.kind from search_texts s where not exists (
    select 1 from (${things}) x where s.workspace_id = x.workspace_id and s.id = x.id and s.kind = x.kind)`);
  assert.deepEqual(left, [], 'texts of what is gone');
  const texts = await sql<Record<'title' | 'body' | 'rawTitle' | 'rawBody', unknown>>(`
    select s.title as title, s.body as body, coalesce(b.name, c.title, '') as "rawTitle",
      coalesce(c.description, k.comment, '') as "rawBody"
    from search_texts s
    left join boards b on b.workspace_id = s.workspace_id and b.id = s.id
    left join cards c on c.workspace_id = s.workspace_id and c.id = s.id
    left join comments k on k.workspace_id = s.workspace_id and k.id = s.id
    where s.title is not null`);
  // Texts of digits are returned as numbers.
  const isStale = (folded: unknown, raw: unknown) => String(folded) !== fold(String(raw));
  const stale = texts.filter(
    (text) => isStale(text.title, text.rawTitle) || isStale(text.body, text.rawBody),
  );
  assert.deepEqual(stale, [], 'texts that are searched as they were');
  if (engine === 'postgres') return;
  const unequal = await sql(`select number from search_texts where title is not null
    and number not in (select rowid from search_index)
    union all select rowid from search_index where rowid not in (select number from search_texts)`);
  assert.deepEqual(unequal, [], 'texts that the index lacks, or has although they are gone');
}

/** Checks that positions in each workspace have no gaps, up to the one in its version. */
export async function assertPositionsHaveNoGaps({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const wrong = await sql(`select c.workspace_id from changes c
    left join versions v on v.workspace_id = c.workspace_id and v.id = c.workspace_id
    group by c.workspace_id, v.position
    having count(*) <> max(c.position) - min(c.position) + 1 or max(c.position) <> v.position`);
  assert.deepEqual(wrong, [], 'workspaces whose changes are not counted one by one');
}
