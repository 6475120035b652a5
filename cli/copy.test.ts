import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { api } from '../contract/api.ts';
import { attach, filesOf } from '../server/src/testing/files.ts';
import { makeBoard, makeCard, nth } from '../server/src/testing/fixtures.ts';
import { testService } from '../server/src/testing/service.ts';
import { runTaskboard, serveTaskboard } from '../server/src/testing/taskboard.ts';
import { type Postgres, startPostgres } from '../tools/postgres.ts';

/* `taskboard copy` as an operator calls it; the copying itself is tested in `server/src/base/db/copy`. */

const service = await testService();
const ada = await service.signUp('ada');
const { lists } = await makeBoard(ada);
const card = await makeCard(ada, nth(lists, 0), { title: 'Take me along' });
await attach(ada, card, { content: 'a file' });
const served = service.config.dataDir;

const folder = mkdtempSync(join(tmpdir(), 'taskboard-copy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The same data, without a running service. */
const original = join(folder, 'original');
await runTaskboard(['backup', join(folder, 'backup')], { DATA_DIR: served });
await runTaskboard(['restore', join(folder, 'backup')], { DATA_DIR: original });

/** Runs the command; returns its status and output. */
async function copy(from: string, to: string, environment: Record<string, string> = {}) {
  const { status, output, errors } = await runTaskboard(['copy', '--from', from, '--to', to], environment);
  return { code: status, said: [...output, ...errors].join('\n') };
}

/** The card as a service on the copy returns it; the account and its session were copied too. */
async function cardOn(dataDir: string) {
  const copied = await testService(
    {},
    {},
    { dataDir, databaseUrl: undefined, sql: service.sql, remove: async () => {} },
  );
  const found = await copied.caller(ada.token).call(api.cards.get, { params: { cardPublicId: card } });
  const content = await (await fetch(found.attachments[0]?.url ?? '')).text();
  return { title: found.title, content };
}

test('a folder is copied with its files and its key, and a service runs on it', async () => {
  const target = join(folder, 'whole');
  const { code, said } = await copy(original, target);
  assert.equal(code, 0, said);
  assert.match(said, /^files: 1$/m);
  assert.match(said, /^cards: 1$/m);
  assert.match(said, /^done: \d+ rows, compared row by row$/m);
  assert.deepEqual(filesOf({ config: { ...service.config, dataDir: target } }), filesOf(service));
  const key = join(target, 'secret.key');
  assert.deepEqual(readFileSync(key), readFileSync(join(original, 'secret.key')));
  assert.equal(statSync(key).mode & 0o777, 0o600);
  assert.deepEqual(await cardOn(target), { title: 'Take me along', content: 'a file' });
});

test('a second copy into the same folder is refused in one line', async () => {
  const target = join(folder, 'twice');
  assert.equal((await copy(original, target)).code, 0);
  const { code, said } = await copy(original, target);
  assert.equal(code, 1);
  assert.match(said, /the target is not empty: it has users$/);
});

test('a folder with another key is refused before anything is copied', async () => {
  const target = mkdtempSync(join(folder, 'other-'));
  writeFileSync(join(target, 'secret.key'), 'another key that has its thirty-two characters\n');
  const { code, said } = await copy(original, target);
  assert.equal(code, 1);
  assert.match(said, /are different keys/);
  assert.equal(existsSync(join(target, 'files')), false);
});

test('what makes no sense is refused and makes nothing', async () => {
  const absent = join(folder, 'absent');
  const nothing = await copy(absent, join(folder, 'x'));
  assert.equal(nothing.code, 1);
  assert.match(nothing.said, /^there is no database in \S+absent: set DATA_DIR/m);
  assert.equal((await copy(original, original)).code, 2);
  assert.match((await copy('mysql://db/tasks', absent)).said, /^DATABASE_URL is not allowed/);
  assert.equal(existsSync(absent), false);
});

describe('PostgreSQL', () => {
  let postgres: Postgres | undefined;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres?.remove());

  test('neither a folder nor a database is copied while a service runs on it', async () => {
    const refused = /^a service is already running on .*: stop it first$/m;
    const target = join(folder, 'of-running');
    const fromFolder = await copy(served, target);
    assert.equal(fromFolder.code, 1);
    assert.match(fromFolder.said, refused);
    const url = new URL(postgres?.url ?? '');
    const node = await serveTaskboard({ DATABASE_URL: url.href, DATA_DIR: join(folder, 'node') });
    const fromDatabase = await copy(url.href, target, { DATA_DIR: join(folder, 'node') });
    assert.equal(fromDatabase.code, 1);
    assert.match(fromDatabase.said, refused);
    node.process.kill('SIGKILL');
    await node.ended;
    const stopped = await copy(url.href, target, { DATA_DIR: join(folder, 'node') });
    assert.equal(stopped.code, 0, stopped.said);
  });

  test('a folder becomes a database and a folder again', async () => {
    const url = postgres?.url ?? '';
    const target = join(folder, 'again');
    const there = await copy(original, url, { DATA_DIR: original });
    assert.equal(there.code, 0, there.said);
    assert.doesNotMatch(there.said, /^files/m, 'they are there already');
    const back = await copy(url, target, { DATA_DIR: original });
    assert.equal(back.code, 0, back.said);
    assert.deepEqual(await cardOn(target), { title: 'Take me along', content: 'a file' });
  });
});
