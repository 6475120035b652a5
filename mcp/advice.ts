import { ApiError } from '../contract/client.ts';
import { errors } from '../contract/errors.ts';
import type { Permission } from '../contract/permissions.ts';

/* Error messages for agents: what went wrong, and what to do next. */

/** The service cannot be reached; the message contains the address that was tried. */
export class Unreachable extends Error {}

/** The request cannot be carried out as given; the message states why, and what to do next. Nothing has been changed. */
export class Advice extends Error {}

/** Only part of the request was carried out; the message states which part, and the cause why not all. */
export class Unfinished extends Error {}

/** Whether the error is due to the request or the connection; any other error is a bug of ours. */
export const isExpected = (error: unknown): boolean =>
  error instanceof ApiError ||
  error instanceof Unreachable ||
  error instanceof Advice ||
  (error instanceof Unfinished && isExpected(error.cause));

const lookUp = 'look it up by overview, read_board or find';

const next: Partial<Record<number, string>> = {
  400: 'Correct the arguments and call again.',
  401: 'The token is not valid, or not any more: ask your user for a new one.',
  404: `There is nothing with this id, or not any more: ${lookUp}.`,
  409: 'It does not fit what is there: read it again before you decide.',
  413: 'Send less at once.',
};

/** A refusal that names no permission means that the caller cannot see the object with this id. */
const onRefusal = (details: string): string =>
  details
    ? 'Your key lacks the permission for this, or your user does: tell your user, and do not repeat the call.'
    : `There is nothing with this id that you may see: ${lookUp}.`;

/** What to do after `error`. After a write without a reply, it is unknown whether the change was made. */
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

/** The problems with the arguments, under the names that the agent uses. */
const detailsOf = ({ issues }: ApiError): string =>
  issues.map(({ message }) => message.replace(/^(?:body|path|query)\//, '')).join('; ');

/** Includes the current state, so that the agent need not read it again. */
export const conflict = (what: string, now: object): Advice =>
  new Advice(
    `Nothing was changed: ${what}. It is now ${JSON.stringify(now)}. Work what has changed into yours, and call again with ` +
      'this version.',
  );

/** The fields that changed since the version that a write expects; undefined for any other error. */
export function changedFields(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 400)) return undefined;
  return error.issues.map(({ message }) => /^body\/version: (.+)$/.exec(message)?.[1]).find(Boolean);
}

/** Returns undefined if the caller lacks permission, so that the rest of a result can be returned without this part. */
export async function unlessForbidden<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}

/** Returns undefined if the caller lacks this one permission, so that what takes another can be tried. */
export async function unlessLacking<T>(permission: Permission, writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing;
  } catch (error) {
    const isThis = ({ message }: { message: string }) => message.endsWith(` ${permission}`);
    if (error instanceof ApiError && error.status === 403 && error.issues.some(isThis)) return undefined;
    throw error;
  }
}
