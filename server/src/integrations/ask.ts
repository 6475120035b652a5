import type { Static, TSchema } from 'typebox';
import { bodyValidator, type Validate } from '../base/http/validate.ts';
import { OutgoingError } from '../base/outgoing/error.ts';
import type { OutgoingRequest } from '../base/outgoing/exchange.ts';
import type { Outgoing } from '../base/outgoing/outgoing.ts';
import { NoAnswer, TokenRefused, TooMuch, Unfit } from './provider.ts';

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
  /** Whether an answer that has come says that no more requests are taken for now. */
  isLimit?: (reply: Static<T>) => boolean;
  /** For the whole of an answer, where it is less than usual. */
  timeoutMs?: number;
  /** Bytes of an answer that are taken, where it is less than usual; what is longer is `TooMuch`. */
  maxReply?: number;
  /** What the provider means by a refusal in its own words; undefined where that is what anyone would mean. */
  refusal?: (status: number, text: string) => Error | undefined;
  /** Seconds after which a limit of requests has mostly passed, where the provider does not say; 60 unless given. */
  patience?: number;
  /** Ends the exchange before its time. */
  signal?: AbortSignal;
}

/** Sends a request to a provider; gives the JSON of its reply, which has been checked. Throws `TokenRefused` or `NoAnswer`. */
export type Ask = <T extends TSchema>(question: Question<T>) => Promise<Static<T>>;

/** Bytes: a single thing may carry a hundred texts of 64 KiB each, in three bytes for a character. */
const largestReply = 32 * 1024 ** 2;

/**
 * Bytes of a page that could be asked for in smaller ones. Nothing else goes on while one is parsed: of texts, this much takes some
 * 20 ms, and eight times as much 300.
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

/** How a gateway says that the answer took too long. */
const overloaded = new Set([502, 503, 504]);

type Headers = Record<string, string | string[] | undefined>;

const isLimited = ({ headers, body }: { headers: Headers; body: string }): boolean =>
  headers['retry-after'] !== undefined ||
  headers['x-ratelimit-remaining'] === '0' ||
  /rate limit/i.test(body.slice(0, 2000));

/** Seconds after which a limit has passed, by what the provider says, and by its own clock. */
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
