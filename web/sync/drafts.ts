import { signal } from '@preact/signals-core';
import { local } from './local.ts';

/*
 * Drafts: texts that were begun and not sent. They are restored after a reload, in every tab of the same user. A key
 * names what the text is for, such as `comment on a2b4…`. Signing out deletes them.
 */

let owner = '';

const nameOf = (key: string): string => `draft ${owner} ${key}`;

/** Sets the user whose drafts are used from now on. */
export function draftsOf(userId: string): void {
  owner = userId;
}

export const draftOf = (key: string): string | undefined => local.get(nameOf(key)) ?? undefined;

/** Stores the current text; deletes the draft if the field is empty. */
export function keepDraft(key: string, text: string): void {
  if (text === '') return dropDraft(key);
  local.set(nameOf(key), text);
}

/** Deletes the draft of a text that was sent or discarded. */
export function dropDraft(key: string): void {
  local.drop(nameOf(key));
}

/** The key of the last refused text that became a draft again; the count distinguishes one such event from the next. */
export const givenBack = signal({ key: '', count: 0 });

/** Stores a refused text as a draft again, unless there is another draft under its key. */
export function giveBack(key: string, text: string): void {
  if (draftOf(key) === undefined) keepDraft(key, text);
  givenBack.value = { key, count: givenBack.peek().count + 1 };
}

/** Deletes all drafts of the user who signs out. */
export function dropDrafts(): void {
  for (const name of local.keys()) if (name.startsWith(nameOf(''))) local.drop(name);
}
