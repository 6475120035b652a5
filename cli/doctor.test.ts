import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { hour, minute } from '../server/src/base/clock.ts';
import { engine } from '../server/src/testing/database.ts';
import { attach, filesOf } from '../server/src/testing/files.ts';
import { makeBoard, makeCard, nth } from '../server/src/testing/fixtures.ts';
import { openIdServer } from '../server/src/testing/openid-provider.ts';
import { testService } from '../server/src/testing/service.ts';
import { runTaskboard } from '../server/src/testing/taskboard.ts';

// The doctor examines a running service.
const service = await testService();
const ada = await service.signUp('ada');
const { workspace, board, lists } = await makeBoard(ada);
const card = await makeCard(ada, nth(lists, 0));
for (const filename of ['one.txt', 'two.txt', 'three.txt']) await attach(ada, card, { filename });

const { dataDir, databaseUrl } = service.config;

interface Line {
  state: string;
  about: string;
  text: string;
}

async function doctor(settings: Record<string, string> = {}) {
  const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const { status, output, errors } = await runTaskboard(['doctor'], { ...place, ...settings });
  assert.deepEqual(errors, []);
  const lines = output.map((line): Line => {
    const [, state = '', about = '', text = ''] = /^(\w+) +([\w-]+) +(.+)$/.exec(line) ?? [];
    return { state, about, text };
  });
  // The PostgreSQL servers of tests run without fsync.
  const wrong = lines.filter(({ state, text }) => state === 'wrong' && !text.startsWith('fsync is off'));
  assert.equal(status, lines.some(({ state }) => state === 'wrong') ? 1 : 0);
  return { lines, wrong: wrong.map(({ about, text }) => `${about}: ${text}`) };
}

/** Asserts that there is exactly one problem, whose description matches `text`. */
async function findsOnly(text: RegExp, settings?: Record<string, string>): Promise<void> {
  const { wrong } = await doctor(settings);
  assert.equal(wrong.length, 1, wrong.join('\n'));
  assert.match(nth(wrong, 0), text);
}

test('it looks at settings, folder, disk, key, database, clock and files, and finds nothing', async () => {
  const { lines, wrong } = await doctor();
  assert.deepEqual(wrong, []);
  const fine = lines.filter(({ state }) => state === 'ok').map(({ about }) => about);
  for (const about of 'settings data disk key database schema references clock webhooks files'.split(' ')) {
    assert.ok(fine.includes(about), about);
  }
  assert.ok(lines.some(({ text }) => text === 'the files of all 3 attachments are there'));
});

test('it makes nothing, also where there is nothing', async () => {
  const before = readdirSync(dataDir).sort();
  await doctor();
  assert.deepEqual(readdirSync(dataDir).sort(), before);
  const nowhere = join(dataDir, 'nowhere');
  const { wrong } = await doctor({ DATA_DIR: nowhere });
  assert.deepEqual([wrong.length > 0, existsSync(nowhere)], [engine === 'postgres', false]);
});

test('it tells of webhook deliveries that should have been sent by now', async () => {
  const url = 'http://192.0.2.1/';
  await service.sql(`insert into webhooks (workspace_id, id, name, url, secret_sealed, events, active, created_at)
    values ('${workspace}', 'hook', 'Chat', '${url}', '', '["card.created"]', 1, 1)`);
  await makeCard(ada, nth(lists, 0));
  const text = async () => (await doctor()).lines.find(({ about }) => about === 'webhooks')?.text ?? '';
  assert.equal(await text(), 'no delivery is late');
  const late = service.clock.now() - 11 * minute;
  await service.sql(`update webhook_deliveries set next_attempt_at = ${late}`);
  assert.match(await text(), /^1 deliveries should have been sent by now/);
  await service.sql(`delete from webhooks`);
});

test('it finds files that are missing or cut off', async () => {
  const [first, second] = filesOf(service).map((name) => join(dataDir, 'files', name));
  const content = 'Hello, files!';
  rmSync(first ?? '');
  writeFileSync(second ?? '', content.slice(1));
  await findsOnly(/^files: 2 of 3 are missing or truncated: \S+, \S+$/);
  for (const path of [first, second]) writeFileSync(path ?? '', content, { mode: 0o600 });
});

test('it finds what others on the machine could read', async () => {
  for (const [path, text] of [
    [dataDir, /^data: other users of this machine can look into .*: run chmod 700 on it$/],
    [join(dataDir, 'secret.key'), /^key: other users of this machine can read .*: run chmod 600 on it$/],
  ] as const) {
    const { mode } = statSync(path);
    chmodSync(path, mode | 0o044);
    await findsOnly(text);
    chmodSync(path, mode);
  }
});

