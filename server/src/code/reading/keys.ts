/* The cards that texts name, as `WEB-12`. Addresses name none: what they lead to may be of somebody else. */

/** Characters of a text that are looked at. */
const longest = 20_000;

/** The numbers of the cards that a text names. */
export function numbersIn(text: string, cardPrefix: string): number[] {
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}_-])${RegExp.escape(cardPrefix)}-([1-9][0-9]{0,8})(?![\\p{L}\\p{N}_])`,
    'gu',
  );
  const words = text
    .slice(0, longest)
    .split(/\s/)
    .map((word) => withoutAddress(word));
  return numbers(words.join(' '), named);
}

/** Those that the name of a branch names, whose words are joined by any sign. */
export function numbersInBranch(name: string, cardPrefix: string): number[] {
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}])${RegExp.escape(cardPrefix)}-([1-9][0-9]{0,8})(?![\\p{L}\\p{N}])`,
    'gu',
  );
  return numbers(name, named);
}

const numbers = (text: string, named: RegExp): number[] => [
  ...new Set([...text.matchAll(named)].map(([, digits]) => Number(digits))),
];

/** What stands before an address in a word. */
function withoutAddress(word: string): string {
  const scheme = word.indexOf('://');
  if (scheme !== -1) return word.slice(0, scheme);
  const slash = word.indexOf('/');
  return slash !== -1 && word.slice(0, slash).includes('.') ? '' : word;
}
