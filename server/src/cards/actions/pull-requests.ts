import { sql } from 'kysely';
import type { PullRequestState } from '../../../../contract/code-kinds.ts';
import type { Writing } from '../../base/db/database.ts';
import { command } from '../../base/db/query.ts';

const mark = command(
  'cards.markPullRequests',
  (_db, p: { workspaceId: string; ids: readonly string[]; state: PullRequestState | null }, fn) => sql<never>`
  update cards set pull_request = ${p.state}
  where workspace_id = ${p.workspaceId} and ${fn.isIn('id', fn.each(p.ids))}`,
);

/** Has cards that the work has locked show the state of their pull requests. */
export async function markPullRequests(
  tx: Writing,
  workspaceId: string,
  cards: readonly { id: string; state: PullRequestState | null }[],
): Promise<void> {
  for (const [state, alike] of Map.groupBy(cards, (card) => card.state)) {
    await tx.run(mark, { workspaceId, state, ids: alike.map(({ id }) => id) });
  }
}
