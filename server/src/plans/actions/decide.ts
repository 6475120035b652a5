import { sql } from 'kysely';
import type { PlannedCard } from '../../../../contract/plans.ts';
import type { ProposalState } from '../../../../contract/proposals.ts';
import { oppositeOf } from '../../../../contract/relation-types.ts';
import { type KeyName, keyOf } from '../../base/access/actor.ts';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { batches } from '../../base/db/batches.ts';
import { command } from '../../base/db/query.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { lockOthers } from '../../relations/actions/others.ts';
import { type ProposalRow, proposalsById, proposalsOfPlan } from '../queries.ts';
import { contentFrom } from './content.ts';
import { makePlan } from './make.ts';
import { mayCreateOn } from './rights.ts';

/* Proposals change under the lock of their board, so that each is decided about once. */

interface Decision {
  workspaceId: string;
  state: ProposalState;
  by: string;
  now: number;
  rows: readonly { id: string; cardId: string | null; content: string }[];
}

const decide = command(
  'proposals.decide',
  (_db, p: Decision, fn) => sql<never>`
  update proposals set state = ${p.state}, decided_by = cast(${p.by} as text), decided_at = cast(${p.now} as bigint),
    card_id = r."cardId", content = r.content
  from ${fn.rows(p.rows, { id: 'text', cardId: 'text', content: 'text' })} r
  where ${fn.unindexed('proposals.workspace_id')} = ${p.workspaceId} and proposals.id = r.id
    and ${fn.isIn('proposals.id', sql`(select r.id from ${fn.rows(p.rows, { id: 'text' })} r)`)}`,
);

async function storeDecision(
  { tx, actor, now, record }: Work,
  { workspaceId, id: boardId }: Located<'board'>,
  state: 'accepted' | 'discarded',
  decided: readonly (ProposalRow & { cardId: string | null })[],
): Promise<void> {
  for (const rows of batches(decided))
    await tx.run(decide, { workspaceId, state, by: actor.userId, now, rows });
  for (const planId of new Set(decided.map((each) => each.planId)))
    record.live(`plan.${state}`, workspaceId, { boardId, subjectId: planId });
}

/** The proposals of these ids, in their order. Throws `Invalid`, naming the place of one that is not on the board or there twice. */
async function proposalsCalled(
  { tx }: Work,
  { workspaceId, id: boardId }: Located<'board'>,
  ids: readonly string[],
  fieldOf: (index: number) => string,
): Promise<ProposalRow[]> {
  const found = await tx.all(proposalsById, { workspaceId, boardId, ids: [...new Set(ids)] });
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const row = byId.get(id);
    if (!row) throw new Invalid('unknown-proposal', { field: fieldOf(index) });
    if (ids.indexOf(id) < index) throw new Invalid('proposal-twice', { field: fieldOf(index) });
    return row;
  });
}

const decidedAlready = (
  state: 'accepted' | 'discarded',
  { decidedByName }: Pick<ProposalRow, 'decidedByName'>,
): Conflict => new Conflict(`proposal-${state}`, { name: decidedByName ?? 'somebody' });

type Accepted = Partial<Omit<PlannedCard, 'key'>> & { proposalPublicId: string };

/** Creates cards of one plan that were proposed, in the name of the one who accepts them. */
export async function acceptProposals(work: Work, boardPublicId: string, given: readonly Accepted[]) {
  const board = await work.grant('board', boardPublicId, 'card:create');
  const chosen = await proposalsCalled(
    work,
    board,
    given.map(({ proposalPublicId }) => proposalPublicId),
    (index) => `body/cards/${index}/proposalPublicId`,
  );
  const [first] = chosen;
  for (const [index, row] of chosen.entries()) {
    if (row.state !== 'open') throw decidedAlready(row.state, row);
    if (row.planId !== first?.planId)
      throw new Invalid('proposals-of-plans', { field: `body/cards/${index}/proposalPublicId` });
  }
  const { cards, accepted, leftOut } = await cardsOf(work, board, first?.planId ?? '', chosen, given);
  const made = await makePlan(work, board, cards, (index) => {
    const row = chosen[index];
    return row && { by: row.proposedBy, at: row.createdAt, apiKey: row.apiKey };
  });
  const decided = accepted.map((row, index) => ({ ...row, cardId: made.cards[index]?.publicId ?? null }));
  await storeDecision(work, board, 'accepted', decided);
  return {
    cards: made.cards.map(({ publicId, cardNumber }, index) => {
      return { proposalPublicId: chosen[index]?.id ?? '', publicId, cardNumber };
    }),
    labels: made.labels,
    relationsLeftOut: leftOut,
  };
}

