/* The hues of boards and people, in degrees of oklch: given out by id, so that they are the same wherever they are shown. */

/** In rows of six, as far apart as names for colors are. */
export const hues = [22, 45, 70, 100, 130, 155, 185, 215, 250, 280, 315, 345] as const;

/** Spreads ids evenly: FNV-1a. */
const sumOf = (id: string, below: number): number =>
  (Array.from(id).reduce((sum, each) => Math.imul(sum ^ each.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0) %
  below;

/** The hue of a board, or of a person where none was given out. */
export const ownHue = (id: string): number => hues[sumOf(id, hues.length)] ?? hues[0];

/** Of boards that nobody has given a colour. */
const ownTint = 0.008;

/** More chroma than this would leave the grounds of texts too little lightness of their own. */
const strongest = 0.03;

/**
 * The hue of a board's page, and how much of it there is. Greys, on which all texts stand, keep their lightness, so contrast does not
 * depend on the colour that was chosen.
 */
export function boardTint(id: string, colour: string | null = null): { hue: number; tint: number } {
  if (colour === null) return { hue: ownHue(id), tint: ownTint };
  const [a, b] = chromaOf(colour);
  const hue = Math.round((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  return { hue, tint: Math.round(Math.min(strongest, Math.hypot(a, b) / 4) * 1000) / 1000 };
}

/** The two axes of color of `#rrggbb` in oklab, whose angle is the hue of oklch. */
function chromaOf(colour: string): [a: number, b: number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const long = Math.cbrt(0.4122 * red + 0.5363 * green + 0.0514 * blue);
  const medium = Math.cbrt(0.2119 * red + 0.6807 * green + 0.1074 * blue);
  const short = Math.cbrt(0.0883 * red + 0.2817 * green + 0.63 * blue);
  return [1.978 * long - 2.4286 * medium + 0.4506 * short, 0.0259 * long + 0.7828 * medium - 0.8087 * short];
}
