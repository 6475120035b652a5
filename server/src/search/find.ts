import { type Clock, second } from '../base/clock.ts';
import type { Reads } from '../base/db/database.ts';
import { mostLookedThrough, newest } from '../base/db/text-search.ts';
import { fold } from '../base/fold.ts';
import {
  type Asked,
  type Hit,
  textsAndWaiting,
  textsLookedThrough,
  textsWith,
  type Waiting,
  waitingTexts,
} from './queries.ts';

/*
 * Finds the texts with the words of a search, without writing anything and without reading what does not match, as far
 * as an index tells. Where a great many match, the newest do. What SQLite does, everyone waits for: so it is done in
 * slices that take some milliseconds each.
 */

/** Hits at the most. */
const enough = 200;

/** A word that so few texts anywhere hold is found without asking for those of the workspace. */
const few = 40;

/** Texts that wait to be indexed, and are searched as they were written: what is more waits for a moment. */
const mostWaiting = 200;

/**
 * Texts in a slice at the least and at the most: those before them may have been short and quickly read, and these may be as
 * long as a text can be.
 */
const [fewest, largest] = [64, 256];

/** How long one slice should take. */
const sliceTime = second / 200;

/** Hits, the newest first; of two for one text the first counts. */
export async function findTexts(db: Reads, clock: Clock, search: Asked, words: string[]): Promise<Hit[]> {
  const { waiting, indexed } = await (db.engine === 'postgres' ? atOnce : bySlices)(db, clock, search);
  const hits = [...(await fittingAsWritten(clock, search, words, waiting)), ...indexed];
  return [...new Map(hits.toReversed().map((hit) => [hit.id, hit])).values()].reverse();
}

/** Texts that wait to be indexed, the newest, and hits among those that are. */
interface Found {
  waiting: Waiting[];
  indexed: Hit[];
}

async function atOnce(db: Reads, _clock: Clock, search: Asked): Promise<Found> {
  const slice = { ...search, asked: search.trigrams, below: last, take: enough, limit: mostWaiting };
  const found = await db.all(textsAndWaiting(search), slice);
  const waiting = found.flatMap(({ id, kind, title, body }) =>
    title === null ? [] : [{ id, kind, title, body: body ?? '' }],
  );
  return { waiting, indexed: found.flatMap(fitting) };
}

async function bySlices(db: Reads, clock: Clock, search: Asked): Promise<Found> {
  const { workspaceId } = search;
  const waiting = await db.all(waitingTexts, { workspaceId, limit: mostWaiting });
  return { waiting, indexed: await indexed(db, clock, search) };
}

async function indexed(db: Reads, clock: Clock, search: Asked): Promise<Hit[]> {
  const asked = search.trigrams;
  if (asked === null) return (await lookThrough(db, clock, search, mostLookedThrough.unknown)) ?? [];
  const rare = await db.all(textsWith(search), { ...search, asked, below: last, take: few });
  if (rare.length < few) return rare.flatMap(fitting);
  const common = await lookThrough(db, clock, search, mostLookedThrough.common, newest.hits);
  return common ?? byIndex(db, clock, search);
}

const fitting = ({ id, kind, rank }: { id: string | null; kind: Hit['kind']; rank: number | null }): Hit[] =>
  id === null || rank === null ? [] : [{ id, kind, rank }];

const last = Number.MAX_SAFE_INTEGER;

/** The newest texts that the index gives. */
async function byIndex(db: Reads, clock: Clock, search: Asked): Promise<Hit[]> {
  const hits: Hit[] = [];
  const slices = slicesOn(clock, few);
  // What the caller may not see takes no place from what they may.
  const most = search.differs ? mostLookedThrough.common : enough;
  for (let below = last, looked = 0; looked < most && hits.length < enough; ) {
    const take = Math.min(slices.next(), most - looked);
    const found = await db.all(textsWith(search), { ...search, asked: search.trigramsHere, below, take });
    hits.push(...found.flatMap(fitting));
    const end = found.at(-1);
    if (!end || found.length < take) break;
    looked += take;
    below = end.number;
    await slices.done(take);
  }
  return hits.slice(0, enough);
}

/** Hits among the newest `most` texts of the workspace; undefined where the very newest have fewer than `least`. */
async function lookThrough(
  db: Reads,
  clock: Clock,
  search: Asked,
  most: number,
  least = 0,
): Promise<Hit[] | undefined> {
  const hits: Hit[] = [];
  const slices = slicesOn(clock, newest.looked);
  for (let below = '~', looked = 0; looked < most && hits.length < enough; ) {
    // As many as hold what is missing, if they are like those before them.
    const likely = hits.length === 0 ? most : ((enough - hits.length) * looked) / hits.length;
    const take = Math.min(slices.next(), most - looked, Math.max(Math.ceil(likely), fewest));
    const found = await db.all(textsLookedThrough(search), { ...search, below, take });
    const end = found.pop()?.id;
    hits.push(...found.flatMap(fitting));
    if (typeof end !== 'string') break;
    if (looked === 0 && hits.length < least) return undefined;
    looked += take;
    below = end;
    await slices.done(take);
  }
  return hits.slice(0, enough);
}

/** Those of texts that are too new for the index which hold the words. */
async function fittingAsWritten(
  clock: Clock,
  search: Asked,
  words: string[],
  texts: Waiting[],
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const slices = slicesOn(clock, 1);
  for (const { id, kind, title, body } of texts) {
    slices.next();
    const wanted = kind === 'board' || (kind === 'card' ? search.withCards : search.withComments);
    const [foldedTitle, foldedBody] = [fold(title), fold(body)];
    const inTitle = words.every((word) => foldedTitle.includes(word));
    const inBoth = words.every((word) => foldedTitle.includes(word) || foldedBody.includes(word));
    if (wanted && inBoth) hits.push({ id, kind, rank: kind === 'comment' ? 3 : inTitle ? 1 : 2 });
    await slices.done(1);
  }
  return hits;
}

/** Sizes of slices, each by how long the one before it took; others get their turn in between. */
function slicesOn(clock: Clock, first: number) {
  let size = first;
  let began = clock.now();
  let turn = began;
  return {
    next() {
      began = clock.now();
      return size;
    },
    async done(taken: number) {
      const now = clock.now();
      const fitting = Math.floor((taken * sliceTime) / Math.max(now - began, 1));
      size = Math.max(fewest, Math.min(fitting, 8 * size, largest));
      if (now - turn < sliceTime) return;
      await new Promise((resolve) => setImmediate(resolve));
      turn = clock.now();
    },
  };
}
