import { sign } from 'node:crypto';
import type { PushKey } from '../base/access/push-key.ts';
import { hour, second } from '../base/clock.ts';

/** How long a signature is valid: push services allow a day; microseconds. */
const life = 12 * hour;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Says who pushes to an address (RFC 8292): the installation that the browser has subscribed to. */
export function vapid(endpoint: string, key: PushKey, publicUrl: string, now: number): string {
  const expires = Math.floor((now + life) / second);
  const claims = { aud: new URL(endpoint).origin, exp: expires, sub: contactOf(publicUrl) };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${key.publicKey}`;
}

/** Where the operators of a push service find the operator of this one: they accept these two forms. */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:taskboard@${new URL(publicUrl).hostname}`;
