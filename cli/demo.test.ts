import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { freePort } from '../tools/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'taskboard-demo-'));
type Child = ChildProcessByStdio<null, Readable, Readable>;

const running = new Set<Child>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function run(dataDir: string, command: string[]): Promise<Child> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...command], {
    env: { ...process.env, DATA_DIR: join(folder, dataDir), PORT: port, INIT_CWD: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** The output of a service until it is ready. */
async function printed(child: Child, last = "-d '{"): Promise<string> {
  let all = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    all += String(chunk);
    if (all.includes(last)) break;
  }
  return all;
}

async function stop(child: Child): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
}

/** Executes a curl command line; supports only the options that the demo prints. */
async function curl(line: string): Promise<Response> {
  const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const body = /-d '([^']+)'/.exec(line)?.[1];
  const init = { headers: Object.fromEntries(headers) as Record<string, string> };
  const url = /curl (\S+)/.exec(line)?.[1] ?? '';
  return fetch(url, body === undefined ? init : { ...init, method: 'POST', body });
}

const curls = (output: string): string[] =>
  output.split('\n').filter((line) => line.trim().startsWith('curl'));

async function boardNames(output: string): Promise<string[]> {
  const response = await curl(curls(output)[0] ?? '');
  const boards = (await response.json()) as { name: string }[];
  return boards.map(({ name }) => name);
}

test('the demo prints three requests that work, and starts again on its own database', async () => {
  const child = await run('fresh', ['demo']);
  const output = await printed(child);
  const lines = curls(output);
  assert.equal(lines.length, 3, output);
  assert.doesNotMatch(output, /Not imported/, 'the board of ours has nothing to lose');
  for (const line of lines) assert.equal((await curl(line)).status, 200, line);
  const board = (await (await curl(lines[1] ?? '')).json()) as {
    lists: { name: string; cards: { title: string }[] }[];
  };
  assert.deepEqual(
    board.lists.map(({ name, cards }) => [name, cards.length]),
    [
      ['Ideas', 4],
      ['Next', 3],
      ['Building', 2],
      ['Done', 3],
    ],
  );
  const [, page = ''] = /Sign in: +(http\S+)/.exec(output) ?? [];
  const found = await fetch(page, { headers: { accept: 'text/html' } });
  assert.match(await found.text(), /^<!doctype html>/);
  const [, email, password] = /Account: +(\S+), password (\S+)/.exec(output) ?? [];
  const [, address = ''] = /listens on (\S+)/.exec(output) ?? [];
  const signIn = await fetch(`${address}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(signIn.status, 200);
  await stop(child);

  const again = await run('fresh', ['demo']);
  assert.deepEqual(await boardNames(await printed(again)), ['Garden shed']);
  await stop(again);

  writeFileSync(join(folder, 'mine.json'), JSON.stringify({ name: 'Mine', desc: 'x', lists: [], cards: [] }));
  const more = await run('fresh', ['demo', 'mine.json']);
  const told = await printed(more);
  assert.match(told, /Not imported as it was: board description/);
  assert.deepEqual(await boardNames(told), ['Garden shed', 'Mine']);
  await stop(more);
});

test('without DATA_DIR the demo uses a folder of its own, next to that of a service', async () => {
  const place = mkdtempSync(join(folder, 'place-'));
  const { DATA_DIR: _, ...environment } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'demo'], {
    env: { ...environment, PORT: String(await freePort()) },
    cwd: place,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  await printed(child);
  assert.deepEqual(readdirSync(place), ['demo-data']);
  await stop(child);
});

test('the demo does not touch a database of someone else', async () => {
  const service = await run('taken', ['serve']);
  const output = await printed(service, 'listens on');
  const [, address = ''] = /listens on ([^\s"]+)/.exec(output) ?? [];
  const signUp = await fetch(`${address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });
  assert.equal(signUp.status, 200);
  await stop(service);
  const child = await run('taken', ['demo']);
  const errors = text(child.stderr);
  assert.deepEqual(await once(child, 'exit'), [1, null]);
  assert.match(await errors, /the database is not empty/);
});

