import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { api } from '../contract/api.ts';
import { copiedTables } from '../server/src/base/db/copy/tables.ts';
import { engine, type TestDatabase, testDatabase } from '../server/src/testing/database.ts';
import { attach, filesOf } from '../server/src/testing/files.ts';
import { makeBoard, makeCard, nth } from '../server/src/testing/fixtures.ts';
import { type Person, testService } from '../server/src/testing/service.ts';
import { runTaskboard, serveTaskboard } from '../server/src/testing/taskboard.ts';
import { makeThings } from '../server/src/testing/things.ts';

const service = await testService();
const ada = await service.signUp('ada');
const things = await makeThings(service, ada, await service.signUp('bob'));
await attach(ada, things.card, { content: 'The plan.', filename: 'plan.txt' });
const { dataDir, databaseUrl } = service.config;
const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };

const folder = mkdtempSync(join(tmpdir(), 'taskboard-backup-'));
const restored: TestDatabase[] = [];
after(async () => {
  rmSync(folder, { recursive: true });
  for (const database of restored) await database.remove();
});

/** Backs up the running service; returns the backup's folder. */
async function backedUp(name: string, ...options: string[]): Promise<string> {
  const { status, errors } = await runTaskboard(['backup', name, ...options], { ...place, INIT_CWD: folder });
  assert.deepEqual([status, errors], [0, []]);
  return join(folder, name);
}

/** An empty database to restore into. */
async function emptyPlace(): Promise<TestDatabase> {
  const database = await testDatabase();
  restored.push(database);
  return database;
}

const restore = (from: string, { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }: Partial<TestDatabase>) =>
  runTaskboard(['restore', from], { DATA_DIR, DATABASE_URL });

