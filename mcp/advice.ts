import { ApiError } from '../contract/client.ts';
import { errors } from '../contract/errors.ts';

/* What an agent is told when something went wrong: what was wrong, and what to do next. */

/** The service cannot be reached; the message says where it was looked for. */
export class Unreachable extends Error {}

/** Some of it was done; the message says what, the cause why not all. */
export class Unfinished extends Error {}

/** Whether it is about what was asked, or about the way to the service; else it is a mistake of ours. */
export const isExpected = (error: unknown): boolean =>
  error instanceof ApiError ||
  error instanceof Unreachable ||
  (error instanceof Unfinished && isExpected(error.cause));

const next: Partial<Record<number, string>> = {
  400: 'Correct the arguments and call again.',
  401: 'The token is not valid, or not any more: ask your user for a new one.',
  403:
    'There is nothing with this id that you may see, or your key lacks the permission for this. Look ids up by ' +
    'list_boards, get_board or search; do not repeat the call as it is.',
  404: 'There is nothing with this id, or not any more: look it up by list_boards, get_board or search.',
  409: 'It does not fit what is there: read it again before you decide.',
  413: 'Send less at once.',
};

/** What to do after `error`; whoever wrote does not know whether that was done, where no answer came. */
export function adviceOn(error: unknown, writes: boolean): string {
  if (error instanceof Unfinished)
    return `Not all was done: ${error.message}. ${adviceOn(error.cause, writes)}`;
  const unknown = writes ? ' Whether it was done is not known: look before you try again.' : '';
  if (error instanceof Unreachable) return `${error.message}. Tell your user, or try again later.${unknown}`;
  if (!(error instanceof ApiError)) return `Something went wrong: tell your user.${unknown}`;
  const { status, code, issues } = error;
  const known = Object.values(errors).find((each) => each.code === code);
  const details = issues.map(({ message }) => message.replace(/^(?:body|path|query)\//, '')).join('; ');
  const what = `${status} ${known?.message ?? code}${details && `: ${details}`}.`;
  if (status >= 500) return `${what} Try again later, or tell your user.${unknown}`;
  return [what, next[status]].join(' ').trimEnd();
}