/**
 * What is to be created of a plan: with relations to cards that are accepted now or were before, whichever of the two names them.
 * Those to proposals that are not accepted come with them, and those to cards that are gone are left out.
 */
async function cardsOf(
  { tx }: Work,
  board: Located<'board'>,
  planId: string,
  chosen: readonly ProposalRow[],
  given: readonly Accepted[],
): Promise<{ cards: PlannedCard[]; accepted: ProposalRow[]; leftOut: number }> {
  const { workspaceId, id: boardId } = board;
  const plan = (await tx.all(proposalsOfPlan, { workspaceId, boardId, planId })).map((row) => {
    return { row, content: JSON.parse(row.content) as PlannedCard };
  });
  const byId = new Map(plan.map((each) => [each.row.id, each]));
  const idOfKey = new Map(plan.flatMap(({ row, content: { key } }) => (key ? [[key, row.id] as const] : [])));
  const contents = chosen.map((row, index): PlannedCard => {
    const { proposalPublicId, ...edited } = given[index] ?? { proposalPublicId: '' };
    const content = { title: '', ...byId.get(row.id)?.content, ...edited };
    const relations = content.relations?.map((each) => ({
      ...each,
      card: idOfKey.get(each.card) ?? each.card,
    }));
    return { ...content, ...(relations ? { relations } : {}) };
  });
  const ids = new Set(chosen.map(({ id }) => id));
  // Of cards that were accepted before, and name one of these.
  const back = plan.flatMap(({ row: { cardId }, content: { relations = [] } }) =>
    relations.flatMap(({ type, card }) =>
      cardId !== null && ids.has(card) ? [{ of: card, type: oppositeOf[type], card: cardId }] : [],
    ),
  );
  const wanted = contents.map(({ relations = [] }, index) => [
    ...relations.flatMap(({ type, card }) => {
      const other = byId.get(card);
      if (!other || ids.has(card)) return [{ type, card }];
      return other.row.cardId === null ? [] : [{ type, card: other.row.cardId }];
    }),
    ...back.flatMap(({ of, ...each }) => (of === chosen[index]?.id ? [each] : [])),
  ]);
  const outside = wanted.flat().flatMap(({ card }) => (ids.has(card) ? [] : [card]));
  const there = await lockOthers(tx, board, [...new Set(outside)]);
  const isThere = ({ card }: { card: string }) => ids.has(card) || there.has(card);
  return {
    cards: contents.map((content, index) => {
      return { ...content, key: chosen[index]?.id ?? '', relations: wanted[index]?.filter(isThere) ?? [] };
    }),
    accepted: chosen.flatMap((row, index) => {
      const content = contents[index];
      return content ? [{ ...row, content: contentFrom(byId.get(row.id)?.content.key, content) }] : [];
    }),
    leftOut: wanted.flat().filter((each) => !isThere(each)).length,
  };
}

/** Discards proposals, or takes back those that the caller has made. */
export async function discardProposals(
  work: Work,
  boardPublicId: string,
  ids: readonly string[],
): Promise<{ success: true }> {
  const board = await work.grant('board', boardPublicId, null);
  const mayCreate = mayCreateOn(board);
  const named = [...new Set(ids)];
  const found = await proposalsCalled(work, board, named, (index) => {
    return `body/proposalPublicIds/${ids.indexOf(named[index] ?? '')}`;
  });
  if (!mayCreate && !found.every((row) => isOwn(work, row)))
    requirePermission(board.permissions, 'card:create');
  const accepted = found.find(({ state }) => state === 'accepted');
  if (accepted) throw decidedAlready('accepted', accepted);
  const open = found.filter(({ state }) => state === 'open');
  if (open.length === 0) work.quiet();
  else await storeDecision(work, board, 'discarded', open);
  return { success: true };
}

/** Whether the caller has proposed it, by the same API key. */
function isOwn({ actor }: Work, { proposedBy, apiKey }: ProposalRow): boolean {
  const { id = null } = apiKey === null ? {} : (JSON.parse(apiKey) as KeyName);
  return proposedBy === actor.userId && id === (keyOf(actor)?.id ?? null);
}
