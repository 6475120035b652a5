import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CodeHostKind } from '../../../contract/code-kinds.ts';
import { isEqual } from '../base/access/secrets.ts';

const prefix = 'whsec_';

/** In the form of Standard Webhooks, by which GitLab can sign; the other hosts take any text. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** A delivery as it came, before anything in it is believed. */
export interface Unproven {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Whether a delivery was signed with the secret, in the way of its host. */
export function isSigned(kind: CodeHostKind, { headers, body }: Unproven, secret: string): boolean {
  const given = (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  const hex = () => createHmac('sha256', secret).update(body).digest('hex');
  switch (kind) {
    case 'github':
      return isEqual(`sha256=${hex()}`, given('x-hub-signature-256'));
    case 'gitea':
      return isEqual(hex(), given('x-gitea-signature') || given('x-forgejo-signature'));
    case 'gitlab': {
      const signatures = given('webhook-signature');
      if (signatures === '') return isEqual(secret, given('x-gitlab-token'));
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      const signed = createHmac('sha256', key)
        .update(`${given('webhook-id')}.${given('webhook-timestamp')}.`)
        .update(body)
        .digest('base64');
      return signatures.split(' ', 10).some((each) => isEqual(`v1,${signed}`, each));
    }
  }
}
