/* How an issue is worded: in a module of its own, because the page needs it without the English texts. */

export type IssueValue = string | number | readonly string[];

/** A sentence with names of values in braces, or a function that makes it. */
export type IssueText = string | ((values: never) => string);

export const sentenceOf = (text: IssueText, values: Readonly<Record<string, IssueValue>>): string =>
  typeof text === 'function'
    ? text(values as never)
    : text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, form?: string) =>
        shown(values[name] ?? '', form),
      );

/** A value in a sentence: `form` is the noun that a number counts, as `entry/entries`, or the word that joins a list. */
function shown(value: IssueValue, form?: string): string {
  if (typeof value === 'object') return value.join(form === undefined ? ', ' : ` ${form} `);
  if (form === undefined) return String(value);
  const [one, many] = form.split('/');
  return `${value} ${value === 1 ? one : many}`;
}