/** A demo for everybody. Its temporary files, and what is said to be the data of a service, are in folders of their own. */
async function runForAll(name: string, args: string[], settings: Record<string, string> = {}) {
  const [temporary, data] = [join(folder, name), join(folder, `${name}-data`)];
  for (const place of [temporary, data]) mkdirSync(place);
  writeFileSync(join(data, 'secret.key'), 'of a service');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'demo', ...args], {
    env: {
      ...process.env,
      ...settings,
      TMPDIR: temporary,
      DATA_DIR: data,
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return { child, temporary, data };
}

interface Caller {
  address: string;
  token: string;
}

const call = ({ address, token }: Caller, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${address}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Signs in as the page for visitors says. */
async function visit(output: string): Promise<Caller> {
  const [, address = ''] = /listens on (\S+)/.exec(output) ?? [];
  const [, email, password] = /Account: +(\S+), password (.+)/.exec(output) ?? [];
  const signedIn = await call({ address, token: '' }, 'POST', '/auth/sign-in', { email, password });
  const { token } = (await signedIn.json()) as { token: string };
  return { address, token };
}

test('a demo for everybody has a known password, nobody else, and sends nothing, whatever the settings say', async () => {
  const { child, temporary, data } = await runForAll('sealed', ['--reset-every', '1h'], {
    SMTP_URL: 'smtp://127.0.0.1:1',
    SIGN_UP: 'open',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    BACKUP_SCHEDULE: '1h',
    BACKUP_TO: '/nowhere',
  });
  const output = await printed(child);
  assert.match(output, /password garden shed\n/);
  const visitor = await visit(output);
  const mine = await call(visitor, 'GET', '/workspaces');
  const [first] = (await mine.json()) as { workspace: { publicId: string; name: string } }[];
  assert.match(first?.workspace.name ?? '', /^Demo, until \d\d:\d\d UTC$/);

  const stranger = { email: 'ada@example.com', password: 'correct horse battery' };
  assert.equal((await call({ ...visitor, token: '' }, 'POST', '/auth/sign-up', stranger)).status, 403);
  const webhook = await call(visitor, 'POST', `/workspaces/${first?.workspace.publicId}/webhooks`, {
    name: 'Mine',
    url: 'https://example.com/hook',
    events: ['card.created'],
  });
  assert.equal(webhook.status, 400);
  assert.match(await webhook.text(), /this demo, which sends nothing/);

  assert.deepEqual(readdirSync(data), ['secret.key'], 'the folder of the settings is left alone');
  assert.equal(readdirSync(temporary).length, 1);
  await stop(child);
  assert.deepEqual(readdirSync(temporary), [], 'it leaves nothing');
});

/** What a demo prints at the beginning of each round. */
async function* rounds(child: Child): AsyncGenerator<string, undefined> {
  let all = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    all += String(chunk);
    if (!all.includes("-d '{")) continue;
    yield all;
    all = '';
  }
}

test('it begins anew: what was done is gone, and so are the sessions', { timeout: 90_000 }, async () => {
  const { child } = await runForAll('again', ['--reset-every', '8s']);
  const printing = rounds(child);
  const visitor = await visit((await printing.next()).value ?? '');
  const made = await call(visitor, 'POST', '/workspaces', { name: 'Mine' });
  assert.equal(made.status, 200);
  // The next round says the same on the same address.
  const again = await visit((await printing.next()).value ?? '');
  assert.equal(again.address, visitor.address);
  assert.equal((await call(visitor, 'GET', '/users/me')).status, 401);
  const left = (await (await call(again, 'GET', '/workspaces')).json()) as { workspace: { name: string } }[];
  assert.deepEqual(
    left.map(({ workspace }) => workspace.name.replace(/\d\d:\d\d/, 'then')),
    ['Demo, until then UTC'],
  );
  await stop(child);
});

test('a time that is none is refused before anything starts', async () => {
  for (const time of ['0m', '1d', '25h', 'soon', '']) {
    const child = await run('never', ['demo', '--reset-every', time]);
    const errors = text(child.stderr);
    assert.deepEqual(await once(child, 'exit'), [2, null], time);
    assert.match(await errors, /must be minutes or hours such as 30m or 1h/);
  }
  assert.ok(!existsSync(join(folder, 'never')));
});

test('a file that cannot be loaded ends the demo with one line, before anything is made', async () => {
  writeFileSync(join(folder, 'broken.json'), '{"lists":');
  writeFileSync(join(folder, 'other.json'), '{"lists":[]}');
  const files: [string, RegExp][] = [
    ['missing.json', /missing\.json cannot be loaded: ENOENT/],
    ['broken.json', /broken\.json cannot be loaded/],
    ['other.json', /not a board export/],
  ];
  for (const [file, expected] of files) {
    const child = await run('never', ['demo', file]);
    const errors = text(child.stderr);
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.match(await errors, expected);
    assert.equal((await errors).trim().split('\n').length, 1);
  }
});
