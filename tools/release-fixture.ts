import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

/*
 * Creates the data of a release on both engines with the release's own code, as test data for the upgrade to later versions.
 * Usage: `node tools/release-fixture.ts <checkout of the release>`. It uses the PostgreSQL of TEST_DATABASE_URL and needs
 * `pg_dump`. The result is in `server/src/testing/releases/v<version>`.
 */

type Rows = Record<string, unknown>[];

interface Database {
  dataDir: string;
  databaseUrl: string | undefined;
  sql: (text: string) => Promise<Rows>;
  remove: () => Promise<void>;
}

const [checkout = ''] = process.argv.slice(2).map((path) => resolve(path));
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
const target = join(import.meta.dirname, '../server/src/testing/releases', `v${version}`);

/** The release's own test helpers create one object of each kind; their types are not known here. */
const testing = (name: string) => import(join(checkout, 'server/src/testing', `${name}.ts`));

await make('sqlite');
await make('postgres');
process.exit(0);

async function make(engine: 'sqlite' | 'postgres'): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-release-'));
  const database = engine === 'sqlite' ? embedded(dataDir) : await onServer(dataDir);
  const known = await fill(database);
  const folder = join(target, engine);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['files', 'secret.key'])
    cpSync(join(dataDir, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'database.gz'), gzipSync(dump(database), { level: 9 }));
  writeFileSync(join(folder, 'known.json'), `${JSON.stringify(known, null, 2)}\n`);
  await database.remove();
  rmSync(dataDir, { recursive: true });
  console.log(`${folder} is made`);
}

function embedded(dataDir: string): Database {
  const sql = async (text: string): Promise<Rows> => {
    const db = new Sqlite(join(dataDir, 'taskboard.db'));
    try {
      const statement = db.prepare<[], Record<string, unknown>>(text);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    } finally {
      db.close();
    }
  };
  return { dataDir, databaseUrl: undefined, sql, remove: async () => {} };
}

async function onServer(dataDir: string): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `taskboard_release_${process.pid}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const ask = async (address: string, text: string): Promise<Rows> => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await ask(server, `create database ${name}`);
  return {
    dataDir,
    databaseUrl: url.href,
    sql: (text) => ask(url.href, text),
    remove: async () => void (await ask(server, `drop database ${name} with (force)`)),
  };
}

/** Inserts at least one row into every table; returns the values that tests need. */
async function fill(database: Database): Promise<Record<string, unknown>> {
  const { testService } = await testing('service');
  const { makeThings } = await testing('things');
  const { attach, beginUpload } = await testing('files');
  const { api } = await import(join(checkout, 'contract/api.ts'));
  const { makePublicId } = await import(join(checkout, 'contract/ids.ts'));
  const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }, {}, database);
  const [ada, bob] = [await service.signUp('ada'), await service.signUp('bob')];
  const things = await makeThings(service, ada, bob);
  const params = { workspacePublicId: things.workspace };
  await attach(ada, things.card, { content: 'The plan.', filename: 'plan.txt' });
  const webhook = await ada.call(api.webhooks.create, {
    params,
    body: { name: 'Hook', url: 'http://127.0.0.1:9/', events: ['card.*'] },
  });
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'A key' } });
  await ada.call(api.invites.createLink, { params });
  await beginUpload(ada, things.card);
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${ada.token}`,
    'idempotency-key': 'once',
  };
  const body = JSON.stringify({
    publicId: makePublicId(),
    title: 'Made once',
    listPublicId: things.list,
    memberPublicIds: [things.member],
  });
  await fetch(`${service.baseUrl}/cards`, { method: 'POST', headers, body });
  await service.caller().call(api.auth.requestPasswordReset, { body: { email: ada.email } });
  const board = { boardPublicId: things.board };
  await ada.call(api.boards.update, { params: board, body: { slug: 'another-slug' } });
  await ada.call(api.workspaces.update, { params, body: { slug: `another-${things.workspace}` } });
  await ada.call(api.calendars.create, { params: board });
  await ada.call(api.exports.startBoard, { params: board, body: {} });
  await ada.call(api.invites.inviteMember, { params, body: { email: 'eve@example.com' } });
  await fillByHand(service, database, { user: ada.id, ...things });
  const empty = await emptyTables(database);
  if (empty.length > 0) throw new Error(`nothing is in ${empty.join(', ')}`);
  await service.outbox.idle();
  await service.close();
  return {
    email: ada.email,
    password: 'password of ada',
    key,
    card: things.card,
    workspace: things.workspace,
    webhook,
  };
}

async function emptyTables({ sql, databaseUrl }: Database): Promise<string[]> {
  const tables = await sql(
    databaseUrl
      ? `select tablename as name from pg_tables where schemaname = 'public'`
      : `select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%'`,
  );
  const empty: string[] = [];
  for (const { name } of tables) {
    if ((await sql(`select 1 from ${String(name)} limit 1`)).length === 0) empty.push(String(name));
  }
  return empty;
}

function dump({ dataDir, databaseUrl }: Database): Buffer {
  if (databaseUrl) {
    const args = ['--no-owner', '--no-privileges', '--inserts', databaseUrl];
    const text = execFileSync('pg_dump', args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
    // Remove the commands for psql, which are not SQL.
    return Buffer.from(text.replace(/^\\.*\n/gm, ''));
  }
  return readFileSync(join(dataDir, 'taskboard.db'));
}

interface Filled {
  user: string;
  workspace: string;
  board: string;
  list: string;
}

interface Release {
  secrets: { seal(text: string, context: string): string };
  clock: { now(): number };
}

/** Inserts the rows that only providers could create, and the few kinds that nothing above creates. */
async function fillByHand({ secrets, clock }: Release, { sql }: Database, filled: Filled): Promise<void> {
  const { user, workspace, board } = filled;
  const now = clock.now();
  const inserts: Record<string, (string | number)[]> = {
    'identities (issuer, subject, user_id, created_at)': ['https://sso.example.com', 'ada', user, now],
    'used_openid_states (nonce, expires_at)': ['a nonce', now + 600_000_000],
    'integrations (user_id, provider, token_sealed, account, connected_at)': [
      user,
      'codehost',
      secrets.seal('a token', `integration codehost ${user}`),
      'ada',
      now,
    ],
    'favourites (workspace_id, board_id, user_id)': [workspace, board, user],
    'presences (workspace_id, board_id, user_id, tab_id, editing, said_at, expires_at)': [
      workspace,
      board,
      user,
      'a tab',
      0,
      now,
      now + 45_000_000,
    ],
  };
  for (const [table, values] of Object.entries(inserts)) {
    const list = values.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(', ');
    await sql(`insert into ${table} values (${list})`);
  }
}
