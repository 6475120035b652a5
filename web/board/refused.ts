import type { ApiError } from '../../contract/client.ts';
import { t } from '../messages/en.ts';
import { problemOf } from '../pages/form.tsx';
import { type Mutation, newKey } from '../sync/mutation.ts';
import { copy } from '../ui/copy.ts';
import { notice, toast } from '../ui/toast.tsx';

/** What the server refused is shown no more; this says so and why, and what was typed is not lost. */
export function sayRefused(
  mutations: readonly Mutation[],
  error: ApiError,
  tryAgain: (mutations: readonly Mutation[]) => void,
): void {
  const [{ title } = { title: '' }] = mutations;
  const typed = mutations.flatMap(textsOf).join('\n');
  const copied = async () => {
    toast((await copy(typed)) ? t.refused.copied : typed);
  };
  notice(
    [
      t.refused.refused(title, whyOf(error)),
      ...(mutations.length > 1 ? [t.refused.withIt(mutations.length - 1)] : []),
    ].join(' '),
    ...(typed ? [{ label: t.refused.copy, run: () => void copied() }] : []),
    { label: t.retry, run: () => tryAgain(mutations.map((each) => ({ ...each, id: newKey() }))) },
  );
}

/** What someone has written: it stands nowhere else any more. */
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
  return problemOf(error);
}
