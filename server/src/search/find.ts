import type { Reads } from '../base/db/database.ts';
import { type Found, maxLookedThrough, newest } from '../base/db/text-search.ts';
import { fold } from '../base/fold.ts';
import type { Turns } from '../base/http/turns.ts';
import {
  type Hit,
  type SearchRequest,
  textsAndWaiting,
  textsLookedThrough,
  textsWith,
  type Waiting,
  waitingTexts,
} from './queries.ts';

/*
 * Finds the texts that match a search, without writing anything and, as far as an index allows, without reading other texts.
 * If very many match, the newest are returned. Work in this process blocks everyone, so it is done in slices with limits on
 * texts and bytes, of a few milliseconds each, and all searches take turns.
 *
 * Texts that the job (`jobs.ts`) has not folded and indexed yet are folded by the search itself, so that it finds what was
 * written just before. On SQLite, a word that many of the newest texts contain is looked for in those; other words are
 * looked up in the trigram index. PostgreSQL finds all indexed texts in one statement (`db/text-search.ts`).
 */

/** What a search reads from, and the turns in which its slices run. */
interface Sources {
  db: Reads;
  turns: Turns;
}

/** Max hits. */
const maxHits = 200;

/** If fewer texts of all workspaces match, the search is not narrowed to its own workspace by trigrams. */
const few = 40;

/** Max texts that are searched before they are indexed; any more are found once they are indexed, moments later. */
const waiting = { limit: 200, mostBytes: 128_000 };

/** Max texts of a slice, and the approximate max bytes compared with words and characters folded. */
const slice = { texts: 256, compared: 2 ** 20, folded: 4000 };

/** Min texts of a slice: fewer are not worth one. */
const fewest = 64;

/** Hits, newest first; if a text has two, the first counts. */
export async function findTexts(sources: Sources, search: SearchRequest, words: string[]): Promise<Hit[]> {
  const find = sources.db.engine === 'postgres' ? atOnce : bySlices;
  const { written, indexed } = await find(sources, search, words);
  const hits = [...(await fittingAsWritten(sources, search, words, written)), ...indexed];
  return [...new Map(hits.toReversed().map((hit) => [hit.id, hit])).values()].reverse();
}

/** The newest texts that are waiting to be indexed, and hits among the indexed ones. */
interface Texts {
  written: Waiting[];
  indexed: Hit[];
}

async function atOnce({ db }: Sources, search: SearchRequest): Promise<Texts> {
  const whole = { asked: search.trigrams, below: last, take: maxHits, bytes: slice.compared };
  const found = await db.all(textsAndWaiting(search), { ...search, ...whole, ...waiting });
  const written = found.flatMap(({ id, kind, title, body }) =>
    title === null ? [] : [{ id, kind, title, body: body ?? '' }],
  );
  return { written, indexed: found.flatMap(fitting) };
}

async function bySlices(sources: Sources, search: SearchRequest, words: string[]): Promise<Texts> {
  const { db, turns } = sources;
  const { workspaceId } = search;
  const written = await turns(() => db.all(waitingTexts, { workspaceId, ...waiting }));
  const sliced = { ...search, bytes: Math.ceil(slice.compared / words.length) };
  return { written, indexed: await indexed(sources, sliced) };
}

/** A search whose slices compare about `bytes` with each of its words. */
type Sliced = SearchRequest & { bytes: number };

async function indexed(sources: Sources, search: Sliced): Promise<Hit[]> {
  if (search.trigrams === null) return (await lookThrough(sources, search, maxLookedThrough.unknown)) ?? [];
  const rare = await withTrigrams(sources, search, search.trigrams, last, few);
  if (rare.length < few && rare.every(isLooked)) return rare.flatMap(fitting);
  const common = await lookThrough(sources, search, maxLookedThrough.common, newest.hits);
  return common ?? byIndex(sources, search);
}

const withTrigrams = (
  { db, turns }: Sources,
  search: Sliced,
  asked: string | null,
  below: number,
  take: number,
): Promise<Found[]> => turns(() => db.all(textsWith(search), { ...search, asked, below, take }));

const isLooked = ({ looked }: Found): boolean => looked === 1;

const fitting = ({ id, kind, rank }: { id: string | null; kind: Hit['kind']; rank: number | null }): Hit[] =>
  id === null || rank === null ? [] : [{ id, kind, rank }];

const last = Number.MAX_SAFE_INTEGER;

/** The newest matches that the index returns. */
async function byIndex(sources: Sources, search: Sliced): Promise<Hit[]> {
  const hits: Hit[] = [];
  // Texts that the caller may not see must not crowd out those that they may.
  const most = search.differs ? maxLookedThrough.common : maxHits;
  for (let below = last, looked = 0; looked < most && hits.length < maxHits; ) {
    const take = Math.min(slice.texts, most - looked);
    const found = await withTrigrams(sources, search, search.trigramsHere, below, take);
    const read = found.filter(isLooked);
    hits.push(...read.flatMap(fitting));
    const end = read.at(-1);
    if (!end || (read.length === found.length && found.length < take)) break;
    looked += read.length;
    below = end.number;
  }
  return hits.slice(0, maxHits);
}

/** Hits among the newest `most` texts of the workspace; undefined if the very newest have fewer than `least`. */
async function lookThrough(
  { db, turns }: Sources,
  search: Sliced,
  most: number,
  least = 0,
): Promise<Hit[] | undefined> {
  const hits: Hit[] = [];
  for (let below = '~', looked = 0; looked < most && hits.length < maxHits; ) {
    // Likely to contain the missing hits, if matches are as frequent as before.
    const likely = hits.length === 0 ? most : ((maxHits - hits.length) * looked) / hits.length;
    const size = looked < newest.looked ? newest.looked - looked : slice.texts;
    const take = Math.min(size, most - looked, Math.max(Math.ceil(likely), fewest));
    const found = await turns(() => db.all(textsLookedThrough(search), { ...search, below, take }));
    const end = found.pop();
    hits.push(...found.flatMap(fitting));
    if (typeof end?.id !== 'string') break;
    looked += end.rank;
    below = end.id;
    if (looked === newest.looked && hits.length < least) return undefined;
  }
  return hits.slice(0, maxHits);
}

/** Hits among texts that are not indexed yet. */
async function fittingAsWritten(
  { turns }: Sources,
  search: SearchRequest,
  words: string[],
  texts: Waiting[],
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const left = texts.values();
  const fittingOfSlice = async () => {
    for (let folded = 0; folded < slice.folded; ) {
      const { value, done } = left.next();
      if (done) return true;
      hits.push(...fittingFolded(search, words, value));
      folded += value.title.length + value.body.length;
    }
    return false;
  };
  if (texts.length > 0) while (!(await turns(fittingOfSlice)));
  return hits;
}

function fittingFolded(search: SearchRequest, words: string[], { id, kind, title, body }: Waiting): Hit[] {
  const wanted = kind === 'board' || (kind === 'card' ? search.withCards : search.withComments);
  if (!wanted) return [];
  const [foldedTitle, foldedBody] = [fold(title), fold(body)];
  const inTitle = words.every((word) => foldedTitle.includes(word));
  const inBoth = words.every((word) => foldedTitle.includes(word) || foldedBody.includes(word));
  return inBoth ? [{ id, kind, rank: kind === 'comment' ? 3 : inTitle ? 1 : 2 }] : [];
}
