import { resolve } from 'node:path';
import { caps } from '../../../../contract/caps.ts';
import { type BackupSettings, type BackupsIn, backupSettings, backupsIn } from './backups.ts';
import { type InboundMail, inboundMail } from './inbound-mail.ts';
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
  securityContacts,
  smtpUrl,
  type Text,
  token,
  trustProxy,
} from './values.ts';

/** All settings; README and `docs/self-hosting.md` list the variables. */
export interface Config {
  port: number;
  host: string;
  /** The prefix of links, without a trailing slash. If not set, undefined until the port is known. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Whether an empty database may replace a lost one; an option of a single start, not a setting. */
  newDatabase?: boolean | undefined;
  /** Max connections of this process to PostgreSQL. */
  databasePoolSize: number;
  databasePreparedStatements: 'auto' | 'on' | 'off';
  secretKey: string | undefined;
  /** Opens values sealed before `secretKey` was set or changed. */
  secretKeyPrevious: string | undefined;
  /** Whether to make a backup before migrating a database that is not empty. */
  backupBeforeMigration: boolean;
  /** Undefined if the service does not back itself up. */
  backups: BackupSettings | undefined;
  /** Where to look for backups, also without a schedule for them. */
  backupsIn: BackupsIn;
  signUp: 'open' | 'invited' | 'closed';
  /** Sessions that an account has at a time. */
  sessionsPerAccount: number;
  /**
   * Attempts per account in 15 minutes, counted separately for sign-up, sign-in (failed ones), magic link and password
   * reset; a network address may make 20 times as many. Each node counts separately.
   */
  signInLimit: number;
  /** Whether people need a second factor on their account. */
  demandsSecondFactor: boolean;
  /** Requests per minute and account; undefined for no limit. Each node counts separately. */
  rateLimit: number | undefined;
  /** Requests per minute and network address without a credential; undefined for no limit. */
  anonymousRateLimit: number | undefined;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Addresses and networks of trusted proxies; if undefined, forwarding headers are ignored. */
  trustProxy: string | undefined;
  /** Origins whose pages may read replies; `*` allows all. */
  corsOrigins: readonly string[];
  /** Allows access to the metrics from other machines. */
  metricsToken: string | undefined;
  /** Where vulnerabilities are reported, for `security.txt`; none if there is no such file. */
  securityContacts: readonly string[];
  /** Seconds for requests under way to end when the service stops. */
  shutdownTimeout: number;
  mailFrom: string;
  smtpUrl: string | undefined;
  inboundMail: InboundMail | undefined;
  openIdProviders: readonly OpenIdProvider[];
  codehostApiUrl: string;
  boardtoolApiUrl: string;
  boardtoolApiKey: string | undefined;
  outgoingAllowed: readonly string[];
  /** Bytes. */
  maxUploadSize: number;
  /** Max total bytes of a workspace's files. */
  storageQuota: number | undefined;
  /** Where files are stored; undefined for the disk. */
  objectStore: ObjectStore | undefined;
}

/**
 * Reads the settings from environment variables. Throws `BadSetting` for an invalid value, and for a variable that looks like
 * a misspelled setting.
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
    // A large PostgreSQL database takes long to copy, and has its own backup tools; an SQLite file takes seconds.
    backupBeforeMigration:
      choice(text, 'BACKUP_BEFORE_MIGRATION', ['on', 'off'], text('DATABASE_URL') ? 'off' : 'on') === 'on',
    backupsIn: backupsIn(text),
    backups: backupSettings(text),
    signUp,
    demandsSecondFactor: choice(text, 'SECOND_FACTOR', ['optional', 'required'], 'optional') === 'required',
    sessionsPerAccount: integer(text, 'SESSIONS_PER_ACCOUNT', {
      min: 1,
      max: caps.sessionsOfUser,
      fallback: caps.sessionsOfUser,
    }),
    signInLimit: integer(text, 'SIGN_IN_LIMIT', { min: 1, max: 1_000_000, fallback: 10 }),
    rateLimit: limit(text, 'RATE_LIMIT', undefined),
    anonymousRateLimit: limit(text, 'ANONYMOUS_RATE_LIMIT', 600),
    logLevel,
    trustProxy: trustProxy(text),
    corsOrigins: corsOrigins(text),
    metricsToken: token(text, 'METRICS_TOKEN'),
    securityContacts: securityContacts(text),
    shutdownTimeout: integer(text, 'SHUTDOWN_TIMEOUT', { min: 1, max: 3600, fallback: 20 }),
    mailFrom: mailFrom(text),
    smtpUrl: smtpUrl(text),
    inboundMail: inboundMail(text),
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
