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

/** Characters of a folded text at the most: one of U+FDFA becomes eighteen. What comes after them is not found. */
const longest = 10_000;

/** A text without accents, in lower case and in letters of normal width. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(lettersOfTheirOwn, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '');

/** The folded words of a query, each once. No character has a meaning of its own. */
export const wordsOf = (query: string): string[] => [
  ...new Set(
    fold(query)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
];
