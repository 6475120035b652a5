import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { ruleOf } from '../outgoing/reach.ts';
import { BadSetting } from './bad-setting.ts';
import { serversOf } from './database-address.ts';

/* The allowed values of each kind of setting. Errors name the setting, its value and what is allowed, in one line. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** The trimmed value of a setting; undefined if it is not set or empty. */
export type Text = (name: string) => string | undefined;

/** Reads settings and collects their names: a name that is never read is not a setting. */
export function readerOf(environment: Environment): { text: Text; names: ReadonlySet<string> } {
  const names = new Set<string>();
  const text: Text = (name) => {
    names.add(name);
    const value = environment[name]?.trim() || undefined;
    if (value !== undefined) refuseNoise(name, value);
    return value;
  };
  return { text, names };
}

/** Quotes that no shell has removed would become part of the value; line breaks would end headers and log lines. */
function refuseNoise(name: string, value: string): void {
  if (/^(["']).*\1$/s.test(value)) {
    throw new BadSetting(`${name} is not allowed: it must be written without the quotes around it`);
  }
  if (/\p{Cc}/u.test(value)) {
    throw new BadSetting(`${name} is not allowed: it contains a line break or a control character`);
  }
}

export function choice<const T extends readonly string[]>(
  text: Text,
  name: string,
  allowed: T,
  fallback: T[number],
): T[number] {
  const value = text(name) ?? fallback;
  const found = allowed.find((each) => each === value);
  if (found === undefined)
    throw new BadSetting(`${name}=${value} is not allowed: it must be one of ${allowed.join(', ')}`);
  return found;
}

export function integer<T extends number | undefined>(
  text: Text,
  name: string,
  rule: { min: number; max: number; fallback: T },
): number | T {
  const value = text(name);
  if (value === undefined) return rule.fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= rule.min && number <= rule.max)) {
    throw new BadSetting(
      `${name}=${value} is not allowed: it must be a whole number from ${rule.min} to ${rule.max}`,
    );
  }
  return number;
}

/** Requests per minute; `off` for no limit. */
export const limit = (
  text: Text,
  name: string,
  fallback: number | undefined,
  max = 1_000_000,
): number | undefined => (text(name) === 'off' ? undefined : integer(text, name, { min: 1, max, fallback }));

/** An IP address or name of this machine, without a port. */
export function host(text: Text): string | undefined {
  const value = text('HOST');
  if (value === undefined || isIP(value) !== 0 || /^[a-z0-9_-]*[a-z_-][a-z0-9_.-]*$/i.test(value))
    return value;
  throw new BadSetting(
    `HOST=${value} is not allowed: it must be an IP address or a name of this machine, without a port`,
  );
}

/** A folder, as an absolute path. */
export function folder(text: Text, name: string): string | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  // No shell reads files of settings: these would become literal names of folders.
  if (/^~|\$[A-Za-z{]/.test(value)) {
    throw new BadSetting(
      `${name}=${value} is not allowed: ~ and $ are not expanded here; write out the path`,
    );
  }
  return resolve(value);
}

interface UrlRule {
  protocols: readonly string[];
  /** Parts that are allowed besides host, port and path. */
  may?: 'user and query';
}

