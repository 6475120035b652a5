import type { ApiError } from '../../contract/client.ts';
import { go, path } from '../app/location.ts';
import { problemOf } from '../app/problem.ts';
import { refusedTexts as texts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { type Mutation, newKey } from '../sync/mutation.ts';
import { copy } from '../ui/copy.ts';
import { notice, toast } from '../ui/toast.tsx';
import { takeTextsBack } from './refused-texts.ts';

interface Refusal {
  mutations: readonly Mutation[];
  why: string;
  tryAgain: (mutations: readonly Mutation[]) => void;
}

/** The note about refusals: one about all of them, and one for each text that somebody else has changed. */
interface Note {
  refusals: readonly Refusal[];
  takeAway: () => boolean;
}

const notes = new Map<string, Note>();

/** Reports changes that the server refused, with the reason. */
export function sayRefused(
  mutations: readonly Mutation[],
  error: ApiError,
  tryAgain: Refusal['tryAgain'],
): void {
  const address = `/c/${mutations[0]?.part?.cardId}`;
  const isOver = error.status === 412;
  // The page of the card shows both versions.
  if (isOver && path.peek() === address) return;
  const key = isOver ? address : '';
  const before = notes.get(key);
  const isShown = before?.takeAway();
  const refusals = [...(isShown ? (before?.refusals ?? []) : []), { mutations, why: whyOf(error), tryAgain }];
  const typed = refusals.flatMap((each) => each.mutations.flatMap(textsOf)).join('\n');
  const copied = async () => {
    toast((await copy(typed)) ? t.refused.copied : typed);
  };
  const takeAway = notice(
    textOf(refusals),
    ...(typed ? [{ label: t.refused.copy, run: () => void copied() }] : []),
    isOver
      ? { label: texts.show, run: () => go(address) }
      : { label: t.retry, run: () => refusals.forEach(again) },
  );
  notes.set(key, { refusals, takeAway });
}

/** Names the first change of each reason, and counts the others. */
const textOf = (refusals: readonly Refusal[]): string =>
  [...Map.groupBy(refusals, ({ why }) => why)]
    .map(([why, all]) => {
      const [first, ...others] = all.flatMap(({ mutations }) => mutations);
      return texts.refused(first?.title ?? '', others.length, why);
    })
    .join(' ');

function again({ mutations, tryAgain }: Refusal): void {
  takeTextsBack(mutations);
  tryAgain(mutations.map((each) => ({ ...each, id: newKey() })));
}

/** The texts that the user wrote: they exist nowhere else now. */
function textsOf({ input: { body } }: Mutation): string[] {
  const given = (body ?? {}) as Record<string, unknown>;
  return ['title', 'name', 'description', 'comment'].flatMap((field) => {
    const text = given[field];
    return typeof text === 'string' ? [text] : [];
  });
}

function whyOf(error: ApiError): string {
  if (error.status === 403) return texts.forbidden;
  if (error.status === 404) return texts.gone;
  if (error.status === 412) return texts.changed;
  return problemOf(error);
}
