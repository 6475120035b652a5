import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { oppositeOf, type RelationType } from '../../../../contract/relation-types.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { possible } from '../../data/relations/possible.ts';
import { type StoredRelation, storedAs } from '../../data/relations/stored.ts';
import { relationsFrom } from './circles.ts';
import type { OtherCard } from './others.ts';
import { dropParents, parentsOf } from './parents.ts';
import { writeRelations } from './write.ts';

/** A relation of a card that the change has just created. */
export interface NewRelation {
  cardId: string;
  type: RelationType;
  /** The other card: another new one, or one that the work has locked. */
  otherId: string;
  /** Where the request has it. */
  field: string;
}

const held = query(
  'card_relations.held',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{ id: string; count: number }>`
  select k.id as id, (
    select count(*) from card_relations a where a.workspace_id = ${p.workspaceId} and a.card_id = k.id
  ) + (
    select count(*) from card_relations o where o.workspace_id = ${p.workspaceId} and o.other_id = k.id
  ) as count
  from ${fn.ids(p.ids)} k`,
);

type Stored = StoredRelation & { id: string; field: string };

const nameOf = ({ type, cardId, otherId }: StoredRelation): string => `${type} ${cardId} ${otherId}`;

/** Both cards may name the same relation: it is one. Throws `Invalid` for one of a card with itself. */
function storedFrom(given: readonly NewRelation[], now: number): Stored[] {
  const all = new Map<string, Stored>();
  for (const { cardId, type, otherId, field } of given) {
    if (cardId === otherId) throw new Invalid('related-to-itself', { field });
    const relation = { ...storedAs(cardId, type, otherId), id: newId(now), field };
    if (!all.has(nameOf(relation))) all.set(nameOf(relation), relation);
  }
  return [...all.values()];
}

/**
 * Relates new cards to each other, and to others that the work has locked together with the workspace. Histories tell of it
 * only where a card was there before. Throws `Invalid` or `Conflict`, naming the relation, for one that is not possible.
 */
export async function relateNew(
  work: Work,
  workspaceId: string,
  given: readonly NewRelation[],
  others: ReadonlyMap<string, OtherCard>,
): Promise<void> {
  if (given.length === 0) return;
  const { tx, record } = work;
  const relations = storedFrom(given, work.now);
  await requireRoom(tx, workspaceId, relations, others);
  await requireParents(tx, workspaceId, relations, others);
  await requireNoCircles(tx, workspaceId, relations, others);
  await writeRelations(
    work,
    workspaceId,
    relations.map(({ field, ...relation }) => relation),
  );
  for (const { id: publicId, type, cardId, otherId } of relations) {
    for (const [id, seen] of [
      [cardId, type],
      [otherId, oppositeOf[type]],
    ] as const) {
      const card = others.get(id);
      if (!card) continue;
      const change = { from: null, to: { publicId, type: seen } };
      await record.activity({ type: 'card.updated.relation.added', card, change });
    }
  }
}

async function requireRoom(
  tx: Work['tx'],
  workspaceId: string,
  relations: readonly Stored[],
  others: ReadonlyMap<string, OtherCard>,
): Promise<void> {
  const ids = [...others.keys()];
  const found = ids.length === 0 ? [] : await tx.all(held, { workspaceId, ids });
  const counts = new Map(found.map(({ id, count }) => [id, count]));
  for (const { cardId, otherId } of relations) {
    for (const id of [cardId, otherId]) {
      const count = (counts.get(id) ?? 0) + 1;
      if (count > caps.relationsOfCard) throw capReached(caps.relationsOfCard, 'relations');
      counts.set(id, count);
    }
  }
}

/** Throws `Conflict` for a second parent of a card. One that is in the trash gives way. */
async function requireParents(
  tx: Work['tx'],
  workspaceId: string,
  relations: readonly Stored[],
  others: ReadonlyMap<string, OtherCard>,
): Promise<void> {
  const children = relations.filter(({ type }) => type === 'parent');
  const ids = children.flatMap(({ cardId }) => (others.has(cardId) ? [cardId] : []));
  const found = ids.length === 0 ? [] : await tx.all(parentsOf, { workspaceId, ids });
  const taken = new Set(found.flatMap(({ cardId, isGone }) => (isGone === 1 ? [] : [cardId])));
  for (const { cardId, field } of children) {
    if (taken.has(cardId)) throw new Conflict('second-parent', { field });
    taken.add(cardId);
  }
  const gone = found.flatMap(({ id, isGone }) => (isGone === 1 ? [id] : []));
  if (gone.length > 0) await tx.run(dropParents, { workspaceId, ids: gone });
}

/** Throws `Conflict` if the relations would close a circle, among themselves or by those that there are. */
async function requireNoCircles(
  tx: Work['tx'],
  workspaceId: string,
  relations: readonly Stored[],
  others: ReadonlyMap<string, OtherCard>,
): Promise<void> {
  for (const type of ['blocks', 'parent'] as const) {
    const own = relations.filter((relation) => relation.type === type);
    // A circle by what there is leaves the new cards somewhere and comes back somewhere.
    const leaving = own.flatMap(({ otherId }) => (others.has(otherId) ? [otherId] : []));
    const isBack = own.some(({ cardId }) => others.has(cardId));
    const known = isBack && leaving.length > 0 ? await relationsFrom(tx, { workspaceId, type }, leaving) : [];
    const together = [...known, ...own];
    const kept = new Set(await possible(together));
    const lost = together.find((relation) => !kept.has(relation));
    if (!lost) continue;
    const closing = own.find((relation) => relation === lost) ?? own[0];
    throw new Conflict('planned-circle', { field: closing?.field ?? '' });
  }
}

/**
 * Throws as `relateNew` does for circles, but stores nothing: for cards that are not there yet, under ids that they go by
 * meanwhile.
 */
export const requireNoCirclesOf = (
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  workspaceId: string,
  given: readonly NewRelation[],
  others: ReadonlyMap<string, OtherCard>,
): Promise<void> => requireNoCircles(tx, workspaceId, storedFrom(given, now), others);
