import { signal } from '@preact/signals-core';

/*
 * Texts that were begun and not sent: what is typed is there again after a reload, in every tab, for whoever typed it.
 * A key says what the text is for, as `comment on a2b4…`. Signing out takes them away.
 */

let owner = '';

const nameOf = (key: string): string => `draft ${owner} ${key}`;

/** Whose drafts are meant from now on. */
export function draftsOf(userId: string): void {
  owner = userId;
}

export const draftOf = (key: string): string | undefined => localStorage.getItem(nameOf(key)) ?? undefined;

/** Keeps what has been typed so far; nothing is kept of an empty field. */
export function keepDraft(key: string, text: string): void {
  if (text === '') return dropDraft(key);
  try {
    localStorage.setItem(nameOf(key), text);
  } catch {
    // There is no room left: the text is on the page all the same.
  }
}

/** It was sent, or given up. */
export function dropDraft(key: string): void {
  localStorage.removeItem(nameOf(key));
}

/** The last text that was refused and is a draft again, by its key; the count tells one from the next. */
export const givenBack = signal({ key: '', count: 0 });

/** Keeps a text that was refused, where nothing else is written. */
export function giveBack(key: string, text: string): void {
  if (draftOf(key) === undefined) keepDraft(key, text);
  givenBack.value = { key, count: givenBack.peek().count + 1 };
}

/** Takes away all drafts of whoever signs out. */
export function dropDrafts(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(nameOf(''))) localStorage.removeItem(name);
}
