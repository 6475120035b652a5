/* The hues of boards and people, in degrees of oklch: given out by id, so that they are the same wherever they are shown. */

/** In rows of six, as far apart as names for colors are. */
export const hues = [22, 45, 70, 100, 130, 155, 185, 215, 250, 280, 315, 345] as const;

/** Spreads ids evenly: FNV-1a. */
const sumOf = (id: string, below: number): number =>
  (Array.from(id).reduce((sum, each) => Math.imul(sum ^ each.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0) %
  below;

/** The hue of a board, or of a person where none was given out. */
export const ownHue = (id: string): number => hues[sumOf(id, hues.length)] ?? hues[0];

/** How much of its board's hue a page has. */
export const boardTint = 0.008;
