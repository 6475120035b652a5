import { setImmediate as turn } from 'node:timers/promises';
import { caps } from '../../../../contract/caps.ts';
import type { StoredRelation } from './stored.ts';

/** Relations looked at before others get a turn. */
const atOnce = 2000;

/**
 * Those of some relations that may be stored together, in the same order: each once, none of a card with itself, one parent a
 * card, no more than a card may have, and no circles.
 */
export async function possible(given: readonly StoredRelation[]): Promise<StoredRelation[]> {
  const fits = fitting();
  const kept = new Set<StoredRelation>();
  const circling = {
    blocks: new Map<string, StoredRelation[]>(),
    parent: new Map<string, StoredRelation[]>(),
  };
  for (const [index, relation] of given.entries()) {
    if (index % atOnce === 0) await turn();
    if (!fits(relation)) continue;
    const { type, cardId } = relation;
    if (type !== 'blocks' && type !== 'parent') kept.add(relation);
    else {
      const from = circling[type].get(cardId);
      if (from) from.push(relation);
      else circling[type].set(cardId, [relation]);
    }
  }
  for (const from of Object.values(circling))
    for await (const relation of withoutCircles(from)) kept.add(relation);
  return given.filter((relation) => kept.has(relation));
}

/** Returns, of one relation after the other, whether there is room for it next to the earlier ones. */
function fitting(): (relation: StoredRelation) => boolean {
  const known = new Set<string>();
  const counts = new Map<string, number>();
  const withParent = new Set<string>();
  return ({ type, cardId, otherId }) => {
    const name = `${type} ${cardId} ${otherId}`;
    const [own, others] = [counts.get(cardId) ?? 0, counts.get(otherId) ?? 0];
    if (cardId === otherId || known.has(name) || (type === 'parent' && withParent.has(cardId))) return false;
    if (Math.max(own, others) >= caps.relationsOfCard) return false;
    known.add(name);
    counts.set(cardId, own + 1).set(otherId, others + 1);
    if (type === 'parent') withParent.add(cardId);
    return true;
  };
}

/** Leaves out what leads back to a card on the way from it. */
async function* withoutCircles(
  from: ReadonlyMap<string, readonly StoredRelation[]>,
): AsyncGenerator<StoredRelation> {
  const left = new Set<string>();
  const way = new Set<string>();
  const path: { id: string; rest: Iterator<StoredRelation> }[] = [];
  const enter = (id: string) => {
    way.add(id);
    path.push({ id, rest: (from.get(id) ?? []).values() });
  };
  let steps = 0;
  for (const start of from.keys()) {
    if (!left.has(start)) enter(start);
    for (let at = path.at(-1); at; at = path.at(-1)) {
      if (++steps % atOnce === 0) await turn();
      const next = at.rest.next();
      if (next.done) {
        path.pop();
        way.delete(at.id);
        left.add(at.id);
      } else if (!way.has(next.value.otherId)) {
        yield next.value;
        if (!left.has(next.value.otherId)) enter(next.value.otherId);
      }
    }
  }
}
