import type { OutgoingRequest } from '../outgoing/exchange.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { NoAnswer, TokenRefused } from './provider.ts';

export interface Question {
  /** What users call whom is asked. */
  provider: string;
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON by POST; without it the question is a GET. */
  body?: object;
}

/** Sends a request to a provider; gives the JSON of its reply. Throws `TokenRefused` or `NoAnswer`. */
export type Ask = (question: Question) => Promise<unknown>;

/** Bytes: a page of a hundred items may carry texts of 64 KiB each. */
const maxReply = 32 * 1024 ** 2;

/** Seconds after which a limit of requests has mostly passed, where the provider does not say. */
const patience = 60;

export const askThrough =
  (outgoing: Outgoing, timeoutMs = 30_000): Ask =>
  async ({ provider, url, headers, body }) => {
    const request: OutgoingRequest = {
      maxReply,
      timeoutMs,
      url,
      headers: {
        'user-agent': 'taskboard',
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    };
    const reply = await outgoing.request(request).catch((cause: unknown) => {
      throw new NoAnswer(`${provider} does not answer`, { cause });
    });
    const { status } = reply;
    if (status === 429 || (status === 403 && isLimited(reply.headers))) {
      const retryAfter = Number(reply.headers['retry-after']) || patience;
      throw new NoAnswer(`${provider} takes no more requests for now`, { retryAfter });
    }
    if (status === 401 || status === 403) throw new TokenRefused(`${provider} does not accept the token`);
    if (status < 200 || status > 299) throw new NoAnswer(`${provider} answers with the status ${status}`);
    if (reply.truncated) throw new NoAnswer(`${provider} answers with more than can be taken`);
    return parsed(provider, reply.body);
  };

const isLimited = (headers: Record<string, string | string[] | undefined>): boolean =>
  headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';

function parsed(provider: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoAnswer(`${provider} answers with something that is no JSON`, { cause });
  }
}
