import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The caller's network. An IPv6 customer has at least a /64 to choose addresses from, so a /64 counts as one network.
 * The address is undefined if the caller has already disconnected.
 */
export function networkOf(address: string | undefined = 'gone'): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * A network or an address, written in one way; undefined if it is neither. Usual notations only: `192.168/16` would mean
 * 192.0.0.168, and `010.1.0.0` 8.1.0.0. IPv4 addresses within IPv6 are none, as callers are compared without.
 */
export function networkFrom(text: string): string | undefined {
  if (isIP(text.split('/')[0] ?? '') === 0) return undefined;
  try {
    const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : wholeOf(ipaddr.parse(text));
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return undefined;
    const first = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${first.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
  } catch {
    return undefined;
  }
}

const wholeOf = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];

/** Whether an address is in one of these networks. An IPv4 address counts as one also where it comes as IPv6. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [of, bits] = ipaddr.parseCIDR(network);
    return of.kind() === parsed.kind() && parsed.match(of, bits);
  });
}

/** Named ranges that `TRUST_PROXY` accepts, as Fastify defines them. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns a check for addresses of trusted proxies; `list` is the value of `TRUST_PROXY`. */
export function proxiesOf(list: string | undefined): (address: string) => boolean {
  const proxies = new BlockList();
  for (const entry of (list ?? '').split(',').flatMap((each) => named[each] ?? [each])) {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    if (version === 0) continue;
    proxies.addSubnet(address, Number(prefix ?? (version === 6 ? 128 : 32)), familyOf(version));
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, familyOf(isIP(address)));
}

const familyOf = (version: number) => (version === 6 ? 'ipv6' : 'ipv4');
