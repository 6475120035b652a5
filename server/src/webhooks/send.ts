import { OutgoingError } from '../base/outgoing/error.ts';
import type { Service } from '../base/service.ts';
import type { SigningWebhook } from './queries.ts';
import { type Message, signedHeaders } from './secret.ts';

/** A receiver gets this long to answer; milliseconds. */
const timeoutMs = 15_000;

/** Bytes of an answer that are taken before the connection is closed: only its status is of interest. */
const maxReply = 65_536;

/** What came of one attempt; `statusCode` is absent where there was no answer, `error` where it was a success. */
export interface Outcome {
  success: boolean;
  statusCode?: number;
  error?: string;
  /** As the answer has it. */
  retryAfter?: string | undefined;
}

type Means = Pick<Service, 'outgoing' | 'secrets' | 'clock'>;

/** Sends a message to a webhook, once. What the receiver does is told, not thrown. */
export async function sendMessage(
  { outgoing, secrets, clock }: Means,
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
