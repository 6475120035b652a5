import type { ApiError } from '../../contract/client.ts';
import { problemOf } from '../app/form.tsx';
import { go, path } from '../app/location.ts';
import { t } from '../messages/t.ts';
import { draftOf, dropDraft, giveBack, keepDraft } from '../sync/drafts.ts';
import { type Mutation, newKey } from '../sync/mutation.ts';
import { copy } from '../ui/copy.ts';
import { notice, toast } from '../ui/toast.tsx';

/** Reports changes that the server refused, with the reason. They are no longer shown; what the user typed is kept. */
export function sayRefused(
  mutations: readonly Mutation[],
  error: ApiError,
  tryAgain: (mutations: readonly Mutation[]) => void,
): void {
  const [{ title, part } = { title: '' }] = mutations;
  giveTextsBack(mutations);
  const address = `/c/${part?.cardId}`;
  const isOver = error.status === 412;
  // The page of the card shows both versions.
  if (isOver && path.peek() === address) return;
  const typed = mutations.flatMap(textsOf).join('\n');
  const copied = async () => {
    toast((await copy(typed)) ? t.refused.copied : typed);
  };
  const again = () => {
    takeTextsBack(mutations);
    tryAgain(mutations.map((each) => ({ ...each, id: newKey() })));
  };
  notice(
    [
      t.refused.refused(title, whyOf(error)),
      ...(mutations.length > 1 ? [t.refused.withIt(mutations.length - 1)] : []),
    ].join(' '),
    ...(typed ? [{ label: t.refused.copy, run: () => void copied() }] : []),
    isOver ? { label: t.refused.show, run: () => go(address) } : { label: t.retry, run: again },
  );
}

/** Turns longer texts into drafts again, unless there is another draft. */
function giveTextsBack(mutations: readonly Mutation[]): void {
  // Of one text, keep the last version, and the original that the first one replaced.
  for (const { key, text } of draftsOf(mutations).toReversed()) {
    const over = mutations.find(({ part }) => part?.kind === 'description')?.over;
    if (over && draftOf(key) === undefined) keepDraft(`${key} over`, over.description ?? '');
    giveBack(key, text);
  }
}

/** Deletes these drafts: the texts are sent again. */
function takeTextsBack(mutations: readonly Mutation[]): void {
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

/** The texts that the user wrote: they exist nowhere else now. */
function textsOf({ input: { body } }: Mutation): string[] {
  const given = (body ?? {}) as Record<string, unknown>;
  return ['title', 'name', 'description', 'comment'].flatMap((field) => {
    const text = given[field];
    return typeof text === 'string' ? [text] : [];
  });
}

function whyOf(error: ApiError): string {
  if (error.status === 403) return t.refused.forbidden;
  if (error.status === 404) return t.refused.gone;
  if (error.status === 412) return t.refused.changed;
  return problemOf(error);
}
