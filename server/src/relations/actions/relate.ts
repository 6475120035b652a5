import { type RawBuilder, sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import {
  oppositeOf,
  type RelationType,
  type StoredRelationType,
} from '../../../../contract/relation-types.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { deleteRow, insertRow } from '../../base/db/statements.ts';
import { Conflict, Invalid, ifShown, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { markRelated } from '../../cards/actions/related.ts';
import { type StoredRelation, storedAs, typeOf } from '../../data/relations/stored.ts';
import { cardRelations } from '../../data/relations/tables.ts';
import { requireNoCircle } from './circles.ts';
import { parentsOf } from './parents.ts';

type Stored = StoredRelation & { workspaceId: string };

const insert = insertRow('card_relations.insert', cardRelations);
const remove = deleteRow('card_relations.remove', cardRelations);

const present = query(
  'card_relations.present',
  (_db, p: Stored, fn) => sql<{ id: string }>`
  select id from card_relations where workspace_id = ${p.workspaceId} and card_id = ${p.cardId}
    and ${fn.unindexed('type')} = ${p.type} and other_id = ${p.otherId}`,
);

const byId = query(
  'card_relations.byId',
  (_db, p: { workspaceId: string; id: string; cardId: string }) => sql<{
    type: StoredRelationType;
    otherId: string;
    isReverse: 0 | 1;
  }>`
  select type, case when card_id = ${p.cardId} then other_id else card_id end as "otherId",
    case when card_id = ${p.cardId} then 0 else 1 end as "isReverse"
  from card_relations
  where workspace_id = ${p.workspaceId} and id = ${p.id} and (card_id = ${p.cardId} or other_id = ${p.cardId})`,
);

const some = (
  p: { workspaceId: string; cardId: string },
  column: 'card_id' | 'other_id',
): RawBuilder<unknown> =>
  sql`select 1 as found from card_relations where workspace_id = ${p.workspaceId} and ${sql.ref(column)} = ${p.cardId}`;

const full = query(
  'card_relations.full',
  (_db, p: { workspaceId: string; cardId: string }) => sql<{ found: number }>`
  select found from (${some(p, 'card_id')} union all ${some(p, 'other_id')}) held
  limit 1 offset ${sql.lit(caps.relationsOfCard - 1)}`,
);

/** Relates a card to another. The same relation again changes nothing. */
export async function relate(
  work: Work,
  cardPublicId: string,
  given: { type: RelationType; cardPublicId: string },
): Promise<{ publicId: string }> {
  const { tx, actor, now, quiet } = work;
  const field = 'body/cardPublicId';
  const seen = <T>(found: T | undefined): T => {
    if (found === undefined) throw new Invalid('unknown-card', { field });
    return found;
  };
  // Looked up with their locks: a card that the caller may not know of takes as many statements as one that does not exist.
  await tx.lockAndRead('cards', null, [cardPublicId, given.cardPublicId], async () => {
    await locate(tx, actor, 'card', cardPublicId, 'card:edit');
    seen(await ifShown(locate(tx, actor, 'card', given.cardPublicId, 'card:view')));
  });
  const card = await work.grant('card', cardPublicId, 'card:edit');
  const other = seen(await ifShown(work.grant('card', given.cardPublicId, 'card:view')));
  const { workspaceId } = card;
  if (other.workspaceId !== workspaceId) throw new Invalid('card-in-other-workspace', { field });
  if (other.id === card.id) throw new Invalid('related-to-itself', { field });
  const relation = { workspaceId, ...storedAs(card.id, given.type, other.id) };
  const found = await tx.first(present, relation);
  if (found) {
    quiet();
    return { publicId: found.id };
  }
  await requireRoom(work, relation);
  const id = newId(now);
  await tx.run(insert, { ...relation, id, createdAt: now });
  await markRelated(tx, [card, other]);
  await recordBoth(work, 'added', { id, type: given.type }, card, other);
  return { publicId: id };
}

/**
 * Relates a card that nobody can see yet to one that the caller may view; returns whether that is possible. Of this no history
 * tells, as of all that comes with such a card.
 */
export async function relateHidden(
  { tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>,
  workspaceId: string,
  { cardId, type, other: otherId }: { cardId: string; type: RelationType; other: string },
): Promise<boolean> {
  const other = await tx.lockAndRead('cards', null, [cardId, otherId], () =>
    ifShown(locate(tx, actor, 'card', otherId, 'card:view')),
  );
  if (other?.workspaceId !== workspaceId || other.id === cardId) return false;
  const relation = { workspaceId, ...storedAs(cardId, type, other.id) };
  if (await tx.first(present, relation)) return true;
  try {
    await requireRoom({ tx }, relation);
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
  await tx.run(insert, { ...relation, id: newId(now), createdAt: now });
  await markRelated(tx, [{ workspaceId, id: cardId, related: 0 }, other]);
  return true;
}

/** Removes a relation of a card. */
export async function unrelate(work: Work, cardPublicId: string, id: string): Promise<{ success: true }> {
  const { tx, actor } = work;
  const { workspaceId, id: cardId } = await locate(tx, actor, 'card', cardPublicId, 'card:edit');
  const before = await tx.first(byId, { workspaceId, id, cardId });
  await tx.lock('cards', null, [cardId, ...(before ? [before.otherId] : [])]);
  const card = await work.grant('card', cardPublicId, 'card:edit');
  const relation = await tx.first(byId, { workspaceId: card.workspaceId, id, cardId });
  const other = relation && (await ifShown(work.grant('card', relation.otherId, 'card:view')));
  if (!other) throw new NotFound();
  await tx.run(remove, { workspaceId: card.workspaceId, id });
  await recordBoth(work, 'removed', { id, type: typeOf(relation) }, card, other);
  return { success: true };
}

/** Throws `Conflict` if one of the cards has no room for the relation, or if it would close a circle. */
async function requireRoom({ tx }: Pick<Work, 'tx'>, relation: Stored): Promise<void> {
  const { workspaceId, type, cardId, otherId } = relation;
  if (type === 'parent') await giveUpParent(tx, relation);
  for (const each of [cardId, otherId]) {
    if (await tx.first(full, { workspaceId, cardId: each }))
      throw capReached(caps.relationsOfCard, 'relations');
  }
  if (type !== 'parent' && type !== 'blocks') return;
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  await requireNoCircle(tx, { workspaceId, type }, relation);
}

/** Lets a card have another parent if its parent is in the trash. Throws `Conflict` if it has one that is not. */
async function giveUpParent(tx: Work['tx'], { workspaceId, cardId }: Stored): Promise<void> {
  const parent = await tx.first(parentsOf, { workspaceId, ids: [cardId] });
  if (!parent) return;
  if (parent.isGone === 0) throw new Conflict('has-parent');
  await tx.run(remove, { workspaceId, id: parent.id });
}

/**
 * Records the relation on both cards, as each sees it. What is recorded does not name the other card, which not everyone who
 * reads the history may see.
 */
async function recordBoth(
  { record }: Work,
  how: 'added' | 'removed',
  { id, type }: { id: string; type: RelationType },
  card: Located<'card'>,
  other: Located<'card'>,
): Promise<void> {
  for (const [on, seen] of [
    [card, type],
    [other, oppositeOf[type]],
  ] as const) {
    const relation = { publicId: id, type: seen };
    await record.activity({
      type: `card.updated.relation.${how}`,
      card: on,
      change: how === 'added' ? { from: null, to: relation } : { from: relation, to: null },
    });
  }
}
