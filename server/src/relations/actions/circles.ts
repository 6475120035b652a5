import { sql } from 'kysely';
import type { StoredRelationType } from '../../../../contract/relation-types.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { Conflict } from '../../base/errors.ts';
import type { StoredRelation } from '../../data/relations/stored.ts';

/** Max steps from one card to another, and cards on the way, that are looked at. */
const most = { steps: 100, cards: 2000 };

interface Walk {
  workspaceId: string;
  type: StoredRelationType;
}

/** The cards that some cards lead to. Cards in the trash count: restoring one must not close a circle. */
const next = query(
  'relations.next',
  (_db, p: Walk & { ids: string[] }, fn) => sql<{ id: string }>`
  select distinct x.other_id as id ${fn.lookUp({
    table: 'card_relations',
    workspaceId: p.workspaceId,
    column: 'card_id',
    values: fn.ids(p.ids),
    only: sql`${fn.unindexed('type')} = ${p.type}`,
  })} limit ${sql.lit(most.cards + 1)}`,
);

/**
 * Throws `Conflict` if a relation from one card to another would close a circle, or if there are too many cards on the way to
 * find out. The caller has locked the workspace, so that no two changes close a circle together.
 */
export async function requireNoCircle(
  tx: Reading,
  walk: Walk,
  { cardId, otherId }: { cardId: string; otherId: string },
): Promise<void> {
  const seen = new Set([otherId]);
  let ids = [otherId];
  for (let steps = 0; ids.length > 0; steps++) {
    if (steps === most.steps || seen.size > most.cards) throw new Conflict('relation-too-far');
    const found = (await tx.all(next, { ...walk, ids })).map(({ id }) => id);
    if (found.includes(cardId)) throw new Conflict('relation-circle');
    ids = found.filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
  }
}

/** The relations from some cards, as `next`. */
const from = query(
  'relations.from',
  (_db, p: Walk & { ids: readonly string[] }, fn) => sql<{ cardId: string; otherId: string }>`
  select x.card_id as "cardId", x.other_id as "otherId" ${fn.lookUp({
    table: 'card_relations',
    workspaceId: p.workspaceId,
    column: 'card_id',
    values: fn.ids(p.ids),
    only: sql`${fn.unindexed('type')} = ${p.type}`,
  })} limit ${sql.lit(most.cards + 1)}`,
);

/**
 * All relations on the ways that lead on from some cards. Throws `Conflict` if there are too many to look at. The caller has
 * locked the workspace.
 */
export async function relationsFrom(
  tx: Reading,
  walk: Walk,
  starts: readonly string[],
): Promise<StoredRelation[]> {
  const all: StoredRelation[] = [];
  const seen = new Set(starts);
  let ids = [...seen];
  for (let steps = 0; ids.length > 0; steps++) {
    const found = await tx.all(from, { ...walk, ids });
    all.push(...found.map((relation) => ({ ...relation, type: walk.type })));
    if (steps === most.steps || all.length > most.cards) throw new Conflict('relation-too-far');
    ids = [...new Set(found.map(({ otherId }) => otherId))].filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
  }
  return all;
}
