import type { Writing } from '../../base/db/database.ts';
import { command } from '../../base/db/query.ts';

const count = command('cards.count', (db, p: { workspaceId: string; more: number }) =>
  db
    .updateTable('workspaces')
    .set((of) => ({ card_counter: of('card_counter', '+', p.more) }))
    .where('id', '=', p.workspaceId)
    .returning('card_counter as last'),
);

/**
 * Takes numbers for `more` cards; gives the first of them. It comes as late as the lock order lets it: the
 * counter is what everything that makes cards in a workspace contends for.
 */
export async function takeNumbers(tx: Writing, workspaceId: string, more: number): Promise<number> {
  tx.locksNext('workspaces', workspaceId);
  const [counted] = await tx.run(count, { workspaceId, more });
  if (!counted) throw new Error('a workspace has no counter');
  return counted.last - more + 1;
}
