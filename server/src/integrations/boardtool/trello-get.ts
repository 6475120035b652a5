import type { Static, TSchema } from 'typebox';
import { NoAnswer, NotThere, TooMuch } from '../provider.ts';

/** Requests a path of the API; throws `TooMuch` if the reply is longer than `maxReply` bytes. */
export type Get = <T extends TSchema>(path: string, reply: T, maxReply?: number) => Promise<Static<T>>;

/** The result of a request, or undefined if it failed with `NotThere`. */
export async function whereThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotThere) return undefined;
    throw error;
  }
}

/** Maps an error reply of Trello by its text, because its statuses are ambiguous. */
export function refusalOf(status: number, text: string): Error | undefined {
  // A token that is not accepted is “invalid token”, or “expired token”.
  const isElsewhere = status === 401 && /^\W*unauthorized/i.test(text);
  const isUnknown = status === 400 && /invalid (id|value)/i.test(text);
  if (status === 404 || isElsewhere || isUnknown)
    return new NotThere('Trello did not find what was asked for');
  if (status === 403 && /LIMIT_EXCEEDED/.test(text)) {
    return new NoAnswer('Trello accepts no more requests for now', { retryAfter: window });
  }
  // For large boards Trello reports this in several ways, and sometimes runs into a timeout.
  const isTooMuch = status === 403 && /TOO_MANY|too many/i.test(text);
  if (isTooMuch || status === 449 || status === 504) return new TooMuch('Trello sends less at a time');
  // A short outage, not a timeout of this request.
  if (status === 502 || status === 503) return new NoAnswer(`Trello answered with status ${status}`);
  return undefined;
}

/** Trello limits requests per this many seconds. */
const window = 10;

/** Options of all requests to Trello. */
export const asTrello = { provider: 'Trello', refusal: refusalOf, patience: window };
