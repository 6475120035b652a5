/** Where a text may be taken apart, best first. */
const seams = ['\n\n', '\n', ' '];

/**
 * A text in pieces of at most `max` characters: taken apart between paragraphs, lines or words where that makes no piece
 * shorter than half of it. Joined they are the text, but for what stood at the seams. Where there would be more than `most`, the
 * last is all that is left.
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

/** The database and the schemas count characters; a text has as many or fewer of them as units. */
const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || Array.from(text).length > max);

/** How many units `max` characters take. */
const endOf = (text: string, max: number): number =>
  Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join('').length;
