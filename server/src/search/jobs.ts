import { sql } from 'kysely';
import type { Maintain, Upkeep } from '../base/db/database.ts';
import type { Functions } from '../base/db/functions.ts';
import { command, query } from '../base/db/query.ts';
import { fold } from '../base/fold.ts';
import { body, joinSources, title } from './sources.ts';

/*
 * Folds new texts and lets the database index them. A change only marks a text as waiting (`db/migrations/0003-search.ts`):
 * indexing many at once costs a fifth of indexing them one by one, and writers do not wait for it. A search reads the texts
 * that are still waiting (`find.ts`).
 */

/** Max texts of one transaction, and about how many bytes: others wait for it for a few milliseconds. */
const batch = { texts: 200, bytes: 8000 };

const nextWorkspace = query(
  'search.nextWorkspace',
  (_db, p: { from: string }) => sql<{ workspaceId: string }>`
  select workspace_id as "workspaceId" from search_texts
  where title is null and workspace_id >= ${p.from} order by workspace_id limit 1`,
);

/** A concurrent change to a text waits for this transaction, and then marks the text as waiting again. */
const holdWaiting = query(
  'search.holdWaiting',
  (_db, p: { workspaceId: string; limit: number }, fn) => sql<{ id: string }>`
  select id from search_texts where title is null and workspace_id = ${p.workspaceId}
  order by id desc limit ${p.limit} ${fn.hold()}`,
);

interface Texts {
  id: string;
  kind: 'board' | 'card' | 'comment';
  title: string;
  body: string;
}

interface Named {
  workspaceId: string;
  ids: string[];
}

const fromTexts = (fn: Functions, p: Named) => sql`
  from (
    select x.id, x.kind
    ${fn.lookUp({ table: 'search_texts', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
  ) s ${joinSources(fn, p.workspaceId)}`;

const sizesOf = query(
  'search.sizes',
  (_db, p: Named, fn) => sql<{ id: string; size: number }>`
  select s.id as id, octet_length(${title}) + octet_length(${body}) as size ${fromTexts(fn, p)}`,
);

/** Run after the rows are locked, as a separate statement, so that it does not read older texts. */
const textsOf = query(
  'search.texts',
  (_db, p: Named, fn) => sql<Texts>`
  select s.id as id, s.kind as kind, ${title} as title, ${body} as body ${fromTexts(fn, p)}`,
);

/** Finds each row by its key; with an update from a list, SQLite would scan the workspace. */
const store = command(
  'search.store',
  (_db, p: { workspaceId: string; rows: Texts[] }, fn) => sql`
  insert into search_texts (workspace_id, id, kind, title, body)
  select ${p.workspaceId}, r.id, r.kind, r.title, r.body
  from ${fn.rows(p.rows, { id: 'text', kind: 'text', title: 'text', body: 'text' })} r
  where true
  on conflict (workspace_id, id) do update set title = excluded.title, body = excluded.body`,
);

/** Folds and indexes the newest waiting texts of a workspace, as many as fit in one transaction. */
async function indexBatch(maintain: Maintain, workspaceId: string): Promise<void> {
  await maintain(async (tx) => {
    const held = await tx.all(holdWaiting, { workspaceId, limit: batch.texts });
    const sizes = await tx.all(sizesOf, { workspaceId, ids: held.map(({ id }) => id) });
    const ids: string[] = [];
    for (let bytes = 0; bytes < batch.bytes; ) {
      const next = sizes[ids.length];
      if (!next) break;
      ids.push(next.id);
      bytes += next.size;
    }
    const texts = await tx.all(textsOf, { workspaceId, ids });
    const rows = texts.map((text) => ({ ...text, title: fold(text.title), body: fold(text.body) }));
    await tx.run(store, { workspaceId, rows });
  });
}

/** Indexes all waiting texts, with the workspaces taking turns, so that none waits for the large import of another. */
export async function indexAll({ db, maintain }: Upkeep, isTimeUp = () => false): Promise<void> {
  for (let from = ''; !isTimeUp(); ) {
    const next = await db.first(nextWorkspace, { from });
    if (next) await indexBatch(maintain, next.workspaceId);
    else if (from === '') return;
    // No id is a prefix of another, so this sorts after this workspace and before the next one.
    from = next ? `${next.workspaceId}~` : '';
  }
}
