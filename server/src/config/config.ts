import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { ruleOf } from '../outgoing/reach.ts';
import { BadSetting } from './bad-setting.ts';
import { serversOf } from './database-address.ts';
import { type OpenIdProvider, openIdProviders } from './openid-providers.ts';

/** Everything an operator can set; README and `docs/self-hosting.md` list the variables. */
export interface Config {
  port: number;
  host: string;
  /** What links begin with; no slash at the end. Undefined until the port is known when not set. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Connections to PostgreSQL that this process has at the most. */
  databasePoolSize: number;
  databasePreparedStatements: 'auto' | 'on' | 'off';
  secretKey: string | undefined;
  signUp: 'open' | 'invited' | 'closed';
  /**
   * Attempts per account in 15 minutes, counted for each of sign-up, sign-in (failed ones), magic link and password
   * reset; an address may make 20 times as many. Each node counts its own.
   */
  signInLimit: number;
  /** Requests per minute and token; undefined for no limit. Each node counts its own. */
  rateLimit: number | undefined;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Addresses and networks of proxies; undefined where no forwarding header counts. */
  trustProxy: string | undefined;
  /** Pages of these origins may read replies; `*` stands for all. */
  corsOrigins: readonly string[];
  /** Opens the metrics to those who are not on this machine. */
  metricsToken: string | undefined;
  /** Seconds that requests under way have to end when the service stops. */
  shutdownTimeout: number;
  mailFrom: string;
  smtpUrl: string | undefined;
  openIdProviders: readonly OpenIdProvider[];
  codehostApiUrl: string;
  boardtoolApiUrl: string;
  boardtoolApiKey: string | undefined;
  outgoingAllowed: readonly string[];
  /** Bytes. */
  maxUploadSize: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from environment variables; throws `BadSetting` for a value that is not allowed. */
export function readConfig(environment: Environment): Config {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const signUp = choice(text, 'SIGN_UP', ['open', 'invited', 'closed'], 'open');
  const logLevel = choice(
    text,
    'LOG_LEVEL',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
  );
  return {
    port: integer(text, 'PORT', { min: 0, max: 65_535, fallback: 3000 }),
    host: text('HOST') ?? '127.0.0.1',
    publicUrl: url(text, 'PUBLIC_URL', ['http:', 'https:']),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: databaseUrl(text),
    databasePoolSize: integer(text, 'DATABASE_POOL_SIZE', { min: 1, max: 1000, fallback: 10 }),
    databasePreparedStatements: choice(text, 'DATABASE_PREPARED_STATEMENTS', ['auto', 'on', 'off'], 'auto'),
    secretKey: secret(text),
    signUp,
    signInLimit: integer(text, 'SIGN_IN_LIMIT', { min: 1, max: 1_000_000, fallback: 10 }),
    rateLimit: integer(text, 'RATE_LIMIT', { min: 1, max: 1_000_000, fallback: undefined }),
    logLevel,
    trustProxy: trustProxy(text),
    corsOrigins: corsOrigins(text),
    metricsToken: text('METRICS_TOKEN'),
    shutdownTimeout: integer(text, 'SHUTDOWN_TIMEOUT', { min: 1, max: 3600, fallback: 20 }),
    mailFrom: mailFrom(text),
    smtpUrl: url(text, 'SMTP_URL', ['smtp:', 'smtps:']),
    openIdProviders: openIdProviders(environment),
    codehostApiUrl: url(text, 'CODEHOST_API_URL', ['http:', 'https:']) ?? 'https://api.github.com',
    boardtoolApiUrl: url(text, 'BOARDTOOL_API_URL', ['http:', 'https:']) ?? 'https://api.trello.com',
    boardtoolApiKey: text('BOARDTOOL_API_KEY'),
    outgoingAllowed: allowedHosts(text),
    maxUploadSize: integer(text, 'MAX_UPLOAD_SIZE', { min: 1, max: 5 * 1024 ** 3, fallback: 50 * 1024 ** 2 }),
  };
}

type Text = (name: string) => string | undefined;

function choice<const T extends readonly string[]>(
  text: Text,
  name: string,
  allowed: T,
  fallback: T[number],
): T[number] {
  const value = text(name) ?? fallback;
  const found = allowed.find((each) => each === value);
  if (found === undefined)
    throw new BadSetting(`${name}=${value} is not allowed: it is one of ${allowed.join(', ')}`);
  return found;
}

function integer<T extends number | undefined>(
  text: Text,
  name: string,
  rule: { min: number; max: number; fallback: T },
): number | T {
  const value = text(name);
  if (value === undefined || (value === 'off' && rule.fallback === undefined)) return rule.fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= rule.min && number <= rule.max)) {
    throw new BadSetting(
      `${name}=${value} is not allowed: it is a whole number from ${rule.min} to ${rule.max}`,
    );
  }
  return number;
}

function url(text: Text, name: string, protocols: readonly string[]): string | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    // An address that may hold a password is not repeated.
    const shown = value.includes('@') ? name : `${name}=${value}`;
    throw new BadSetting(
      `${shown} is not allowed: it is an address that begins with ${protocols.join(' or ')}//`,
    );
  }
  return value.replace(/\/+$/, '');
}

function databaseUrl(text: Text): string | undefined {
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
  throw new BadSetting(`${name}=${unknown} is not allowed: it is a list of ${rule.is} with commas between`);
}

const allowedHosts = (text: Text): string[] =>
  list(text, 'WEBHOOK_ALLOWED_HOSTS', {
    allows: (entry) => ruleOf(entry) !== undefined,
    is: 'hosts, *. patterns and CIDRs',
  });

const corsOrigins = (text: Text): string[] =>
  list(text, 'CORS_ORIGINS', {
    // As browsers write them: a slash at the end, or a port that goes without saying, would match none.
    allows: (entry) =>
      entry === '*' || (/^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry),
    is: 'origins as https://app.example.com, or *,',
  });

const trustProxy = (text: Text): string | undefined =>
  list(text, 'TRUST_PROXY', {
    allows: (entry) =>
      ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
      ipaddr.isValid(entry) ||
      ipaddr.isValidCIDR(entry),
    is: 'addresses, CIDRs, loopback, linklocal and uniquelocal',
  }).join(',') || undefined;

function mailFrom(text: Text): string {
  const value = text('MAIL_FROM') ?? 'taskboard@localhost';
  const [, address = value] = /^[^<>]*<([^<>]*)>$/.exec(value) ?? [];
  if (/^[^\s<>@,]+@[^\s<>@,]+$/.test(address)) return value;
  throw new BadSetting(`MAIL_FROM=${value} is not allowed: it is an address, or Name <address>`);
}

function secret(text: Text): string | undefined {
  const value = text('SECRET_KEY');
  if (value !== undefined && value.length < 32) {
    throw new BadSetting('SECRET_KEY is not allowed: it has at least 32 characters');
  }
  return value;
}
