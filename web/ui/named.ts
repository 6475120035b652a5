/*
 * Named character references, such as `&copy;`. Browsers know them but have no API for them in a worker, and a table of
 * all two thousand would be a third of the Markdown bundle. So the page looks up those of a text and sends them with
 * it.
 */

let known: ReadonlyMap<string, string> = new Map();

/** Sets the references to use from now on. */
export function know(named: ReadonlyMap<string, string>): void {
  known = named;
}

/**
 * Replaces the package that exports this name in the build.
 * @public
 */
export const decodeNamedCharacterReference = (name: string): string | false => known.get(name) ?? false;

/** Separates the names that are looked up; no name stands for it. */
const apart = '\uE000';

/** Guards the lookup: only named references may be parsed as HTML. */
export const areNames = (html: string): boolean => /^(?:&[a-z\d]+;\uE000?)*$/i.test(html);

/** The named references in a text and their characters, looked up with an HTML parser. */
export function namedIn(text: string, textOf: (html: string) => string): ReadonlyMap<string, string> {
  const names = [...new Set(text.match(/(?<=&)[a-z][a-z\d]{1,31}(?=;)/gi))];
  if (names.length === 0) return new Map();
  const found = textOf(names.map((name) => `&${name};`).join(apart)).split(apart);
  const named = names.map((name, index): [string, string] => [name, found[index] ?? '']);
  // Unknown names stay as they are, or decode in part if they start with one that is valid without a semicolon.
  return new Map(named.filter(([, each]) => each.length === 1 || (each !== '' && !each.endsWith(';'))));
}
