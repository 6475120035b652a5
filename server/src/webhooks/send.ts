import { OutgoingError } from '../base/outgoing/error.ts';
import type { Service } from '../base/service.ts';
import type { StoredWebhook } from './queries.ts';
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
}

/** Sends a message to a webhook, once. What the receiver does is told, not thrown. */
export async function sendMessage(
  { outgoing, secrets, clock }: Pick<Service, 'outgoing' | 'secrets' | 'clock'>,
  webhook: StoredWebhook,
  message: Message,
): Promise<Outcome> {
  const now = clock.now();
  const { id, url, secretSealed, previousSecretSealed, previousSecretUntil } = webhook;
  const sealed = [secretSealed];
  if (previousSecretSealed !== null && (previousSecretUntil ?? 0) > now) sealed.push(previousSecretSealed);
  const opened = sealed.map((each) => secrets.open(each, id));
  try {
    const { status } = await outgoing.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'taskboard',
        ...signedHeaders(message, now, opened),
      },
      body: message.body,
      timeoutMs,
      maxReply,
    });
    if (status >= 200 && status < 300) return { success: true, statusCode: status };
    return { success: false, statusCode: status, error: `status ${status}` };
  } catch (error) {
    if (error instanceof OutgoingError) return { success: false, error: error.problem };
    throw error;
  }
}
