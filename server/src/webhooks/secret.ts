import { createHmac, randomBytes } from 'node:crypto';
import { Invalid } from '../errors.ts';

/* Secrets and signatures as Standard Webhooks 1.0.0 has them. */

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

/** Throws `Invalid` where a given secret is too short to be safe, or too long to be one. */
export function checkSecret(secret: string): void {
  const { length } = keyOf(secret);
  if (length < 24 || length > 64) throw new Invalid('body/secret is not of 24 to 64 bytes');
}

export interface Message {
  id: string;
  body: string;
}

/** The headers that say who sent a message and when (`at` in microseconds); every secret signs. */
export function signedHeaders({ id, body }: Message, at: number, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at / 1_000_000));
  const signatures = secrets.map((secret) => {
    const signed = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${signed.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
