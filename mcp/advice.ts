import { ApiError } from '../contract/client.ts';
import { errors } from '../contract/errors.ts';

/* What an agent is told when something went wrong: what was wrong, and what to do next. */

/** The service cannot be reached; the message says where it was looked for. */
export class Unreachable extends Error {}

/** What was asked cannot be done as it was asked; the message says why, and what to do next. Nothing has been done. */
export class Advice extends Error {}

/** Some of it was done; the message says what, the cause why not all. */
export class Unfinished extends Error {}

/** Whether it is about what was asked, or about the way to the service; else it is a mistake of ours. */
export const isExpected = (error: unknown): boolean =>
  error instanceof ApiError ||
  error instanceof Unreachable ||
  error instanceof Advice ||
  (error instanceof Unfinished && isExpected(error.cause));

const lookUp = 'look it up by list_boards, get_board or search';

const next: Partial<Record<number, string>> = {
  400: 'Correct the arguments and call again.',
  401: 'The token is not valid, or not any more: ask your user for a new one.',
  404: `There is nothing with this id, or not any more: ${lookUp}.`,
  409: 'It does not fit what is there: read it again before you decide.',
  413: 'Send less at once.',
};

/** A refusal that names no permission is about an id that means nothing to the caller. */
const onRefusal = (details: string): string =>
  details
    ? 'Your key lacks the permission for this, or your user does: tell your user, and do not repeat the call.'
    : `There is nothing with this id that you may see: ${lookUp}.`;

/** What to do after `error`; whoever wrote does not know whether that was done, where no answer came. */
export function adviceOn(error: unknown, writes: boolean): string {
  if (error instanceof Unfinished)
    return `Not all was done: ${error.message}. ${adviceOn(error.cause, writes)}`;
  const unknown = writes ? ' Whether it was done is not known: look before you try again.' : '';
  if (error instanceof Unreachable) return `${error.message}. Tell your user, or try again later.${unknown}`;
  if (error instanceof Advice) return error.message;
  if (!(error instanceof ApiError)) return `Something went wrong: tell your user.${unknown}`;
  const { status, code } = error;
  const known = Object.values(errors).find((each) => each.code === code);
  const details = detailsOf(error);
  const what = `${status} ${known?.message ?? code}${details && `: ${details}`}.`;
  if (status >= 500) return `${what} Try again later, or tell your user.${unknown}`;
  if (status === 409 && details.startsWith('oldText')) return `${what} ${onPassage(details)}`;
  if (details.startsWith('Idempotency-Key')) return `${what} Give this call another idempotencyKey.`;
  return [what, status === 403 ? onRefusal(details) : next[status]].join(' ').trimEnd();
}

const onPassage = (details: string): string =>
  details.includes(' 0 times')
    ? 'Read the text again, and copy the passage exactly as it stands there.'
    : 'Give more of the text around it, so that it occurs once.';

/** What is wrong with the arguments, called what the agent calls them. */
const detailsOf = ({ issues }: ApiError): string =>
  issues.map(({ message }) => message.replace(/^(?:body|path|query)\//, '')).join('; ');

/** What the service says of the version that a write expects, where that has changed; else undefined. */
export function changedFields(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 400)) return undefined;
  return error.issues.map(({ message }) => /^body\/version: (.+)$/.exec(message)?.[1]).find(Boolean);
}

/** What the caller may not read is left out of what it reads with it. */
export async function unlessForbidden<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}
