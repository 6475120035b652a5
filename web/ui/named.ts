/*
 * Characters that a text names, as `&copy;` does. Browsers know what they are, but do not tell it in a worker, and a list of
 * all two thousand of them is a third of what makes Markdown HTML: the page looks up those of a text, and says them with it.
 */

let known: ReadonlyMap<string, string> = new Map();

/** From here on names stand for these. */
export function know(named: ReadonlyMap<string, string>): void {
  known = named;
}

/**
 * Stands in for the package of this name, in what is built.
 * @public
 */
export const decodeNamedCharacterReference = (name: string): string | false => known.get(name) ?? false;

/** Between names that are looked up: none of them stands for it. */
const apart = '\uE000';

/** What is asked of the browser's own reader of HTML: nothing but names. */
export const areNames = (html: string): boolean => /^(?:&[a-z\d]+;\uE000?)*$/i.test(html);

/** The names in a text and their characters, by a reader of HTML. */
export function namedIn(text: string, textOf: (html: string) => string): ReadonlyMap<string, string> {
  const names = [...new Set(text.match(/(?<=&)[a-z][a-z\d]{1,31}(?=;)/gi))];
  if (names.length === 0) return new Map();
  const found = textOf(names.map((name) => `&${name};`).join(apart)).split(apart);
  const named = names.map((name, index): [string, string] => [name, found[index] ?? '']);
  // What is no name stays as it is, or in part where it begins with one that may stand without a semicolon.
  return new Map(named.filter(([, each]) => each.length === 1 || (each !== '' && !each.endsWith(';'))));
}
