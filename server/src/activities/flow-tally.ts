import { second } from '../base/clock.ts';
import type { FlowKind } from './flow-queries.ts';

/*
 * Counts where cards were on each day. A card is followed back from where it is now through the entries of its history; each span of
 * time between two of them adds one card from its first day on, and takes it off again after its last.
 */

export interface FlowCard {
  id: string;
  number: number;
  listId: string;
  createdAt: number;
  completedAt: number | null;
  archivedAt: number | null;
}

export interface FlowEntry {
  at: number;
  kind: FlowKind;
  /** Of a move: the list before. */
  listId: string;
}

export type Followed = FlowCard & { startedAt: number | null };

interface Frame {
  /** The first instant of the first day. */
  from: number;
  /** Of each day, the first instant after it. */
  ends: readonly number[];
  /** The lists that are counted, in order. */
  listIds: readonly string[];
  /** The list from which on work begins; undefined for the first move. */
  startListId: string | undefined;
}

/** Where a card is. */
interface State {
  listId: string;
  isCompleted: boolean;
  isAway: boolean;
}

/** The state before what an entry tells. */
function before(state: State, { kind, listId }: FlowEntry): State {
  if (kind === 'moved') return { ...state, listId };
  if (kind === 'completed') return { ...state, isCompleted: false };
  if (kind === 'reopened') return { ...state, isCompleted: true };
  return { ...state, isAway: kind === 'returned' };
}

/**
 * The entries with one for each mark that the card has and its history does not tell of: an import brings marks alone, and of long
 * histories only the end is read.
 */
function withMarks(
  { completedAt, archivedAt }: FlowCard,
  entries: readonly FlowEntry[],
): readonly FlowEntry[] {
  const mark = (at: number | null, kind: FlowKind): FlowEntry[] =>
    at === null || entries.some((each) => each.kind === kind) ? [] : [{ at, kind, listId: '' }];
  const marks = [...mark(completedAt, 'completed'), ...mark(archivedAt, 'left')];
  return marks.length === 0 ? entries : [...entries, ...marks].sort((a, b) => b.at - a.at);
}

/** The number of these, which rise, that are at most a value. */
function upTo(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Tally {
  readonly #frame: Frame;
  readonly #bands: ReadonlyMap<string, number>;
  /** The lists where work has begun; undefined if any move begins it. */
  readonly #begun: ReadonlySet<string> | undefined;
  /** Of each list, and of the completed ones last: what is added and taken off on each day. */
  readonly #steps: Int32Array[];

  constructor(frame: Frame) {
    this.#frame = frame;
    const { listIds, startListId = '', ends } = frame;
    this.#bands = new Map(listIds.map((id, index) => [id, index]));
    const start = listIds.indexOf(startListId);
    this.#begun = start < 0 ? undefined : new Set(listIds.slice(start));
    this.#steps = [...listIds, ''].map(() => new Int32Array(ends.length + 1));
  }

  /** Adds a card with its entries, the last one first, and says when work on it began. */
  add(card: FlowCard, entries: readonly FlowEntry[]): Followed {
    const { createdAt, completedAt } = card;
    let state: State = {
      listId: card.listId,
      isCompleted: completedAt !== null,
      isAway: card.archivedAt !== null,
    };
    let until = Number.POSITIVE_INFINITY;
    let startedAt: number | null = null;
    for (const entry of withMarks(card, entries)) {
      const at = Math.max(entry.at, createdAt);
      this.#count(state, at, until);
      if (entry.kind === 'moved' && (this.#begun?.has(state.listId) ?? true)) startedAt = at;
      state = before(state, entry);
      until = at;
    }
    this.#count(state, createdAt, until);
    if (this.#begun?.has(state.listId)) startedAt = createdAt;
    // Entries of one change are microseconds apart. What moved only later was not begun before it was completed.
    const isLate = startedAt !== null && completedAt !== null && startedAt > completedAt + second;
    return { ...card, startedAt: isLate ? null : startedAt };
  }

  #count({ listId, isCompleted, isAway }: State, start: number, end: number): void {
    const { from, ends } = this.#frame;
    if (isCompleted ? start < from : isAway) return;
    const band = isCompleted ? this.#steps.length - 1 : this.#bands.get(listId);
    const steps = band === undefined ? undefined : this.#steps[band];
    if (!steps) return;
    const [first, after] = [upTo(ends, start), upTo(ends, end)];
    steps[first] = (steps[first] ?? 0) + 1;
    steps[after] = (steps[after] ?? 0) - 1;
  }

  /** Of each day, the open cards of each list and the completed ones last. */
  days(): number[][] {
    const now = this.#steps.map(() => 0);
    return this.#frame.ends.map((_end, dayIndex) => {
      for (const [band, steps] of this.#steps.entries())
        now[band] = (now[band] ?? 0) + (steps[dayIndex] ?? 0);
      return [...now];
    });
  }
}
