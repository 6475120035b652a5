import type { KeyShown } from '../../../contract/schema.ts';

/** By what somebody did something. What comes by mail is marked as key 0, as is what a code host told, a rule did or was undone. */
export const byKey =
  (ofKey: (name: string) => string) =>
  ({ id, name, rule, codeHost, undo }: KeyShown): string => {
    if (undo) return `undoing what ${name} did`;
    if (rule) return `by the rule ${name}`;
    if (codeHost) return `from ${name}`;
    return id === 0 ? 'by email' : ofKey(name);
  };
