import { createHmac, randomBytes } from 'node:crypto';

/* Secrets and signatures as Standard Webhooks 1.0.0 has them. */

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** A secret that is none of Standard Webhooks signs with its bytes, as other services have it. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);

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
