import { sql } from 'kysely';
import type { Writing } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';

const count = command('cards.count', (db, p: { workspaceId: string; more: number }) =>
  db
    .updateTable('workspaces')
    .set((of) => ({ card_counter: of('card_counter', '+', p.more) }))
    .where('id', '=', p.workspaceId)
    .returning('card_counter as last'),
);

/**
 * Reserves numbers for `more` cards; returns the first of them. Call it as late as the lock order allows: everything that
 * creates cards in a workspace contends for its counter.
 */
export async function takeNumbers(tx: Writing, workspaceId: string, more: number): Promise<number> {
  tx.locksNext('workspaces', workspaceId);
  const [counted] = await tx.run(count, { workspaceId, more });
  if (!counted) throw new Error('a workspace has no counter');
  return counted.last - more + 1;
}

const reserve = command(
  'cards.reserveNumbers',
  (_db, p: { workspaceId: string; highest: number }, fn) => sql<never>`
  update workspaces set card_counter = ${fn.greatest('card_counter', sql`cast(${p.highest} as bigint)`)}
  where id = ${p.workspaceId}`,
);

const counter = query('workspaces.cardCounter', (db, p: { workspaceId: string }) =>
  db.selectFrom('workspaces').select('card_counter as last').where('id', '=', p.workspaceId),
);

/**
 * Reserves the unused card numbers of a workspace up to `highest`; returns the last number taken before. The caller holds the
 * lock of the workspace.
 */
export async function reserveNumbers(tx: Writing, workspaceId: string, highest: number): Promise<number> {
  const { last = 0 } = (await tx.first(counter, { workspaceId })) ?? {};
  if (highest > last) await tx.run(reserve, { workspaceId, highest });
  return last;
}
