import { caps } from '../../../../contract/caps.ts';
import type { CodeDeliveryOutcome, CodeLinkKind, CodeLinkState } from '../../../../contract/code-kinds.ts';
import type { ActivityType } from '../../../../contract/events.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { second } from '../../base/clock.ts';
import { ifShown, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { markPullRequests } from '../../cards/actions/pull-requests.ts';
import { insertLinks, removeLink } from '../../data/code/rows.ts';
import { wakeHost } from '../comment-queries.ts';
import {
  countsOn,
  linkOnCard,
  linksStored,
  noteDelivery,
  type OfHost,
  type StoredLink,
  setOutcome,
  statesOf,
  tellOf,
} from '../queries.ts';
import type { Item } from '../reading/items.ts';

/** An item of a delivery, and the numbers of the cards that it names. */
export interface NamingItem {
  item: Item;
  numbers: ReadonlySet<number>;
}

export interface Delivery extends OfHost {
  hash: string;
  event: string;
  items: readonly NamingItem[];
  /** The cards that are named, and those on which something of it stands already. */
  cardIds: readonly string[];
  /** Whether its pull requests are told of the cards on which they come to stand. */
  comments: boolean;
}

type Card = Located<'card'>;

/** Puts on cards what a delivery tells. A card that its host may not change is passed over. */
export async function linkDelivered(
  work: Work,
  { workspaceId, hostId, hash, event, items, cardIds, comments }: Delivery,
): Promise<CodeDeliveryOutcome | 'repeated'> {
  const { tx, now, quiet, continues } = work;
  // Whoever connected the host is granted each card; with none of them, only the delivery is noted.
  continues();
  quiet();
  const id = newId(now);
  const noted = {
    workspaceId,
    hostId,
    id,
    hash,
    event,
    outcome: 'linked',
    cards: cardIds.length,
    now,
  } as const;
  const [first] = await tx.run(noteDelivery, noted);
  if (first?.id !== id) return 'repeated';
  await tx.lock('cards', workspaceId, [...cardIds]);
  const cards: Card[] = [];
  for (const cardId of cardIds) {
    const card = await ifShown(work.grant('card', cardId, 'card:edit'));
    if (card) cards.push(card);
  }
  const changed = await linkTo(work, { workspaceId, hostId, comments }, cards, items);
  const outcome = cards.length === 0 ? 'no-access' : 'linked';
  if (outcome !== 'linked' || changed !== cardIds.length)
    await tx.run(setOutcome, { workspaceId, id, outcome, cards: changed });
  return outcome;
}

/** Returns the number of cards that were changed. */
async function linkTo(
  work: Work,
  of: OfHost & Pick<Delivery, 'comments'>,
  cards: readonly Card[],
  items: readonly NamingItem[],
): Promise<number> {
  if (cards.length === 0) return 0;
  const { tx } = work;
  const cardIds = cards.map(({ id }) => id);
  const refs = items.map(({ item: { kind, ref } }) => ({ kind, ref }));
  const [stored, counts] = await Promise.all([
    tx.all(linksStored, { ...of, cardIds, refs }),
    tx.all(countsOn, { workspaceId: of.workspaceId, cardIds }),
  ]);
  const before = new Map(stored.map((link) => [keyOf(link), link]));
  const room = new Map(
    counts.map(({ cardId, kind, count }) => [`${cardId} ${kind}`, caps.codeLinksOfCard - Number(count)]),
  );
  const steps = items.flatMap(({ item, numbers }) =>
    cards.flatMap((card): Step[] => {
      const link = before.get(keyOf({ ...item, cardId: card.id }));
      if (link) return isNews(item, link) ? [{ item, card, link }] : [];
      if (!numbers.has(card.number) || item.state === 'deleted') return [];
      const place = `${card.id} ${item.kind}`;
      const left = room.get(place) ?? caps.codeLinksOfCard;
      room.set(place, left - 1);
      return left > 0 ? [{ item, card, link: undefined }] : [];
    }),
  );
  await store(work, of, steps);
  for (const onCard of Map.groupBy(steps, ({ card }) => card).values()) await recordOn(work, onCard);
  await showStates(work, of.workspaceId, steps);
  return new Set(steps.map(({ card }) => card)).size;
}

const keyOf = ({ kind, ref, cardId }: { kind: CodeLinkKind; ref: string; cardId: string }): string =>
  `${cardId} ${kind} ${ref}`;

interface Step {
  item: Item;
  card: Card;
  /** As it stands on the card; undefined if it is new there. */
  link: StoredLink | undefined;
}

/**
 * Whether an item is newer than what stands on a card: hosts deliver in any order. What is merged stays so. Their times are of
 * seconds, so of two at once the one that ends more counts.
 */
export function isNews(
  item: Pick<Item, 'kind' | 'state' | 'at'>,
  link: Pick<StoredLink, 'state' | 'at'>,
): boolean {
  if (item.kind === 'commit' || (link.state === 'merged' && item.state !== 'merged')) return false;
  if (item.state === 'merged' && link.state !== 'merged') return true;
  return item.at > link.at || (item.at === link.at && finality(item.state) >= finality(link.state));
}

const ends: readonly (CodeLinkState | null)[] = ['deleted', 'closed', 'merged'];

const finality = (state: CodeLinkState | null): number => ends.indexOf(state);

/** How long a pull request is given to name all of its cards before it is told of them; microseconds. */
const calm = 5 * second;

/** Only of pull requests that are under way: a host that is connected late tells of old ones, too. */
const isToTell = ({ kind, state }: Item): boolean =>
  kind === 'pull-request' && (state === 'open' || state === 'draft');

async function store(
  { tx, now }: Work,
  { comments, ...of }: OfHost & Pick<Delivery, 'comments'>,
  steps: readonly Step[],
): Promise<void> {
  const rows = steps.flatMap(({ item, card, link }) => {
    if (link) return [];
    const { texts, branches, by, ...stored } = item;
    const commentDueAt = comments && isToTell(item) ? now + calm : null;
    return [{ ...stored, id: newId(now), cardId: card.id, commentDueAt }];
  });
  if (rows.length > 0) {
    await tx.run(insertLinks, { workspaceId: of.workspaceId, hostId: of.hostId, createdAt: now, rows });
  }
  if (rows.some(({ commentDueAt }) => commentDueAt !== null))
    await tx.run(wakeHost, { ...of, at: now + calm });
  const told = Map.groupBy(
    steps.filter(({ link }) => link !== undefined),
    ({ item }) => item,
  );
  for (const [{ kind, ref, title, url, repository, state, author, at }, on] of told) {
    const cardIds = on.map(({ card }) => card.id);
    await tx.run(tellOf, { ...of, kind, ref, cardIds, title, url, repository, state, author, at });
  }
}

const typeOfState: Partial<Record<CodeLinkState, ActivityType>> = {
  open: 'card.updated.pullRequest.opened',
  draft: 'card.updated.pullRequest.drafted',
  merged: 'card.updated.pullRequest.merged',
  closed: 'card.updated.pullRequest.closed',
};

/** Records what was told of a card: histories tell of pull requests, not of each push. */
async function recordOn({ record }: Work, steps: readonly Step[]): Promise<void> {
  let isRecorded = false;
  for (const { item, card, link } of steps) {
    const { state, number, title, url, by } = item;
    const type = state !== null && state !== link?.state && typeOfState[state];
    if (!type || number === null) continue;
    await record.activity({ type, card, change: { from: null, to: { number, title, url, by } } });
    isRecorded = true;
  }
  const [first] = steps;
  if (isRecorded || !first) return;
  const { workspaceId, boardId, id: cardId } = first.card;
  record.live('card.updated.code', workspaceId, { boardId, cardId });
}

async function showStates({ tx }: Work, workspaceId: string, steps: readonly Step[]): Promise<void> {
  const ids = steps.flatMap(({ item, card }) => (item.kind === 'pull-request' ? [card.id] : []));
  if (ids.length === 0) return;
  await markPullRequests(tx, workspaceId, await statesOf(tx, workspaceId, [...new Set(ids)]));
}

/** Takes something off a card. */
export async function unlink(
  work: Work,
  { cardPublicId, codeLinkPublicId: id }: { cardPublicId: string; codeLinkPublicId: string },
): Promise<{ success: true }> {
  const { tx, grant, record } = work;
  const { workspaceId, boardId, id: cardId } = await grant('card', cardPublicId, 'card:edit');
  const found = await tx.first(linkOnCard, { workspaceId, cardId, id });
  if (!found) throw new NotFound();
  await tx.run(removeLink, { workspaceId, id });
  if (found.kind === 'pull-request') {
    await markPullRequests(tx, workspaceId, await statesOf(tx, workspaceId, [cardId]));
  }
  record.live('card.updated.code', workspaceId, { boardId, cardId });
  return { success: true };
}
