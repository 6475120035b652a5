import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { OutgoingError } from './error.ts';
import {
  exchange,
  exchangeStream,
  type Guard,
  type OutgoingReply,
  type OutgoingRequest,
  type OutgoingStream,
  type StreamRequest,
} from './exchange.ts';
import { hostOf, isBelow, isPortOfOther, type Reach, type ReachSettings, reachOf } from './reach.ts';
import { type Resolve, resolveOf, systemResolve } from './resolve.ts';

/**
 * The only way to send outgoing requests: all requests to addresses set by users or the operator go through here. Addresses
 * that are not public are refused, however they are spelled and whatever a name resolves to, unless the operator allows
 * them.
 */
export interface Outgoing {
  /** Sends a request over http or https. Throws `OutgoingError`. */
  request(request: OutgoingRequest): Promise<OutgoingReply>;
  /** The same, for replies too large to hold in memory. */
  stream(request: StreamRequest): Promise<OutgoingStream>;
  /**
   * Why requests to `url` would be refused, worded to follow the URL's name; undefined if they would be allowed. A name that
   * does not resolve is not refused, because it may do so later.
   */
  refusal(url: string): Promise<string | undefined>;
}

/** How long `refusal` waits for a name to resolve; milliseconds. */
const refusalTimeout = 5_000;

export function createOutgoing(
  settings: ReachSettings,
  resolve: Resolve = resolveOf('/etc/hosts'),
  resolveTrusted: Resolve = systemResolve,
): Outgoing {
  const reach = reachOf(settings);
  /** The URL of a request and its guard. Throws if it is not allowed. */
  const guarded = (request: Pick<OutgoingRequest, 'url' | 'base'>): [URL, Guard] => {
    const url = urlOf(request.url);
    const host = hostOf(url);
    const trusted = reach.trusts(url) || (request.base !== undefined && isBelow(url, new URL(request.base)));
    if (!trusted) requireWebPort(url);
    const admits = (address: string) => trusted || reach.admits(address);
    const family = isIP(host);
    // IP literals are never looked up, so they are checked here.
    if (family !== 0) admitted([{ address: host, family }], admits);
    return [url, { admits, lookup: lookupOf(host, trusted ? resolveTrusted : resolve, admits) }];
  };
  return {
    async request(request) {
      const [url, guard] = guarded(request);
      return exchange(url, request, guard);
    },
    async stream(request) {
      const [url, guard] = guarded(request);
      return exchangeStream(url, request, guard);
    },
    async refusal(text) {
      try {
        await checked(urlOf(text), reach, resolve);
      } catch (error) {
        return error instanceof OutgoingError ? error.message : undefined;
      }
      return undefined;
    },
  };
}

/** Resolves a host once and connects to the checked addresses, so DNS rebinding has no effect. */
function lookupOf(host: string, resolve: Resolve, admits: Reach['admits']): LookupFunction {
  const look = callbackify(async () => {
    const addresses = await resolve(host);
    admitted(addresses, admits);
    return addresses;
  });
  return (_host, options, callback) =>
    look((error, addresses) => {
      if (error) callback(error, []);
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
}

async function checked(url: URL, reach: Reach, resolve: Resolve): Promise<void> {
  if (reach.trusts(url)) return;
  requireWebPort(url);
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return admitted([{ address: host, family }], reach.admits);
  const timeout = new Promise<LookupAddress[]>((done) => setTimeout(done, refusalTimeout, []).unref());
  admitted(await Promise.race([resolve(host), timeout]), reach.admits);
}

function requireWebPort(url: URL): void {
  if (isPortOfOther(url))
    throw new OutgoingError('blocked address', `leads to port ${url.port}, which is not for http`);
}

function admitted(addresses: readonly LookupAddress[], admits: Reach['admits']): void {
  if (!addresses.every(({ address }) => admits(address))) {
    throw new OutgoingError('blocked address', 'leads to an address that is not public');
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OutgoingError('blocked address', 'is not an http or https address');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingError('blocked address', 'contains a user name or a password');
  }
  return url;
}
