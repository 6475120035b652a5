import type { LookupAddress } from 'node:dns';
import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/*
 * Resolves names given by users: by the hosts file, then by DNS over its own sockets. The system's resolver would block one
 * of few threads, which all other look-ups and file reads share, for as long as a foreign name server does not answer.
 */

/** Returns all addresses of a host. Throws as `dns.lookup` does: `ENOTFOUND` if there are none. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Milliseconds for a name server's first answer, and the number of tries. */
const timeout = { timeout: 2_000, tries: 2 };

/** Milliseconds after which a look-up is given up, even if queries are still pending. */
const deadline = 5_000;

export const resolveOf =
  (hostsFile: string): Resolve =>
  async (host) => {
    // RFC 6761, 6.3: these names must not be sent to a name server.
    if (/(^|\.)localhost$/i.test(host)) return loopback;
    const listed = listedIn(await readFile(hostsFile, 'utf8').catch(() => ''), host);
    return listed.length > 0 ? listed : askedFor(host);
  };

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function listedIn(hosts: string, host: string): LookupAddress[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(host.toLowerCase()) ? [{ address, family }] : [];
  });
}

async function askedFor(host: string): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver(timeout);
  const timer = setTimeout(() => resolver.cancel(), deadline);
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0) throw Object.assign(new Error(`${host} is not found`), { code: 'ENOTFOUND' });
    return found;
  } finally {
    clearTimeout(timer);
  }
}

/** The system's resolver with its full configuration; only for hosts that the operator named. */
export const systemResolve: Resolve = (host) => dns.lookup(host, { all: true });
