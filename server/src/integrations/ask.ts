import type { Static, TSchema } from 'typebox';
import { bodyValidator, type Validate } from '../base/http/validate.ts';
import type { OutgoingRequest } from '../base/outgoing/exchange.ts';
import type { Outgoing } from '../base/outgoing/outgoing.ts';
import { NoAnswer, TokenRefused, Unfit } from './provider.ts';

export interface Question<T extends TSchema> {
  /** What users call whom is asked. */
  provider: string;
  url: string;
  /** The address of the provider's API, as the operator set it. */
  base: string;
  headers: Record<string, string>;
  /** Sent as JSON by POST; without it the question is a GET. */
  body?: object;
  /** What the answer must be. */
  reply: T;
}

/** Sends a request to a provider; gives the JSON of its reply, which has been checked. Throws `TokenRefused` or `NoAnswer`. */
export type Ask = <T extends TSchema>(question: Question<T>) => Promise<Static<T>>;

/** Bytes: a page of a hundred items may carry texts of 64 KiB each. */
const maxReply = 32 * 1024 ** 2;

/** Seconds after which a limit of requests has mostly passed, where the provider does not say. */
const patience = 60;

export const askThrough =
  (outgoing: Outgoing, timeoutMs = 30_000): Ask =>
  async ({ provider, url, base, headers, body, reply: schema }) => {
    const request: OutgoingRequest = {
      maxReply,
      timeoutMs,
      url,
      base,
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
      throw new NoAnswer(`${provider} accepts no more requests for now`, { retryAfter });
    }
    if (status === 401 || status === 403) throw new TokenRefused(`${provider} does not accept the token`);
    if (status < 200 || status > 299) throw new NoAnswer(`${provider} answered with status ${status}`);
    if (reply.truncated) throw new NoAnswer(`${provider} answered with too much data`);
    return fitting(provider, schema, parsed(provider, reply.body));
  };

const isLimited = (headers: Record<string, string | string[] | undefined>): boolean =>
  headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';

function parsed(provider: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoAnswer(`${provider} answered with something that is not JSON`, { cause });
  }
}

/** Compiled once for each schema. */
const validators = new Map<TSchema, Validate>();

/** What a provider said, as what it was asked for; throws `Unfit` where it is something else. */
export function fitting<T extends TSchema>(provider: string, schema: T, value: unknown): Static<T> {
  const validate = validators.get(schema) ?? bodyValidator(schema);
  validators.set(schema, validate);
  if (validate(value)) return value as Static<T>;
  const [first] = validate.errors ?? [];
  throw new Unfit(`${provider} answered with something unexpected`, {
    cause: `${first?.instancePath ?? ''} ${first?.message ?? ''}`,
  });
}
