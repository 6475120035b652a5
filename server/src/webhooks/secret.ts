import { createHmac, randomBytes } from 'node:crypto';

/* Secrets and signatures of Standard Webhooks 1.0.0. */

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** A secret without the prefix of Standard Webhooks signs with its raw bytes, as in other services. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);

export interface Message {
  id: string;
  body: string;
}

/** The headers with a message's id, time (`at` in microseconds) and signatures, one for each secret. */
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
