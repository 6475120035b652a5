import { OutgoingError } from '../base/outgoing/error.ts';
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
  try {
    const { status, headers } = await outgoing.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'taskboard',
        ...signedHeaders(message, clock.machine(), opened),
      },
      body: message.body,
      timeoutMs,
      maxReply,
      ...(signal ? { signal } : {}),
    });
    if (status >= 200 && status < 300) return { success: true, statusCode: status };
    const retryAfter = headers['retry-after'];
    return { success: false, statusCode: status, error: `status ${status}`, retryAfter };
  } catch (error) {
    if (error instanceof OutgoingError) return { success: false, error: error.problem };
    throw error;
  }
}
