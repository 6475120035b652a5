import type { Static } from 'typebox';
import { flow, mostFlowCards } from '../../../contract/flow.ts';
import { afterAllTime, day, isoMillis } from '../base/clock.ts';
import { dayIn, instantOf, isoDay, weekdayOf } from '../base/days.ts';
import type { CardFilter } from '../reading/filter/filter.ts';
import { beginning } from '../reading/outline.ts';
import type { Sources } from '../reading/slices.ts';
import {
  archivedCards,
  cardsAtOnce,
  type FlowKind,
  type FlowRow,
  flowLists,
  histories,
  historiesAtOnce,
  liveCards,
} from './flow-queries.ts';
import { type FlowEntry, type Followed, Tally } from './flow-tally.ts';

type Reply = Static<typeof flow.read.reply>;

export interface FlowOf {
  workspaceId: string;
  boardId: string;
  /** Whether the reader may see lists; without them there are no cards. */
  isShown: boolean;
  now: number;
  timeZone: string | null;
  days: number;
  startListId: string | undefined;
  filter: CardFilter | null;
}

/** The days that are shown: each as a day, and the first instant after it. */
function daysOf({ now, timeZone, days: count }: FlowOf) {
  const today = dayIn(now, timeZone);
  const days = Array.from({ length: count }, (_, index) => today - (count - 1 - index) * day);
  const [first = today] = days;
  const ends = days.map((each) => (each === today ? now + 1 : instantOf(each + day, timeZone)));
  return { days, from: instantOf(first, timeZone), ends };
}

/** The cards of a board that were there within the days, a bounded number at a time. */
async function* cardsOf({ db, turns }: Sources, { workspaceId, boardId }: FlowOf, from: number) {
  const of = { workspaceId, boardId, limit: cardsAtOnce };
  const isSeen = ({ completedAt, isLeftOut }: FlowRow) =>
    isLeftOut === 0 && (completedAt === null || completedAt >= from);
  for (let after = beginning; ; ) {
    const found = await turns(() => db.all(liveCards, { ...of, ...after }));
    yield found.filter(isSeen);
    const last = found.at(-1);
    if (found.length < cardsAtOnce || !last) break;
    after = { afterList: last.listPosition, afterCard: last.position };
  }
  for (let after = { at: afterAllTime, id: '' }; ; ) {
    const found = await turns(() => db.all(archivedCards, { ...of, ...after, since: from }));
    yield found.filter(isSeen);
    const last = found.at(-1);
    if (found.length < cardsAtOnce || !last) return;
    after = { at: Number(last.archivedAt), id: last.id };
  }
}

/** The entries of a history as they are read, the last one first. */
function entriesFrom(text: string): FlowEntry[] {
  const words = text === '' ? [] : text.split(' ');
  const entries: FlowEntry[] = [];
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [time, kind, list] = words.slice(at, at + 3);
    entries.push({ at: Number(time), kind: kind as FlowKind, listId: JSON.parse(list ?? '""') });
  }
  return entries.sort((a, b) => b.at - a.at);
}

/** Keeps the first cards in an order, without keeping all of them. */
class Best {
  readonly #compare: (a: Followed, b: Followed) => number;
  #cards: Followed[] = [];

  constructor(compare: (a: Followed, b: Followed) => number) {
    this.#compare = compare;
  }

  add(card: Followed): void {
    this.#cards.push(card);
    if (this.#cards.length >= 2 * mostFlowCards) this.#cards = this.list();
  }

  list = (): Followed[] => this.#cards.sort(this.#compare).slice(0, mostFlowCards);
}

/** What is counted of the cards themselves. */
class Cards {
  readonly completed = new Best((a, b) => Number(b.completedAt) - Number(a.completedAt));
  readonly open = new Best((a, b) => a.createdAt - b.createdAt);
  readonly completedAt: number[] = [];
  readonly leadTimes: number[] = [];
  readonly cycleTimes: number[] = [];
  readonly #lists: ReadonlySet<string>;
  openCount = 0;

  /** The lists of the board. */
  constructor(lists: ReadonlySet<string>) {
    this.#lists = lists;
  }

