import ipaddr from 'ipaddr.js';

/** What outgoing requests may reach: public addresses, and what the operator allows beyond them. */
export interface Reach {
  /** Whether the operator named this host: its addresses are taken as they are. */
  readonly trusts: (url: URL) => boolean;
  /** Whether an address is public, or in a range that the operator allows. */
  readonly admits: (address: string) => boolean;
}

/** What the operator has set about it. */
export interface ReachSettings {
  /** Entries that `ruleOf` understands. */
  outgoingAllowed: readonly string[];
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

type Rule =
  | { readonly range: readonly [Address, number] }
  | { readonly host: string; readonly port: string | undefined }
  | { readonly suffix: string; readonly port: string | undefined };

export function reachOf(settings: ReachSettings): Reach {
  const rules = settings.outgoingAllowed.flatMap((entry) => ruleOf(entry) ?? []);
  return {
    trusts: (url) => rules.some((rule) => trustedBy(rule, url)),
    admits(text) {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.parse(text);
      return isPublic(address) || rules.some((rule) => 'range' in rule && inRange(address, rule.range));
    },
  };
}

/** What one entry of `WEBHOOK_ALLOWED_HOSTS` allows: a host or `*.` pattern, with or without a port, an address, a CIDR. */
export function ruleOf(entry: string): Rule | undefined {
  if (ipaddr.isValidCIDR(entry)) return { range: ipaddr.parseCIDR(entry) };
  const bare = entry.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return { range: [ipaddr.IPv4.parse(bare), 32] };
  if (ipaddr.IPv6.isValid(bare)) return { range: [ipaddr.IPv6.parse(bare), 128] };
  const [, wildcard, name = '', port] = /^(\*\.)?([\p{L}\p{N}_.-]+?)(?::(\d{1,5}))?$/u.exec(entry) ?? [];
  if (!URL.canParse(`http://${name}`)) return undefined;
  const host = hostOf(new URL(`http://${name}`));
  if (host === '') return undefined;
  return wildcard ? { suffix: `.${host}`, port } : { host, port };
}

function trustedBy(rule: Rule, url: URL): boolean {
  if ('range' in rule) return false;
  if ((rule.port ?? portOf(url)) !== portOf(url)) return false;
  return 'host' in rule ? rule.host === hostOf(url) : hostOf(url).endsWith(rule.suffix);
}

/** The host of an address without brackets and final dots. `URL` has already made one form of all its spellings. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/** Whether an address is `base` itself, or lies below it. */
export const isBelow = (url: URL, base: URL): boolean =>
  url.origin === base.origin && `${url.pathname}/`.startsWith(`${base.pathname.replace(/\/+$/, '')}/`);

const inRange = (address: Address, [network, bits]: readonly [Address, number]): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** Public by its range, and the metadata of the machine by its use, in one of the large clouds. */
const metadata = ipaddr.IPv4.parse('168.63.129.16');

const globalIPv6 = ipaddr.IPv6.parse('2000::');

/**
 * `unicast` is what remains when ipaddr.js has named every special range: loopback, private, link-local, shared,
 * multicast, reserved, and all forms of IPv6 that carry an IPv4 address. Of IPv6 only 2000::/3 is in use.
 */
const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (address.kind() === 'ipv4' || inRange(address, [globalIPv6, 3])) &&
  !inRange(address, [metadata, 32]);