/** The content of a database, except values that are only meaningful in that database. */
async function contentOf({ sql }: Pick<TestDatabase, 'sql'>): Promise<Record<string, unknown>> {
  const tables = copiedTables().map(async ({ name, key }) => {
    const rows = await sql(`select * from ${name} order by ${key.join()}`);
    return [name, rows.map((row) => ({ ...row, transaction_id: 0 }))] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** A card as a user sees it, with the content of its files. */
async function cardOf(person: Pick<Person, 'call'>) {
  const card = await person.call(api.cards.get, { params: { cardPublicId: things.card } });
  const attachments = card.attachments.map(async ({ url, ...rest }) => ({
    ...rest,
    content: await (await fetch(url ?? '')).text(),
  }));
  return { ...card, attachments: await Promise.all(attachments) };
}

test('a backup that is restored has the same content, files and secrets', async () => {
  const from = await backedUp('whole');
  const target = await emptyPlace();
  const { status, output, errors } = await restore(from, target);
  assert.deepEqual([status, output.length, errors], [0, 1, []]);
  assert.deepEqual(await contentOf(target), await contentOf(service));
  const again = await testService({}, {}, target);
  assert.deepEqual(filesOf(again), filesOf(service));
  assert.equal(again.secrets.sign('text'), service.secrets.sign('text'));
  const [card, copy] = [await cardOf(ada), await cardOf(again.caller(ada.token))];
  assert.deepEqual(copy, card);
  assert.ok(card.attachments.some(({ content }) => content === 'The plan.'));
  // The copy continues where the original stopped: numbers, positions and activities are preserved.
  await makeCard({ ...ada, ...again.caller(ada.token) }, things.list);
});

test('whatever the engine is, a backup can be restored into the embedded database, and back', async () => {
  const from = await backedUp('embedded');
  const embedded = { dataDir: join(folder, 'data'), databaseUrl: undefined };
  assert.equal((await restore(from, embedded)).status, 0);
  const settings = { DATA_DIR: embedded.dataDir, INIT_CWD: folder };
  assert.equal((await runTaskboard(['backup', 'back'], settings)).status, 0);
  const target = await emptyPlace();
  assert.equal((await restore(join(folder, 'back'), target)).status, 0);
  assert.deepEqual(await contentOf(target), await contentOf(service));
});

test('a backup that is made while clients write fits together, and has all that was there before', async () => {
  const { lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const before = await makeCard(ada, list, { title: 'before' });
  await attach(ada, before);
  let done = false;
  const write = async () => {
    for (let turn = 0; !done; turn++) {
      const card = await makeCard(ada, list, { title: `meanwhile ${turn}` });
      await attach(ada, card);
      if (turn % 2 === 0) await deleteAttachment(card);
    }
  };
  const writing = Promise.all([write(), write(), write()]);
  const from = await backedUp('meanwhile').finally(() => {
    done = true;
  });
  await writing;
  const target = await emptyPlace();
  assert.equal((await restore(from, target)).status, 0);
  const doctor = await runTaskboard(['doctor'], {
    DATA_DIR: target.dataDir,
    DATABASE_URL: target.databaseUrl,
  });
  const wrong = doctor.output.filter((line) => line.startsWith('wrong'));
  // PostgreSQL servers of tests run without fsync, as their data is disposable.
  assert.deepEqual(
    wrong.filter((line) => !line.includes('fsync')),
    [],
  );
  const cards = await target.sql<{ title: string }>(`select title from cards where id = '${before}'`);
  assert.deepEqual(cards, [{ title: 'before' }]);
});

async function deleteAttachment(cardPublicId: string): Promise<void> {
  const { attachments } = await ada.call(api.cards.get, { params: { cardPublicId } });
  const params = { attachmentPublicId: nth(attachments, 0).publicId };
  await ada.call(api.attachments.delete, { params });
}

test('nobody else can look into a backup, and a name says that it is whole', async () => {
  const from = await backedUp('closed');
  assert.equal(statSync(from).mode & 0o077, 0);
  for (const name of ['taskboard.db', 'secret.key', 'backup.json']) {
    assert.equal(statSync(join(from, name)).mode & 0o077, 0, name);
  }
  assert.deepEqual(readdirSync(from).sort(), ['backup.json', 'files', 'secret.key', 'taskboard.db']);
  const again = await runTaskboard(['backup', from], place);
  assert.deepEqual([again.status, again.errors.length], [1, 1]);
  assert.match(nth(again.errors, 0), /already exists/);
});

test('a backup that fails leaves nothing', async () => {
  const settings = { ...place, DATABASE_URL: undefined, DATA_DIR: join(folder, 'nowhere'), INIT_CWD: folder };
  const { status, errors } = await runTaskboard(['backup', 'failed'], settings);
  assert.deepEqual([status, errors.length], [1, 1]);
  assert.match(nth(errors, 0), /^there is no database in /);
  const name = nth(
    readdirSync(folder).filter((each) => each.startsWith('whole')),
    0,
  );
  const damaged = join(folder, 'damaged');
  assert.equal((await restore(join(folder, name), { dataDir: damaged, databaseUrl: undefined })).status, 0);
  writeFileSync(join(damaged, 'taskboard.db'), 'x'.repeat(5000));
  const broken = await runTaskboard(['backup', 'broken'], { DATA_DIR: damaged, INIT_CWD: folder });
  assert.deepEqual([broken.status, broken.errors.length], [1, 1]);
  for (const each of ['failed', 'broken']) {
    assert.deepEqual(
      [existsSync(join(folder, each)), existsSync(join(folder, `${each}.unfinished`))],
      [false, false],
    );
  }
});

test('without files it has none, and a restore says how many are missing', async () => {
  const from = await backedUp('no-files', '--without-files');
  assert.ok(!existsSync(join(from, 'files')));
  const target = await emptyPlace();
  const { status, output } = await restore(from, target);
  assert.equal(status, 0);
  assert.match(nth(output, 1), /^\d+ attachments have no file: see taskboard doctor$/);
});

test('a backup that was damaged since is not restored', async () => {
  const from = await backedUp('dented');
  const file = join(from, 'taskboard.db');
  const bytes = readFileSync(file);
  // The last page: nothing that a restore or a start reads.
  writeFileSync(file, bytes.fill(0xff, bytes.length - 4096));
  const target = await emptyPlace();
  const { status, errors } = await restore(from, target);
  assert.deepEqual([status, errors.length], [1, 1]);
  assert.match(nth(errors, 0), /^this backup is damaged: /);
  assert.ok(!existsSync(join(target.dataDir, 'secret.key')), 'the next backup may have another key');
  assert.equal((await restore(await backedUp('sound'), target)).status, 0);
});

test('backups are listed where the service would make them, also on a machine where it makes none', async () => {
  const to = mkdtempSync(join(tmpdir(), 'taskboard-backups-'));
  try {
    await backedUp(join(to, 'mine'), '--without-files');
    const { output } = await runTaskboard(['backups'], { DATA_DIR: join(to, 'none'), BACKUP_TO: to });
    assert.equal(output.length, 1);
    assert.ok(output[0]?.endsWith(`\t${join(to, 'mine')}`));
  } finally {
    rmSync(to, { recursive: true });
  }
});

test('a restore overwrites nothing', async () => {
  const from = await backedUp('refused');
  const before = await contentOf(service);
  const { status, errors } = await restore(from, service.config);
  assert.deepEqual([status, errors.length], [1, 1]);
  assert.match(nth(errors, 0), engine === 'sqlite' ? /already has a database/ : /is already in use/);
  assert.deepEqual(await contentOf(service), before);

  // The target has another key, for example from a service that has lost its database.
  const target = { dataDir: mkdtempSync(join(folder, 'other-key-')), databaseUrl: undefined };
  writeFileSync(join(target.dataDir, 'secret.key'), 'k'.repeat(43));
  const other = await restore(from, target);
  assert.equal(other.status, 1);
  assert.match(nth(other.errors, 0), /secret\.key is not the key of this backup/);
  assert.deepEqual(readdirSync(target.dataDir), ['secret.key', 'taskboard.lock']);
});

test('what is no backup, or a newer one, is not restored', async () => {
  const target = { dataDir: join(folder, 'untouched'), databaseUrl: undefined };
  const nothing = await restore(dataDir, target);
  assert.match(nth(nothing.errors, 0), /is not a backup: it has no backup\.json$/);
  const from = await backedUp('newer');
  const manifest = join(from, 'backup.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"format": 1', '"format": 2'));
  const newer = await restore(from, target);
  assert.match(nth(newer.errors, 0), /was made by version .*, which is newer$/);
  assert.ok(!existsSync(target.dataDir));
});

test('a key that was set is not in the backup, and is needed for a restore', async () => {
  const key = 'a key that the operator keeps elsewhere';
  const source: TestDatabase = await emptyPlace();
  const settings = { DATA_DIR: source.dataDir, DATABASE_URL: source.databaseUrl, SECRET_KEY: key };
  const service = await serveTaskboard(settings);
  service.process.kill('SIGTERM');
  await service.ended;
  const made = await runTaskboard(['backup', 'with-key'], { ...settings, INIT_CWD: folder });
  assert.equal(nth(made.output, 1), 'SECRET_KEY is not in it: keep a copy of that too');
  const from = join(folder, 'with-key');
  for (const name of readdirSync(from)) {
    assert.ok(!readFileSync(join(from, name)).includes(key), name);
  }
  const target = { DATA_DIR: join(folder, 'keyed') };
  const without = await runTaskboard(['restore', from], target);
  assert.match(nth(without.errors, 0), /^SECRET_KEY is not in this backup/);
  const wrong = await runTaskboard(['restore', from], { ...target, SECRET_KEY: `not ${key}` });
  assert.match(nth(wrong.errors, 0), /^SECRET_KEY is not the key of this backup/);
  assert.equal((await runTaskboard(['restore', from], { ...target, SECRET_KEY: key })).status, 0);
});