  add(card: Followed): void {
    const { createdAt, startedAt, completedAt, archivedAt, listId } = card;
    if (completedAt !== null) {
      this.completed.add(card);
      this.completedAt.push(completedAt);
      this.leadTimes.push(completedAt - createdAt);
      if (startedAt !== null) this.cycleTimes.push(completedAt - startedAt);
    } else if (archivedAt === null && this.#lists.has(listId)) {
      this.open.add(card);
      this.openCount++;
    }
  }
}

/** How long cards took, in seconds. */
function timesOf(micros: readonly number[]): Reply['leadTime'] {
  const sorted = Float64Array.from(micros, (each) => Math.max(0, Math.round(each / 1e6))).sort();
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
  return sorted.length === 0 ? null : { cards: sorted.length, median: at(0.5), most: at(0.85) };
}

/** How many cards were completed in each week, in the zone of the days. */
function weeksOf(days: readonly number[], counts: readonly number[]): Reply['weeks'] {
  const weeks = new Map<number, number>();
  for (const [index, each] of days.entries()) {
    const monday = each - (weekdayOf(each) - 1) * day;
    weeks.set(monday, (weeks.get(monday) ?? 0) + (counts[index] ?? 0));
  }
  return [...weeks].map(([monday, completed]) => ({ day: isoDay(monday), completed }));
}

function perDay(times: readonly number[], ends: readonly number[]): number[] {
  const counts = ends.map(() => 0);
  let at = 0;
  for (const time of Float64Array.from(times).sort()) {
    while (at < ends.length - 1 && time >= (ends[at] ?? 0)) at++;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

const shown = ({ id, number, listId, createdAt, startedAt }: Followed) => ({
  publicId: id,
  number,
  listPublicId: listId,
  createdAt: isoMillis(createdAt),
  startedAt: startedAt === null ? null : isoMillis(startedAt),
});

/** Follows the cards that pass the filter through their histories. */
async function followAll(
  sources: Sources,
  of: FlowOf,
  tally: Tally,
  add: (card: Followed) => void,
  from: number,
) {
  const { db, turns } = sources;
  const { workspaceId, filter } = of;
  for await (const found of cardsOf(sources, of, from)) {
    const passing = filter ? await filter.passing(found.map(({ id }) => id)) : undefined;
    const left = passing ? found.filter(({ id }) => passing.has(id)) : found;
    for (let first = 0; first < left.length; first += historiesAtOnce) {
      const some = left.slice(first, first + historiesAtOnce);
      await turns(async () => {
        const read = await db.all(histories, { workspaceId, ids: some.map(({ id }) => id) });
        const byId = new Map(read.map(({ id, entries }) => [id, entries]));
        for (const card of some) add(tally.add(card, entriesFrom(byId.get(card.id) ?? '')));
      });
    }
  }
}

export async function readFlow(sources: Sources, of: FlowOf): Promise<Reply> {
  const { workspaceId, boardId, timeZone, startListId, isShown } = of;
  const { days, from, ends } = daysOf(of);
  const lists = isShown ? await sources.db.all(flowLists, { workspaceId, boardId }) : [];
  const listIds = lists.map(({ id }) => id);
  const tally = new Tally({ from, ends, listIds, startListId });
  const cards = new Cards(new Set(listIds));
  if (isShown) await followAll(sources, of, tally, (card) => cards.add(card), from);
  return {
    timeZone: timeZone ?? 'UTC',
    lists: lists.map(({ id, name }) => ({ publicId: id, name })),
    days: tally.days().map((counts, index) => ({
      day: isoDay(days[index] ?? 0),
      open: counts.slice(0, -1),
      completed: counts.at(-1) ?? 0,
    })),
    weeks: weeksOf(days, perDay(cards.completedAt, ends)),
    leadTime: timesOf(cards.leadTimes),
    cycleTime: timesOf(cards.cycleTimes),
    completedCount: cards.completedAt.length,
    completed: cards.completed
      .list()
      .map((card) => ({ ...shown(card), completedAt: isoMillis(card.completedAt ?? 0) })),
    openCount: cards.openCount,
    open: cards.open.list().map(shown),
  };
}
