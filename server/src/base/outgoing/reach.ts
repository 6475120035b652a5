import ipaddr from 'ipaddr.js';

/** The addresses that outgoing requests may reach: public ones, and those that the operator allows. */
export interface Reach {
  /** Whether the operator named this host: its addresses are not checked. */
  readonly trusts: (url: URL) => boolean;
  /** Whether an address is public, or in a range that the operator allows. */
  readonly admits: (address: string) => boolean;
}

/**
 * Ports of other protocols, which a request could be abused to reach: those that browsers block (the Fetch Standard,
 * “port blocking”).
 */
const portsOfOthers = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 ' +
    '137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 ' +
    '1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

export const isPortOfOther = (url: URL): boolean => portsOfOthers.has(url.port);

/** The operator's settings. */
export interface ReachSettings {
  /** Entries that `ruleOf` accepts. */
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

/** The rule for an entry of `WEBHOOK_ALLOWED_HOSTS`: a host or `*.` pattern with an optional port, an address, or a CIDR. */
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

/** The host of a URL without brackets and trailing dots. `URL` has already normalised its spelling. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/** Whether a URL is `base` itself or lies below it. */
export const isBelow = (url: URL, base: URL): boolean =>
  url.origin === base.origin && `${url.pathname}/`.startsWith(`${base.pathname.replace(/\/+$/, '')}/`);

const inRange = (address: Address, [network, bits]: readonly [Address, number]): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** In a public range, but used by a large cloud (Azure) for the metadata of its machines. */
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
