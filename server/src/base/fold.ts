/*
 * Texts are compared folded. The index contains folded texts, so a change here needs a migration that sets the title of
 * every row of `search_texts` to null: then all texts are folded again.
 */

/** Accents and other optional marks, Hebrew points, and invisible characters; not the marks that make another kana. */
const marks =
  /[[[\p{Mn}&&\p{Script=Inherited}]--[\u3099\u309a]][\p{Mn}&&\p{Script=Hebrew}]\p{Default_Ignorable_Code_Point}]/gv;

/** Letters that Unicode does not decompose, as people without them on their keyboards write them. */
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

/** Max characters of a folded text; the rest is not found. */
const longest = 10_000;

/**
 * Characters that are folded at a time. U+FDFA becomes eighteen characters, and normalization sorts a run of marks in
 * quadratic time: so no more is folded than is kept, and no run is longer than a piece.
 */
const piece = 500;

/** Max characters by which a text may be shorter than its pieces, because some combine where one piece ends. */
const slack = 100;

/** A text without accents, in lower case and normal width. */
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

/** The folded words of a query, each once. No character has a special meaning. */
export const wordsOf = (query: string): string[] => [
  ...new Set(
    fold(query)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
];
