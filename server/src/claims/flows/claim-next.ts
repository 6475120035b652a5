import type { claims } from '../../../../contract/claims.ts';
import type { BodyOf, ReplyOf } from '../../../../contract/operation.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { second } from '../../base/clock.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import { moveCard } from '../../cards/actions/update.ts';
import { type CardFilter, readFilter } from '../../reading/filter/filter.ts';
import { scopeOf } from '../../reading/filter/names.ts';
import { inTransaction } from '../../reading/filter/tiles.ts';
import { beginning, type CardCursor } from '../../reading/outline.ts';
import type { Sources } from '../../reading/slices.ts';
import { claimCard } from '../actions/claim.ts';
import { candidates, nextExpiry } from '../queries.ts';

/*
 * The next card that is ready is looked for outside of any transaction, slice by slice, and a bounded number of cards per
 * request. It is then locked and judged again: whoever comes second goes on with the card after it.
 */

/** Cards of one slice, and slices of one request. */
const slice = 1000;
const mostSlices = 10;

/** Seconds after which to ask again, if no claim expires before. */
const pause = { least: 1, most: 30 };

type Given = BodyOf<typeof claims.next>;
type Reply = ReplyOf<typeof claims.next>;

/** The card is no longer ready: undoes the change. */
class Gone extends Error {}

export async function claimNext(
  { sources, now: clock }: { sources: Sources; now: () => number },
  { actor, change }: Caller,
  boardPublicId: string,
  given: Given,
): Promise<Reply> {
  const board = await locate(sources.db, actor, 'board', boardPublicId, 'card:edit');
  const { workspaceId, id: boardId } = board;
  const now = clock();
  const filtersIn = (from: Sources) => filtersOf(from, board, actor, given.filter, now);
  const filters = await filtersIn(sources);
  let place: CardCursor | null = placeFrom(given.cursor);
  for (let slices = 0; place && slices < mostSlices; slices++) {
    const after: CardCursor = place;
    const found = await sources.turns(() =>
      sources.db.all(candidates, { workspaceId, boardId, ...after, limit: slice, now }),
    );
    for (const id of await passing(
      filters,
      found.flatMap((card) => (card.isFree === 1 ? [card.id] : [])),
    )) {
      try {
        return await change((work) => take(work, { id, boardId, given, filtersIn }));
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
      }
    }
    const last = found.length < slice ? undefined : found.at(-1);
    place = last ? { afterList: last.listPosition, afterCard: last.position } : null;
  }
  const rest = place;
  return change(async (work) => {
    await work.grant('board', boardPublicId, 'card:edit');
    work.quiet();
    const next = rest ? undefined : await work.tx.first(nextExpiry, { workspaceId, boardId, now });
    const until = next ? Math.ceil((next.at - now) / second) : pause.most;
    return {
      card: null,
      retryAfter: rest ? 0 : Math.max(pause.least, Math.min(pause.most, until)),
      cursor: rest && `${rest.afterList}.${rest.afterCard}`,
    };
  });
}

function placeFrom(cursor: string | undefined): CardCursor {
  if (cursor === undefined) return beginning;
  const [, afterList, afterCard] = /^([0-9A-Za-z]+)\.([0-9A-Za-z]+)$/.exec(cursor) ?? [];
  if (afterList === undefined || afterCard === undefined)
    throw new Invalid('wrong-cursor', { field: 'body/cursor' });
  return { afterList, afterCard };
}

/** That the card is ready, and what the caller asks for. */
async function filtersOf(
  sources: Sources,
  board: Located<'board'>,
  actor: Caller['actor'],
  text: string | undefined,
  now: number,
): Promise<readonly CardFilter[]> {
  const scope = scopeOf(board, [board.id], actor);
  const at = { now, timeZone: actor.timeZone };
  const ready = await readFilter(sources, 'is:ready', scope, at);
  const asked = await readFilter(sources, text, scope, at, 'body/filter');
  if (asked && asked.sort.length > 0) throw new Invalid('filter-sorts', { field: 'body/filter' });
  return [ready, asked].filter((filter) => filter !== null);
}

/** Those of some cards that pass all filters, in the same order. */
async function passing(filters: readonly CardFilter[], ids: readonly string[]): Promise<readonly string[]> {
  let left = ids;
  for (const filter of filters) {
    const found = await filter.passing(left);
    left = left.filter((id) => found.has(id));
  }
  return left;
}

interface Taken {
  id: string;
  boardId: string;
  given: Given;
  filtersIn: (sources: Sources) => Promise<readonly CardFilter[]>;
}

async function take(work: Work, { id, boardId, given, filtersIn }: Taken): Promise<Reply> {
  const card = await work.grant('card', id, 'card:edit').catch((error: unknown) => {
    throw error instanceof NotFound ? new Gone() : error;
  });
  const isStillReady =
    card.boardId === boardId && (await passing(await filtersIn(inTransaction(work.tx)), [id])).length > 0;
  if (!isStillReady) throw new Gone();
  const there = await moveTo(work, card, given.moveTo);
  const claim = await claimCard(work, there, given.leaseSeconds);
  return {
    card: {
      publicId: id,
      key: `${card.cardPrefix}-${card.number}`,
      title: card.title,
      listPublicId: there.listId,
      claim,
    },
    retryAfter: null,
    cursor: null,
  };
}

/** Moves the card to a list, if one is given; returns where it is then. */
async function moveTo(
  work: Work,
  card: Located<'card'>,
  listPublicId: string | undefined,
): Promise<Located<'card'>> {
  if (listPublicId === undefined) return card;
  const { listId, completedAt } = await moveCard(work, card, { listPublicId });
  if (completedAt !== null) throw new Invalid('claim-into-done', { field: 'body/moveTo' });
  return { ...card, listId };
}
