/** Where a text may be split, best first. */
const seams = ['\n\n', '\n', ' '];

/**
 * Splits a text into pieces of at most `max` characters, between paragraphs, lines or words unless that makes a piece shorter
 * than half of `max`. Joined, the pieces are the text without the separators at the seams. After `most` pieces, one more
 * holds the rest.
 */
export function piecesOf(text: string, max: number, most = Number.POSITIVE_INFINITY): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (pieces.length < most && isLonger(rest, max)) {
    const end = endOf(rest, max);
    const seam = seams.map((each) => rest.lastIndexOf(each, end - 1)).find((place) => place > end / 2) ?? end;
    pieces.push(rest.slice(0, seam));
    rest = seam < end ? rest.slice(seam).replace(/^(\n\n|\n| )/, '') : rest.slice(seam);
  }
  return [...pieces, rest];
}

/** The database and the schemas count characters, of which a text has at most as many as UTF-16 units. */
const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || Array.from(text).length > max);

/** The number of UTF-16 units in the first `max` characters. */
const endOf = (text: string, max: number): number =>
  Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join('').length;
