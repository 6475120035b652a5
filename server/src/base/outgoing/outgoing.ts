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
 * The one way to the outside: every request to an address that a user named or that an operator set goes through
 * here. Addresses that are not public are refused, however they are spelled and whatever their name resolves to,
 * unless the operator allows them.
 */
export interface Outgoing {
  /** Sends a request over http or https. Throws `OutgoingError`. */
  request(request: OutgoingRequest): Promise<OutgoingReply>;
  /** The same, for a reply that is larger than what is held in memory. */
  stream(request: StreamRequest): Promise<OutgoingStream>;
  /**
   * Why requests to `url` would be refused, to be said after its name; undefined where they would not be. A name
   * that does not resolve now may do so later: it is not refused.
   */
  refusal(url: string): Promise<string | undefined>;
}

/** How long saving an address waits for its name to resolve; milliseconds. */
const refusalPatience = 5_000;

export function createOutgoing(
  settings: ReachSettings,
  resolve: Resolve = resolveOf('/etc/hosts'),
  resolveTrusted: Resolve = systemResolve,
): Outgoing {
  const reach = reachOf(settings);
  /** The address of a request, and what guards the way to it. Throws where it may not be reached. */
  const guarded = (request: Pick<OutgoingRequest, 'url' | 'base'>): [URL, Guard] => {
    const url = urlOf(request.url);
    const host = hostOf(url);
    const trusted = reach.trusts(url) || (request.base !== undefined && isBelow(url, new URL(request.base)));
    if (!trusted) requireWebPort(url);
    const admits = (address: string) => trusted || reach.admits(address);
    const family = isIP(host);
    // A literal is never looked up, so it is checked here.
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

/** Looks a host up once; what was checked is what is connected to, so a name that changes meanwhile gains nothing. */
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
  const patience = new Promise<LookupAddress[]>((done) => setTimeout(done, refusalPatience, []).unref());
  admitted(await Promise.race([resolve(host), patience]), reach.admits);
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
