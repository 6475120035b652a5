import { resolve } from 'node:path';
import { ruleOf } from '../outgoing/reach.ts';

/** Everything an operator can set; README and `docs/self-hosting.md` list the variables. */
export interface Config {
  port: number;
  host: string;
  /** What links begin with; no slash at the end. Undefined until the port is known when not set. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
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
  trustProxy: string | undefined;
  mailFrom: string;
  smtpUrl: string | undefined;
  codehostApiUrl: string;
  boardtoolApiUrl: string;
  boardtoolApiKey: string | undefined;
  outgoingAllowed: readonly string[];
  /** Bytes. */
  maxUploadSize: number;
}

/** A setting that stops the start; the message is the one line that the operator reads. */
export class BadSetting extends Error {}

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
    databaseUrl: url(text, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    secretKey: secret(text),
    signUp,
    signInLimit: integer(text, 'SIGN_IN_LIMIT', { min: 1, max: 1_000_000, fallback: 10 }),
    rateLimit: integer(text, 'RATE_LIMIT', { min: 1, max: 1_000_000, fallback: undefined }),
    logLevel,
    trustProxy: text('TRUST_PROXY'),
    mailFrom: text('MAIL_FROM') ?? 'taskboard@localhost',
    smtpUrl: url(text, 'SMTP_URL', ['smtp:', 'smtps:']),
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
  if (value === undefined) return rule.fallback;
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
    // The address may hold a password: it is not repeated.
    throw new BadSetting(
      `${name} is not allowed: it is an address that begins with ${protocols.join(' or ')}//`,
    );
  }
  return value.replace(/\/+$/, '');
}

function allowedHosts(text: Text): string[] {
  const entries = (text('WEBHOOK_ALLOWED_HOSTS') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const unknown = entries.find((entry) => !ruleOf(entry));
  if (unknown === undefined) return entries;
  throw new BadSetting(
    `WEBHOOK_ALLOWED_HOSTS=${unknown} is not allowed: it is a list of hosts, *. patterns and CIDRs with commas between`,
  );
}

function secret(text: Text): string | undefined {
  const value = text('SECRET_KEY');
  if (value !== undefined && value.length < 32) {
    throw new BadSetting('SECRET_KEY is not allowed: it has at least 32 characters');
  }
  return value;
}
