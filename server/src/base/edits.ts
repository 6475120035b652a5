import { hash } from 'node:crypto';
import { Conflict, Invalid } from './errors.ts';

/* Overwrites fields only if nobody has changed them since they were read. */

/** A passage of a text and its replacement. */
export interface Passage {
  oldText: string;
  newText: string;
}

/** The text after an edit. Throws `Conflict` unless the old text occurs exactly once, and `Invalid` if `longest` is exceeded. */
export function withPassage(text: string, { oldText, newText }: Passage, longest: number): string {
  const times = occurrencesOf(oldText, text);
  if (times !== 1) throw new Conflict('passage-not-once', { field: 'body/oldText', times });
  // A function, because `$&` in a text has no special meaning.
  const edited = text.replace(oldText, () => newText);
  // Characters are counted as in the schemas. Half a character is refused in requests, so an edit leaves none.
  if (Array.from(edited).length > longest) throw new Invalid('edit-too-long', { max: longest });
  return edited;
}

/** How often a passage occurs, overlaps included: in `aaa`, `aa` does not occur once. */
function occurrencesOf(passage: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1)) count++;
  return count;
}

/*
 * A version identifies the fields of a card, a comment or a checklist item as they were read. So a write conflicts only if
 * somebody has changed a field that it sets, whatever else has happened to the card.
 */

export const itemFields = (item: { title: string; completed: boolean }) => ({
  title: item.title,
  completed: item.completed,
});

export const commentFields = ({ comment }: { comment: string }) => ({ comment });

/** 36 bits, so that two values of a field hardly ever have the same mark. */
const markOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, 6);

/** A mark of each field, joined with dots. */
export const versionOf = (fields: object): string => Object.values(fields).map(markOf).join('.');

/**
 * Throws `Conflict` with their names if fields that are to be `written` have changed since `version`. The row must be
 * locked.
 */
export function requireVersion<F extends object>(
  version: string | undefined,
  now: F,
  written: { readonly [K in keyof F]?: unknown },
): void {
  if (version === undefined) return;
  const known = version.split('.');
  const changed = Object.entries(now)
    .filter(([name, value], at) => written[name as keyof F] !== undefined && markOf(value) !== known[at])
    .map(([name]) => name);
  if (changed.length > 0) throw new Conflict('changed-since', { field: 'body/version', changed });
}
