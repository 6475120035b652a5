/*
 * How texts are compared: folded. The index holds folded texts, so whoever changes this has to let all of them be
 * folded again, by a migration that sets the title of every row of `search_texts` to null.
 */

/** Accents and other marks that no script needs, points of Hebrew, and what is not seen. Not what makes another kana. */
const marks =
  /[[[\p{Mn}&&\p{Script=Inherited}]--[\u3099\u309a]][\p{Mn}&&\p{Script=Hebrew}]\p{Default_Ignorable_Code_Point}]/gv;

/** Letters that Unicode takes for letters of their own, as people without them on their keyboards write them. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const lettersOfTheirOwn = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** Most characters of a folded text; what comes after them is not found. */
const longest = 10_000;

/**
 * Characters that are folded at a time. One of U+FDFA becomes eighteen, and Unicode sorts a run of marks in the square of
 * its length: so no more is folded than is kept, and no run is longer than a piece.
 */
const piece = 500;

/** Characters by which the whole may be shorter than its pieces: where one ends, some become a single one. */
const slack = 100;

/** A text without accents, in lower case and in letters of normal width. */
export function fold(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length && folded.length < longest + slack; ) {
    const end = at + piece + (isHighSurrogate(text.charCodeAt(at + piece - 1)) ? 1 : 0);
    folded += foldPiece(text.slice(at, end));
    at = end;
  }
  return folded
    .normalize('NFC')
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '');
}

const foldPiece = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(lettersOfTheirOwn, (letter) => letters[letter] ?? letter)
    .normalize('NFC');

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/** The folded words of a query, each once. No character has a meaning of its own. */
export const wordsOf = (query: string): string[] => [
  ...new Set(
    fold(query)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
];
