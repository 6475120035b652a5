import { signal } from '@preact/signals';
import { boardTint, hues, ownHue } from '../../contract/hues.ts';

/** The hues of the people on the open board. */
export const huesHere = signal<ReadonlyMap<string, number>>(new Map());

/** A user's hue: on a board the one given out there, elsewhere always the same. */
export const hueOf = (id: string): number => huesHere.value.get(id) ?? ownHue(id);

const apart = (one: number, other: number): number => {
  const between = Math.abs(one - other);
  return Math.min(between, 360 - between);
};

/** Gives out hues to people in a row: as few as possible share one, and neighbors differ clearly. */
export function huesFor(ids: readonly string[]): Map<string, number> {
  const given = new Map<string, number>();
  const uses = new Map<number, number>();
  let before: number | undefined;
  for (const id of ids) {
    const own = ownHue(id);
    const costOf = (hue: number) =>
      1000 * (uses.get(hue) ?? 0) +
      (before !== undefined && apart(hue, before) < 60 ? 500 : 0) +
      apart(hue, own);
    const [best = own] = hues.toSorted((a, b) => costOf(a) - costOf(b));
    given.set(id, best);
    uses.set(best, (uses.get(best) ?? 0) + 1);
    before = best;
  }
  return given;
}

/** The hue of a board: its own, or that of the color that was chosen. */
export const hueOfBoard = (id: string, colour?: string): number => boardTint(id, colour).hue;

/** Tints the page with the hue of a board, its own or the one that was chosen, until the returned function is called. */
export function tintPage(board: string, colour?: string): () => void {
  const { hue, tint } = boardTint(board, colour);
  const { style } = document.documentElement;
  style.setProperty('--board', String(hue));
  style.setProperty('--tint', String(tint));
  return () => {
    style.removeProperty('--board');
    style.removeProperty('--tint');
  };
}
