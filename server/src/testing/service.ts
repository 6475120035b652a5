import { after } from 'node:test';
import { api } from '../../../contract/api.ts';
import { ApiError, type Client, createClient, type Reply } from '../../../contract/client.ts';
import type { Operation } from '../../../contract/operation.ts';
import { cookieName } from '../base/access/session-cookie.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Config, readConfig } from '../base/config/config.ts';
import type { Mail } from '../base/mail/mail.ts';
import { type RunningService, startService, type World } from '../start.ts';
import { cheapenHashes } from '../users/passwords.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type DocumentCheck, servedDocumentCheck } from './document.ts';
import { assertCardsAreCounted, assertPositionsHaveNoGaps, assertTextsAreSearched } from './invariants.ts';
import { send } from './send.ts';

/** A user of the service. */
export interface Person extends Client {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  /** Makes a call that must fail with `status`; returns the error. */
  refused: (status: number, ...call: Parameters<Client['call']>) => Promise<ApiError>;
}

/** A clock that a test can move. */
export interface TestClock extends Clock {
  /** Advances the time by `micros`. */
  pass(micros: number): void;
  /** From here on only `pass` advances the time, plus one microsecond per reading. */
  hold(): void;
}

export interface TestService extends RunningService {
  readonly clock: TestClock;
  /** Sent mails, newest last; `outbox.idle()` waits for those in progress. */
  readonly mails: Mail[];
  /** Ends with `/api/v1`. */
  readonly baseUrl: string;
  /** A caller with a token of any kind, or without one. */
  caller(token?: string): Pick<Person, 'call' | 'refused' | 'subscribe'>;
  /** Signs up a user; the address is `<name>@example.com` unless the name has an `@`. */
  signUp(name: string): Promise<Person>;
  /** The same person in a browser: the session is in a cookie. */
  onPage(person: Person): Person;
  /** Queries the database directly. */
  readonly sql: TestDatabase['sql'];
  /** The types logged in the change log while `work` ran, in order. */
  recorded(work: () => Promise<unknown>): Promise<string[]>;
  /** A raw request, with its reply unchecked. */
  raw(path: string, init?: RequestInit): Promise<Response>;
}

/** Settings of tests that differ from the defaults: any port, only errors in the log, no limit that signing up could reach. */
const testSettings = {
  PORT: '0',
  LOG_LEVEL: 'error',
  SIGN_IN_LIMIT: '1000000',
  ANONYMOUS_RATE_LIMIT: 'off',
};

/** Mails wait for `outbox.idle()`, so that tests do not depend on timing. */
const mailTiming = { delay: () => 2 ** 31 - 1 };

/**
 * Starts the service on an empty database, removed after the tests of the file or suite. A `given` database is kept:
 * several services may share it, and a clock.
 */
export async function testService(
  settings: Record<string, string> = {},
  world: Pick<World, 'mailer' | 'random'> & { clock?: TestClock } = {},
  given?: TestDatabase,
): Promise<TestService> {
  cheapenHashes();
  const database = given ?? (await testDatabase({ migrated: true }));
  const config: Config = {
    ...readConfig({ ...testSettings, DATA_DIR: database.dataDir, ...settings }),
    databaseUrl: database.databaseUrl,
  };
  const clock = world.clock ?? testClock();
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const service = await startService(config, {
    mailer,
    mailTiming,
    timers: false,
    random: () => 0,
    ...world,
    clock,
  });
  // A test may close it earlier.
  let closing: Promise<void> | undefined;
  const end = service.close.bind(service);
  const close = () => (closing ??= end());
  after(async () => {
    await close();
    await assertCardsAreCounted(database);
    await assertTextsAreSearched(database);
    await assertPositionsHaveNoGaps(database);
    if (!given) await database.remove();
  });
  const baseUrl = `${service.address}/api/v1`;
  const document = await servedDocumentCheck(baseUrl);
  const caller = (token?: string) => personCalls(baseUrl, document, token);
  const logged = () =>
    database.sql<{ workspaceId: string; position: number; type: string }>(
      'select workspace_id as "workspaceId", position, type from changes order by workspace_id, position',
    );
  return Object.assign(service, {
    close,
    clock,
    mails,
    baseUrl,
    caller,
    sql: database.sql,
    raw: (path: string, init?: RequestInit) => fetch(baseUrl + path, init),
    async signUp(name: string) {
      const email = name.includes('@') ? name : `${name}@example.com`;
      const { token, user } = await caller().call(api.auth.signUp, {
        body: { email, password: `password of ${name.split('@')[0]}`, name },
      });
      return { id: user.id, email, token, ...caller(token) };
    },
    onPage(person: Person) {
      const cookie = `${cookieName(service.publicUrl)}=${person.token}`;
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      return { ...person, ...personCalls(baseUrl, document, undefined, headers) };
    },
    async recorded(work: () => Promise<unknown>) {
      const before = new Map<string, number>();
      for (const { workspaceId, position } of await logged())
        before.set(workspaceId, Math.max(position, before.get(workspaceId) ?? 0));
      await work();
      return (await logged())
        .filter(({ workspaceId, position }) => position > (before.get(workspaceId) ?? 0))
        .map(({ type }) => type);
    },
  });
}

function testClock(): TestClock {
  const real = systemClock();
  let ahead = 0;
  let held: number | undefined;
  const now = () => (held === undefined ? real.now() + ahead : ++held);
  return {
    now,
    machine: now,
    elapsed: now,
    pass: (micros) => {
      if (held === undefined) ahead += micros;
      else held += micros;
    },
    hold: () => {
      held = real.now() + ahead;
    },
  };
}

function personCalls(
  baseUrl: string,
  document: DocumentCheck,
  token?: string,
  credential?: Record<string, string>,
): Pick<Person, 'call' | 'refused' | 'subscribe'> {
  const checked = async (url: string, init: RequestInit, operation: Operation): Promise<Reply> => {
    const headers = { ...(init.headers as Record<string, string>), ...credential };
    if (operation.streams) return begun(await fetch(url, { ...init, headers }), init, operation);
    const reply = await send(url, operation.method, headers, init.body as string | null);
    const body = /\bjson\b/.test(reply.type) ? await reply.json() : undefined;
    document.check(operation, reply.status, reply.type, body);
    // JSON callers only need to know that it exists.
    return operation.produces && reply.ok ? Response.json({}) : reply;
  };
  const begun = async (response: Response, { signal }: RequestInit, operation: Operation) => {
    const type = response.headers.get('content-type') ?? '';
    const body: unknown = type.includes('json') ? await response.clone().json() : undefined;
    document.check(operation, response.status, type, body);
    if (!response.ok || signal) return response;
    // Callers only need to know that it exists: the stream never ends.
    await response.body?.cancel();
    return Response.json({});
  };
  const client = createClient({ baseUrl, token, fetch: checked });
  return {
    call: client.call,
    subscribe: client.subscribe,
    async refused(status, ...call) {
      let reply: unknown;
      try {
        reply = await client.call(...call);
      } catch (error) {
        if (error instanceof ApiError && error.status === status) return error;
        throw error;
      }
      throw new Error(`${call[0].id} was not refused with ${status}: ${JSON.stringify(reply).slice(0, 500)}`);
    },
  };
}
