import { draftOf, dropDraft, giveBack, keepDraft } from '../sync/drafts.ts';
import type { Mutation } from '../sync/mutation.ts';

/* What the user typed into changes that the server refused is kept. */

/** Turns longer texts into drafts again, unless there is another draft. */
export function giveTextsBack(mutations: readonly Mutation[]): void {
  // Of one text, keep the last version, and the original that the first one replaced.
  for (const { key, text } of draftsOf(mutations).toReversed()) {
    const over = mutations.find(({ part }) => part?.kind === 'description')?.over;
    if (over && draftOf(key) === undefined) keepDraft(`${key} over`, over.description ?? '');
    giveBack(key, text);
  }
}

/** Deletes these drafts: the texts are sent again. */
export function takeTextsBack(mutations: readonly Mutation[]): void {
  for (const { key, text } of draftsOf(mutations)) {
    if (draftOf(key) !== text) continue;
    dropDraft(key);
    dropDraft(`${key} over`);
  }
}

const draftsOf = (mutations: readonly Mutation[]): { key: string; text: string }[] =>
  mutations.flatMap(({ part }) => {
    if (part?.kind === 'comment' && part.isNew)
      return { key: `comment on ${part.cardId}`, text: part.fields?.comment ?? '' };
    if (part?.kind === 'description')
      return { key: `description of ${part.cardId}`, text: part.fields.description ?? '' };
    return [];
  });
