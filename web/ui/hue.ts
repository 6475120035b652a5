/* Hues, in degrees of oklch. */

/** The hues of boards, in rows of six, as far apart as names for colors are. */
const hues = [22, 45, 70, 100, 130, 155, 185, 215, 250, 280, 315, 345] as const;

/** Spreads ids evenly: FNV-1a. */
const sumOf = (id: string, below: number): number =>
  (Array.from(id).reduce((sum, each) => Math.imul(sum ^ each.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0) %
  below;

/** A user's hue: the same wherever the user is shown. */
export const hueOf = (id: string): number => sumOf(id, 360);

/** A board's own hue. */
export const hueOfBoard = (id: string): number => hues[sumOf(id, hues.length)] ?? hues[0];

/** Tints the page with a board's hue, until the returned function is called. */
export function tintPage(hue: number): () => void {
  const { style } = document.documentElement;
  style.setProperty('--board', String(hue));
  style.setProperty('--tint', '0.008');
  return () => {
    style.removeProperty('--board');
    style.removeProperty('--tint');
  };
}
