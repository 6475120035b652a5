/*
 * Which cards of a long list are in the DOM: those in view, a few beyond, and those that must stay. The others are
 * replaced by space of their height, measured or estimated.
 */

/** Pixels from the top of a list. */
export interface Span {
  top: number;
  bottom: number;
}

/** Consecutive cards that are rendered, or the space of those that are not; `to` is exclusive. */
export interface Run {
  from: number;
  to: number;
  isShown: boolean;
}

/** The offset of each card, and finally of one after the last. */
export function topsOf(ids: readonly string[], heightOf: (id: string) => number, gap: number): Float64Array {
  const tops = new Float64Array(ids.length + 1);
  ids.forEach((id, index) => {
    tops[index + 1] = (tops[index] ?? 0) + heightOf(id) + gap;
  });
  return tops;
}

/** Splits all cards into runs: those within the span, and those of `kept`, are rendered. */
export function runsOf(tops: Float64Array, { top, bottom }: Span, kept: readonly number[]): Run[] {
  const count = tops.length - 1;
  const first = Math.max(0, firstWhere(tops, (each) => each > top) - 1);
  const last = Math.max(
    first,
    Math.min(
      count,
      firstWhere(tops, (each) => each >= bottom),
    ),
  );
  const shown = [...kept, ...Array.from({ length: last - first }, (_, index) => first + index)];
  const runs: Run[] = [];
  let next = 0;
  for (const index of new Set(shown.filter((each) => each >= 0 && each < count).sort((a, b) => a - b))) {
    const run = runs.at(-1);
    if (index > next) runs.push({ from: next, to: index, isShown: false });
    if (index === next && run) run.to = index + 1;
    else runs.push({ from: index, to: index + 1, isShown: true });
    next = index + 1;
  }
  if (next < count) runs.push({ from: next, to: count, isShown: false });
  return runs;
}

/** The first of ascending numbers for which a predicate holds; their count if it holds for none. */
function firstWhere(rising: Float64Array, holds: (each: number) => boolean): number {
  let [from, to] = [0, rising.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(rising[middle] ?? 0)) to = middle;
    else from = middle + 1;
  }
  return from;
}
