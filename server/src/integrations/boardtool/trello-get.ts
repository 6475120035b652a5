import type { Static, TSchema } from 'typebox';
import { NoAnswer, NotThere, TooMuch } from '../provider.ts';

/** Asks for what is at a path of the API, which is `TooMuch` beyond so many bytes. */
export type Get = <T extends TSchema>(path: string, reply: T, maxReply?: number) => Promise<Static<T>>;

/** What was asked for, or undefined where there is no such thing. */
export async function whereThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotThere) return undefined;
    throw error;
  }
}

/** What Trello says by its refusals: in words, as its statuses mean more than one thing each. */
export function refusalOf(status: number, text: string): Error | undefined {
  // A token that is not accepted is “invalid token”, or “expired token”.
  const isElsewhere = status === 401 && /^\W*unauthorized/i.test(text);
  const isUnknown = status === 400 && /invalid (id|value)/i.test(text);
  if (status === 404 || isElsewhere || isUnknown)
    return new NotThere('Trello did not find what was asked for');
  if (status === 403 && /LIMIT_EXCEEDED/.test(text)) {
    return new NoAnswer('Trello accepts no more requests for now', { retryAfter: window });
  }
  // Of large boards it says so in several ways, and sometimes it takes too long over them.
  const isTooMuch = status === 403 && /TOO_MANY|too many/i.test(text);
  if (isTooMuch || status === 449 || status === 504) return new TooMuch('Trello gives less at a time');
  // It is away for a moment, and does not take too long over what it was asked for.
  if (status === 502 || status === 503) return new NoAnswer(`Trello answered with status ${status}`);
  return undefined;
}

/** Its limits count requests within so many seconds. */
const window = 10;

/** What questions to Trello have in common. */
export const asTrello = { provider: 'Trello', refusal: refusalOf, patience: window };
