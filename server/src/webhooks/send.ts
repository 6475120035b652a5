import { OutgoingError } from '../base/outgoing/error.ts';
import type { OutgoingRequest } from '../base/outgoing/exchange.ts';
import type { Service } from '../base/service.ts';
import type { SigningWebhook } from './queries.ts';
import { type Message, signedHeaders } from './secret.ts';

/** How long a receiver has to answer; milliseconds. */
const timeoutMs = 15_000;

/** Max bytes of a response that are read before the connection is closed: only its status matters. */
const maxReply = 65_536;

/** The outcome of one attempt; `statusCode` is absent without a response, `error` after a success. */
export interface Outcome {
  success: boolean;
  statusCode?: number;
  error?: string;
  /** The `Retry-After` header of the response. */
  retryAfter?: string | undefined;
}

/** The outcome of a test, as the API returns it. */
export const resultOf = ({ success, statusCode, error }: Outcome) => ({
  success,
  ...(statusCode ? { statusCode } : {}),
  ...(error ? { error } : {}),
});

type Dependencies = Pick<Service, 'outgoing' | 'secrets' | 'clock'>;

/** Sends a message to a webhook, once. Failures of the receiver are returned, not thrown. */
export async function sendMessage(
  { outgoing, secrets, clock }: Dependencies,
  webhook: SigningWebhook,
  message: Message,
  signal?: AbortSignal,
): Promise<Outcome> {
  const now = clock.now();
  const { id, url, secretSealed, previousSecretSealed, previousSecretUntil } = webhook;
  const sealed = [secretSealed];
  if (previousSecretSealed !== null && (previousSecretUntil ?? 0) > now) sealed.push(previousSecretSealed);
  const opened = sealed.map((each) => secrets.open(each, id));
  const headers = signedHeaders(message, clock.machine(), opened);
  return attempt(outgoing, { url, method: 'POST', headers, body: message.body }, signal);
}

/** Sends JSON, once. `retryAfterIn` reads from the body of a reply when to try again, for services that say it there. */
export async function attempt(
  outgoing: Service['outgoing'],
  request: Required<Pick<OutgoingRequest, 'url' | 'method' | 'headers' | 'body'>>,
  signal?: AbortSignal,
  retryAfterIn: (body: string) => string | undefined = () => undefined,
): Promise<Outcome> {
  try {
    const { status, headers, body } = await outgoing.request({
      ...request,
      headers: { 'content-type': 'application/json', 'user-agent': 'taskboard', ...request.headers },
      timeoutMs,
      maxReply,
      ...(signal ? { signal } : {}),
    });
    if (status >= 200 && status < 300) return { success: true, statusCode: status };
    const retryAfter = headers['retry-after'] ?? (status === 429 ? retryAfterIn(body) : undefined);
    return { success: false, statusCode: status, error: `status ${status}`, retryAfter };
  } catch (error) {
    if (error instanceof OutgoingError) return { success: false, error: error.problem };
    throw error;
  }
}