function url(text: Text, name: string, { protocols, may }: UrlRule): string | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  // An address that may contain a password is not shown.
  const shown = value.includes('@') ? name : `${name}=${value}`;
  const wanted = protocols.map((protocol) => `${protocol}//`);
  const refuse = (is: string): never => {
    throw new BadSetting(
      `${shown} is not allowed: it must be an address that begins with ${wanted.join(' or ')}${is}`,
    );
  };
  if (!wanted.some((begin) => value.toLowerCase().startsWith(begin)) || !URL.canParse(value)) refuse('');
  const { hostname, username, password } = new URL(value);
  if (hostname === '') refuse(' and has a host');
  if (/[\s#]/.test(value)) refuse(', without spaces or a fragment (#)');
  if (!may && (value.includes('?') || username || password)) refuse(', without a user or a query (?)');
  return value.replace(/\/+$/, '');
}

/** A URL to which paths are appended. */
export const baseUrl = (text: Text, name: string): string | undefined =>
  url(text, name, { protocols: ['http:', 'https:'] });

export const smtpUrl = (text: Text): string | undefined =>
  url(text, 'SMTP_URL', { protocols: ['smtp:', 'smtps:'], may: 'user and query' });

export function databaseUrl(text: Text): string | undefined {
  const value = text('DATABASE_URL');
  try {
    if (value !== undefined) serversOf(value);
  } catch (error) {
    throw new BadSetting(`DATABASE_URL is not allowed: ${(error as Error).message}`);
  }
  return value;
}

function list(text: Text, name: string, rule: { allows: (entry: string) => boolean; is: string }): string[] {
  const entries = (text(name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => !['', 'none', 'off'].includes(entry));
  const unknown = entries.find((entry) => !rule.allows(entry));
  if (unknown === undefined) return entries;
  throw new BadSetting(`${name}=${unknown} is not allowed: it must be a comma-separated list of ${rule.is}`);
}

export const allowedHosts = (text: Text): string[] =>
  list(text, 'WEBHOOK_ALLOWED_HOSTS', {
    allows: (entry) => ruleOf(entry) !== undefined,
    is: 'hosts, *. patterns and CIDRs',
  });

export const corsOrigins = (text: Text): string[] =>
  list(text, 'CORS_ORIGINS', {
    // In the form that browsers send: with a trailing slash or a default port, it would never match.
    allows: (entry) =>
      entry === '*' ||
      (/^https?:\/\/[^*]+$/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry),
    is: 'origins such as https://app.example.com, or *',
  });

export const trustProxy = (text: Text): string | undefined =>
  list(text, 'TRUST_PROXY', {
    allows: (entry) => ['loopback', 'linklocal', 'uniquelocal'].includes(entry) || isNetwork(entry),
    is: 'addresses, CIDRs, loopback, linklocal and uniquelocal',
  }).join(',') || undefined;

/** Usual notations only: `1` is a valid address too, but is meant as a number of proxies. */
const isNetwork = (entry: string): boolean =>
  isIP(entry.split('/')[0] ?? '') !== 0 && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry));

export function mailFrom(text: Text): string {
  const value = text('MAIL_FROM') ?? 'taskboard@localhost';
  const [, address = value] = /^[^<>]*<([^<>]*)>$/.exec(value) ?? [];
  if (/^[^\s<>@,]+@[^\s<>@,]+$/.test(address)) return value;
  throw new BadSetting(`MAIL_FROM=${value} is not allowed: it must be an address, or Name <address>`);
}

/** Where vulnerabilities are reported, as addresses of RFC 9116: web pages, and email addresses or telephone numbers. */
export const securityContacts = (text: Text): string[] =>
  list(text, 'SECURITY_CONTACT', {
    allows: (entry) =>
      /^(https:\/\/[^\s/]+\S*|mailto:[^\s@]+@[^\s@]+|tel:\+[\d-]+|[^\s@:/]+@[^\s@]+)$/.test(entry),
    is: 'email addresses, and addresses that begin with https://, mailto: or tel:',
  }).map((entry) => (entry.includes(':') ? entry : `mailto:${entry}`));

/** A value that is sent verbatim in a header or a URL. */
export function token(text: Text, name: string): string | undefined {
  const value = text(name);
  if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value;
  throw new BadSetting(`${name} is not allowed: it must consist of visible ASCII characters, without spaces`);
}

/** Min characters of a key. */
export const shortestKey = 32;

function secret(text: Text, name: string): string | undefined {
  const value = text(name);
  if (value !== undefined && value.length < shortestKey) {
    throw new BadSetting(`${name} is not allowed: it must have at least ${shortestKey} characters`);
  }
  return value;
}

export function secretKeys(text: Text) {
  const secretKey = secret(text, 'SECRET_KEY');
  const secretKeyPrevious = secret(text, 'SECRET_KEY_PREVIOUS');
  if (secretKeyPrevious !== undefined && secretKeyPrevious === secretKey) {
    throw new BadSetting(
      'SECRET_KEY_PREVIOUS is not allowed: it must be the key used before SECRET_KEY, but the two are the same',
    );
  }
  return { secretKey, secretKeyPrevious };
}
