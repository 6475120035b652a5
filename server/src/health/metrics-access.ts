import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** The host names of this machine. A page that uses DNS rebinding sends its own name instead. */
const ownNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Headers that proxies add to forwarded requests. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/** Whether the caller has the operator's token, or is on this machine and not a proxy that forwards for others. */
export function mayReadMetrics(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | undefined,
): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token !== undefined && given !== undefined) return isSame(given, token);
  const { remoteAddress = '', remoteFamily = 'IPv4' } = socket;
  const family = remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4';
  const isHere = loopback.check(remoteAddress, family) && ownNames.test(headers.host ?? '');
  return isHere && !forwarding.some((name) => name in headers);
}

/** Compares hashes, which have the same length and whose partial matches reveal nothing. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(hashOf(given), hashOf(token));

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