test('it finds a clock that is behind what was recorded', async () => {
  const ahead = service.clock.now() + hour;
  await service.sql(`insert into changes (workspace_id, position, type, board_id, user_id, created_at)
    values ('${workspace}', 1000, 'board.updated', '${board}', '${ada.id}', ${ahead})`);
  await findsOnly(/^clock: it is \S+ here, but something was recorded at \S+$/);
  await service.sql(`delete from changes where created_at = ${ahead}`);
});

// PostgreSQL enforces its foreign keys for all writers.
if (engine === 'sqlite') {
  test('it finds rows that refer to nothing', async () => {
    const db = new Sqlite(join(dataDir, 'taskboard.db'));
    db.pragma('foreign_keys = OFF');
    db.exec(`insert into favourites values ('${workspace}', '0123456789abcdef', '${ada.id}')`);
    await findsOnly(/^references: 1 rows refer to ones that are missing, in favourites$/);
    db.exec(`delete from favourites where board_id = '0123456789abcdef'`);
    db.close();
  });
}

test('it says which migrations the next start applies', async () => {
  const { name, checksum } = nth(
    await service.sql<Record<'name' | 'checksum', string>>(
      'select * from migrations order by name desc limit 1',
    ),
    0,
  );
  await service.sql(`delete from migrations where name = '${name}'`);
  const { lines, wrong } = await doctor();
  assert.deepEqual(wrong, []);
  const schema = lines.find(({ about }) => about === 'schema');
  assert.equal(schema?.state, 'note');
  assert.match(schema.text, new RegExp(`applies ${name}$`));
  await service.sql(`insert into migrations (name, checksum, applied_at)
    values ('${name}', '${checksum}', 0)`);
});

test('it reports a file that is not a database, and continues', async () => {
  const folder = join(dataDir, 'broken');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'taskboard.db'), 'no database '.repeat(1000));
  const settings = { DATA_DIR: folder, DATABASE_URL: '' };
  await findsOnly(/^database: DATA_DIR cannot be used: file is not a database$/, settings);
  const { lines } = await doctor(settings);
  assert.equal(lines.at(-1)?.about, 'mail');
  rmSync(folder, { recursive: true });
});

test('it finds a database and a mail server that do not answer', async () => {
  await findsOnly(/^database: DATABASE_URL: .*ECONNREFUSED/, { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
  await findsOnly(/^mail: the server of SMTP_URL: .*ECONNREFUSED/, { SMTP_URL: 'smtp://127.0.0.1:1' });
});

test('it says where mails come in, and what is missing for that', async () => {
  const { lines } = await doctor({ INBOUND_MAIL: 'lmtp://127.0.0.1:2424/in.example.com' });
  const about = lines.filter(({ text }) => /in\.example\.com|SMTP_URL|INBOUND_MAIL_TRUSTED/.test(text));
  assert.deepEqual(
    about.map(({ state }) => state),
    ['note', 'ok', 'note', 'note'],
  );
});

test('it finds a folder that the first start could not make', async () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  // A file in the path and a file system without folders stop even root.
  for (const DATA_DIR of [join(file, 'data'), '/proc/taskboard/data']) {
    const { wrong } = await doctor({ DATA_DIR });
    assert.match(nth(wrong, 0), /^data: \S+ does not exist and cannot be created in \S+: /);
  }
  rmSync(file);
});

test('it asks the OpenID providers', async () => {
  const provider = await openIdServer({ redirectUris: [] });
  const settings = provider.settings('COMPANY');
  const { lines, wrong } = await doctor(settings);
  assert.deepEqual(wrong, []);
  assert.ok(lines.some(({ state, text }) => state === 'ok' && text.startsWith(provider.issuer)));
  // The server answers, but as another issuer.
  await findsOnly(/^sign-in: \S+ /, { ...settings, OIDC_COMPANY_ISSUER: `${provider.issuer}/elsewhere` });
  provider.stop();
  await findsOnly(/^sign-in: \S+ /, settings);
});

test('it finds another key than the database was used with', async () => {
  await findsOnly(/^key: SECRET_KEY is not the key that the database was used with: /, {
    SECRET_KEY: 'x'.repeat(43),
  });
});

test('a setting that is not allowed is all that it says', async () => {
  const { status, output, errors } = await runTaskboard(['doctor'], { SIGN_UP: 'maybe' });
  assert.deepEqual([status, output, errors.length], [1, [], 1]);
});
