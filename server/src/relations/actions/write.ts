import { batches } from '../../base/db/batches.ts';
import { newId } from '../../base/ids.ts';
import type { Slice } from '../../boards/actions/create.ts';
import { markRelated } from '../../cards/actions/related.ts';
import { insertRelations } from '../../data/relations/rows.ts';
import type { StoredRelation } from '../../data/relations/stored.ts';

/** Writes relations of cards that nobody can see yet; `possible` says which. */
export async function writeRelations(
  { tx, now }: Pick<Slice, 'tx' | 'now'>,
  workspaceId: string,
  relations: readonly (StoredRelation & { id?: string })[],
): Promise<void> {
  for (const batch of batches(relations)) {
    const rows = batch.map((relation) => ({ id: newId(now), ...relation }));
    await tx.run(insertRelations, { workspaceId, createdAt: now, rows });
    const ids = new Set(batch.flatMap(({ cardId, otherId }) => [cardId, otherId]));
    const unmarked = [...ids].map((id) => ({ workspaceId, id, related: 0 as const }));
    await markRelated(tx, unmarked);
  }
}
