import type { KeyShown } from '../../contract/schema.ts';

/** The words of a language for by what somebody did something. */
interface By {
  key: (name: string) => string;
  rule: (name: string) => string;
  codeHost: (name: string) => string;
  undo: (name: string) => string;
  mail: string;
}

/** By what somebody did something. What comes by mail is marked as key 0, as is what a code host told, a rule did or was undone. */
export const byKey =
  (by: By) =>
  ({ id, name, rule, codeHost, undo }: KeyShown): string => {
    if (undo) return by.undo(name);
    if (rule) return by.rule(name);
    if (codeHost) return by.codeHost(name);
    return id === 0 ? by.mail : by.key(name);
  };
