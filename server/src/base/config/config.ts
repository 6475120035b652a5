import { resolve } from 'node:path';
import { refuseMisspelled } from './misspelled.ts';
import { type ObjectStore, objectStore } from './object-store.ts';
import { type OpenIdProvider, openIdProviders } from './openid-providers.ts';
import {
  allowedHosts,
  baseUrl,
  choice,
  corsOrigins,
  databaseUrl,
  type Environment,
  folder,
  host,
  integer,
  limit,
  mailFrom,
  readerOf,
  secretKeys,
  smtpUrl,
  type Text,
  token,
  trustProxy,
} from './values.ts';

/** Everything an operator can set; README and `docs/self-hosting.md` list the variables. */
export interface Config {
  port: number;
  host: string;
  /** What links begin with; no slash at the end. Undefined until the port is known when not set. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Whether an empty database may take the place of one that is lost; said at one start, and no setting. */
  newDatabase?: boolean | undefined;
  /** Connections to PostgreSQL that this process has at the most. */
  databasePoolSize: number;
  databasePreparedStatements: 'auto' | 'on' | 'off';
  secretKey: string | undefined;
  /** Opens what was sealed before `secretKey` was set, or was another. */
  secretKeyPrevious: string | undefined;
  /** Whether a backup is made before a database that holds something is migrated. */
  backupBeforeMigration: boolean;
  signUp: 'open' | 'invited' | 'closed';
  /**
   * Attempts per account in 15 minutes, counted for each of sign-up, sign-in (failed ones), magic link and password
   * reset; an address may make 20 times as many. Each node counts its own.
   */
  signInLimit: number;
  /** Requests per minute and account; undefined for no limit. Each node counts its own. */
  rateLimit: number | undefined;
  /** Requests per minute and address of those who have not signed in; undefined for no limit. */
  anonymousRateLimit: number | undefined;
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
  /** Bytes that the files of a workspace may have together. */
  storageQuota: number | undefined;
  /** Where files are; undefined for the disk. */
  objectStore: ObjectStore | undefined;
}

/**
 * Reads the settings from environment variables. Throws `BadSetting` for a value that is not allowed, and for a variable
 * that is none of them but was surely meant to be.
 */
export function readConfig(environment: Environment): Config {
  const { text, names } = readerOf(environment);
  const config = configOf(text, environment);
  refuseMisspelled(environment, names);
  return config;
}

function configOf(text: Text, environment: Environment): Config {
  const signUp = choice(text, 'SIGN_UP', ['open', 'invited', 'closed'], 'open');
  const logLevel = choice(
    text,
    'LOG_LEVEL',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
  );
  return {
    port: integer(text, 'PORT', { min: 0, max: 65_535, fallback: 3000 }),
    host: host(text) ?? '127.0.0.1',
    publicUrl: baseUrl(text, 'PUBLIC_URL'),
    dataDir: folder(text, 'DATA_DIR') ?? resolve('./data'),
    databaseUrl: databaseUrl(text),
    databasePoolSize: integer(text, 'DATABASE_POOL_SIZE', { min: 1, max: 1000, fallback: 10 }),
    databasePreparedStatements: choice(text, 'DATABASE_PREPARED_STATEMENTS', ['auto', 'on', 'off'], 'auto'),
    ...secretKeys(text),
    // A large PostgreSQL takes long to copy, and is backed up by its own means; a file takes seconds.
    backupBeforeMigration:
      choice(text, 'BACKUP_BEFORE_MIGRATION', ['on', 'off'], text('DATABASE_URL') ? 'off' : 'on') === 'on',
    signUp,
    signInLimit: integer(text, 'SIGN_IN_LIMIT', { min: 1, max: 1_000_000, fallback: 10 }),
    rateLimit: limit(text, 'RATE_LIMIT', undefined),
    anonymousRateLimit: limit(text, 'ANONYMOUS_RATE_LIMIT', 600),
    logLevel,
    trustProxy: trustProxy(text),
    corsOrigins: corsOrigins(text),
    metricsToken: token(text, 'METRICS_TOKEN'),
    shutdownTimeout: integer(text, 'SHUTDOWN_TIMEOUT', { min: 1, max: 3600, fallback: 20 }),
    mailFrom: mailFrom(text),
    smtpUrl: smtpUrl(text),
    openIdProviders: openIdProviders(environment),
    codehostApiUrl: baseUrl(text, 'CODEHOST_API_URL') ?? 'https://api.github.com',
    boardtoolApiUrl: baseUrl(text, 'BOARDTOOL_API_URL') ?? 'https://api.trello.com',
    boardtoolApiKey: token(text, 'BOARDTOOL_API_KEY'),
    outgoingAllowed: allowedHosts(text),
    maxUploadSize: integer(text, 'MAX_UPLOAD_SIZE', { min: 1, max: 5 * 1024 ** 3, fallback: 50 * 1024 ** 2 }),
    storageQuota: limit(text, 'STORAGE_QUOTA', undefined, Number.MAX_SAFE_INTEGER),
    objectStore: objectStore(text),
  };
}
