import type { Static, TSchema } from 'typebox';
import { bodyValidator, type Validate } from '../base/http/validate.ts';
import { OutgoingError } from '../base/outgoing/error.ts';
import type { OutgoingRequest } from '../base/outgoing/exchange.ts';
import type { Outgoing } from '../base/outgoing/outgoing.ts';
import { NoAnswer, TokenRefused, TooMuch, Unfit } from './provider.ts';

export interface Question<T extends TSchema> {
  /** The name of the provider in messages. */
  provider: string;
  url: string;
  /** The base address of the provider's API, as configured. */
  base: string;
  headers: Record<string, string>;
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: object;
  /** The schema of the reply. */
  reply: T;
  /** Whether a reply reports that a limit of requests was reached. */
  isLimit?: (reply: Static<T>) => boolean;
  /** Timeout for the whole reply; capped at the default. */
  timeoutMs?: number;
  /** Max bytes of the reply, if less than the default; a longer one throws `TooMuch`. */
  maxReply?: number;
  /** Maps an error reply that is specific to the provider; undefined for the default meaning of the status. */
  refusal?: (status: number, text: string) => Error | undefined;
  /** Seconds to wait after a limit of requests if the provider does not say; 60 by default. */
  patience?: number;
  /** Aborts the request. */
  signal?: AbortSignal;
}

/** Sends a request to a provider; returns the JSON of the reply, which fits the schema. Throws `TokenRefused` or `NoAnswer`. */
export type Ask = <T extends TSchema>(question: Question<T>) => Promise<Static<T>>;

/** Bytes: a single object may contain a hundred texts of 64 Ki characters of three bytes each. */
const largestReply = 32 * 1024 ** 2;

/**
 * Max bytes of a page if smaller pages can be requested. Parsing blocks the event loop: this much text takes some 20 ms, eight
 * times as much 300 ms.
 */
export const largestPage = 4 * 1024 ** 2;

export const askThrough =
  (outgoing: Outgoing, most = 30_000): Ask =>
  async (question) => {
    const {
      provider,
      url,
      base,
      headers,
      body,
      signal,
      timeoutMs = most,
      maxReply = largestReply,
    } = question;
    const request: OutgoingRequest = {
      maxReply,
      timeoutMs: Math.min(timeoutMs, most),
      url,
      base,
      ...(signal ? { signal } : {}),
      headers: {
        'user-agent': 'taskboard',
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    };
    const reply = await outgoing.request(request).catch((cause: unknown) => {
      const Kind = cause instanceof OutgoingError && cause.problem === 'timeout' ? TooMuch : NoAnswer;
      throw new Kind(`${provider} does not answer`, { cause });
    });
    const { status } = reply;
    const limit = () =>
      new NoAnswer(`${provider} accepts no more requests for now`, {
        retryAfter: waitOf(reply.headers, question.patience),
      });
    const meant = status > 399 ? question.refusal?.(status, reply.body) : undefined;
    if (meant) throw meant;
    if (status === 429 || (status === 403 && isLimited(reply))) throw limit();
    if (status === 401 || status === 403) throw new TokenRefused(`${provider} does not accept the token`);
    if (overloaded.has(status)) throw new TooMuch(`${provider} answered with status ${status}`);
    if (status < 200 || status > 299) throw new NoAnswer(`${provider} answered with status ${status}`);
    if (reply.truncated) throw new TooMuch(`${provider} answered with too much data`);
    const answer = fitting(provider, question.reply, parsed(provider, reply.body));
    if (question.isLimit?.(answer)) throw limit();
    return answer;
  };

/** Statuses by which a gateway may report that the answer took too long. */
const overloaded = new Set([502, 503, 504]);

type Headers = Record<string, string | string[] | undefined>;

const isLimited = ({ headers, body }: { headers: Headers; body: string }): boolean =>
  headers['retry-after'] !== undefined ||
  headers['x-ratelimit-remaining'] === '0' ||
  /rate limit/i.test(body.slice(0, 2000));

/** Seconds until a limit has passed, from the headers of the provider and by its own clock. */
function waitOf({ 'retry-after': after, 'x-ratelimit-reset': reset, date }: Headers, patience = 60): number {
  if (after !== undefined) return Math.max(1, Math.ceil(Number(after))) || patience;
  const wait = Math.ceil(Number(reset) - Date.parse(String(date)) / 1000);
  return Number.isNaN(wait) ? patience : Math.max(1, wait);
}

function parsed(provider: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoAnswer(`${provider} answered with something that is not JSON`, { cause });
  }
}

/** Compiled once per schema. */
const validators = new Map<TSchema, Validate>();

/** Checks a reply against its schema; throws `Unfit` if it does not match. */
export function fitting<T extends TSchema>(provider: string, schema: T, value: unknown): Static<T> {
  const validate = validators.get(schema) ?? bodyValidator(schema);
  validators.set(schema, validate);
  if (validate(value)) return value as Static<T>;
  const [first] = validate.errors ?? [];
  throw new Unfit(`${provider} answered with something unexpected`, {
    cause: `${first?.instancePath ?? ''} ${first?.message ?? ''}`,
  });
}
