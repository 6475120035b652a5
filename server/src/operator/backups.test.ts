import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { radosgwIsMissing, startRadosgw } from '../../../tools/radosgw.ts';
import { backupStore } from '../base/backup/stored.ts';
import { verifyBackup } from '../base/backup/verify.ts';
import { day, hour, isoMillis, microsOf, minute } from '../base/clock.ts';
import { clientOf } from '../base/storage/s3-client.ts';
import { type Client, objectsBelow, oneChunk, remove, send } from '../base/storage/s3-objects.ts';
import { startService } from '../start.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { type Fault, type FaultyStore, faultyStore } from '../testing/faulty-store.ts';
import { attach, filesOf, until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { makeOperator } from '../testing/members.ts';
import { type Person, type TestService, testService } from '../testing/service.ts';
import { runTaskboard } from '../testing/taskboard.ts';
import { keptOf } from './backups/kept.ts';
import { momentsAt } from './backups/schedule.ts';

/* Ways in which scheduled backups and their schedule fail. Each happens for real, is told on the page and by mail, and ends. */

const quiet = { LOG_LEVEL: 'silent', BACKUP_SCHEDULE: '6h' };

interface World {
  service: TestService;
  operator: Person;
  /** The object store, if backups go there. */
  store?: FaultyStore;
  /** Where backups go; its name has what breaks commands and patterns. */
  folder: string;
  /** The folder around it. */
  around: string;
}

const around = mkdtempSync(join(tmpdir(), 'taskboard-backups-'));
after(() => rmSync(around, { recursive: true, force: true }));

async function worldOf(name: string, settings: Record<string, string> = {}): Promise<World> {
  const folder = join(around, `${name} Sicherung'n "$(x)" 100% [a]*`);
  mkdirSync(folder);
  const service = await testService({ ...quiet, BACKUP_TO: folder, ...settings });
  const operator = await service.signUp('operator');
  await makeOperator(service, operator);
  const { lists } = await makeBoard(operator);
  const card = await makeCard(operator, nth(lists, 0));
  await attach(operator, card);
  return { service, operator, folder, around };
}

/** What the job does that looks twice a minute. The folder is looked at again after five minutes. */
async function round({ service }: Pick<World, 'service'>, after = 6 * minute): Promise<void> {
  service.clock.pass(after);
  await service.jobs.run('backups');
  await service.jobs.run('backups-told');
}

/** Until a minute after another backup is due: none comes in between, whatever the time of day is now. */
const untilNext = ({ service }: Pick<World, 'service'>): number =>
  6 * hour - (service.clock.now() % (6 * hour)) + minute;

const codesOf = async ({ operator }: World): Promise<string[]> =>
  (await operator.call(api.operator.health)).problems
    .map(({ code }) => code)
    .filter((code) => code.startsWith('backup') && code !== 'backup-same-disk');

const backupsOf = ({ folder }: World): string[] =>
  readdirSync(folder).filter((name) => /^taskboard-\d{8}T\d{6}Z-[0-9a-f]{8}(-\d)?$/.test(name));

const lastOf = (world: World): string => join(world.folder, backupsOf(world).sort().at(-1) ?? '');

const aboutBackups = ({ service }: World): string[] =>
  service.mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('Backups'));

/** Makes something fail; returns what mends it. */
type Breaking = (world: World) => Promise<() => unknown> | (() => unknown);

interface Failure {
  what: string;
  /** The engine on which it is tried, if one is enough: folders fail alike for both. */
  only?: 'sqlite' | 'postgres';
  break: Breaking;
  code: string;
  /** Whether it shows without another backup being due. */
  atOnce?: true;
}

/** Renames something for a while. */
const away = (path: string) => {
  renameSync(path, `${path}.away`);
  return () => {
    rmSync(path, { recursive: true, force: true });
    renameSync(`${path}.away`, path);
  };
};

/** Lets a process write no file of more than so many bytes, as a full disk would. */
const limitFiles = (bytes: string) =>
  execFileSync('prlimit', [`--fsize=${bytes}:unlimited`, '--pid', `${process.pid}`]);

/** The backup that is due was begun as often as one is, and its process ended each time. */
async function givenUp({ clock, sql }: World['service']): Promise<void> {
  const now = clock.now();
  const { due } = momentsAt({ every: 6 }, now, 'UTC');
  await sql(`insert into backups (due_at, state, attempts, leased_until, started_at)
    select ${due}, 'running', 4, ${now}, ${now}`);
}

const failures: Failure[] = [
  {
    what: 'the folder is not there',
    code: 'backup-folder-missing',
    atOnce: true,
    break: ({ folder }) => away(folder),
  },
  {
    what: 'the folder is a file',
    only: 'sqlite',
    code: 'backup-folder-missing',
    atOnce: true,
    break: ({ folder }) => {
      const back = away(folder);
      writeFileSync(folder, '');
      return back;
    },
  },
  {
    what: 'the folder is a link that leads nowhere',
    only: 'sqlite',
    code: 'backup-folder-missing',
    atOnce: true,
    break: ({ folder }) => {
      const back = away(folder);
      symlinkSync(join(around, 'nowhere'), folder);
      return back;
    },
  },
  {
    what: 'the folder cannot be written to',
    only: 'sqlite',
    code: 'backup-folder-unwritable',
    atOnce: true,
    break: ({ folder }) => {
      const back = away(folder);
      // Not even root may create a file there.
      symlinkSync('/proc/self/fdinfo', folder);
      return back;
    },
  },
  {
    what: 'there will not be enough room',
    code: 'backup-no-room',
    atOnce: true,
    break: async ({ service }) => {
      const [good] = await service.sql<{ due: number }>('select max(due_at) as due from backups');
      await service.sql(
        `update backups set state = 'running', leased_until = ${service.clock.now() + 30 * minute} where due_at = ${good?.due}`,
      );
      await service.sql(`update backups set state = 'failed' where due_at < ${good?.due}`);
      await service.jobs.run('workspace-sizes');
      await service.sql(`update workspace_sizes set bytes = 1000000000000000`);
      return async () => {
        await service.sql(`update workspace_sizes set bytes = 1`);
        await service.sql(`update backups set state = 'done' where due_at <= ${good?.due}`);
      };
    },
  },
  {
    what: 'the disk is full in the middle',
    code: 'backup-failed',
    break: async ({ operator }) => {
      const { lists } = await makeBoard(operator);
      const card = await makeCard(operator, nth(lists, 0));
      await attach(operator, card, { content: 'x'.repeat(12_000_000) });
      limitFiles('9000000');
      return () => limitFiles('unlimited');
    },
  },
  {
    what: 'the key is gone',
    code: 'backup-failed',
    break: ({ service }) => away(join(service.config.dataDir, 'secret.key')),
  },
  {
    what: 'the key has been cut off',
    only: 'sqlite',
    code: 'backup-failed',
    break: ({ service }) => {
      const path = join(service.config.dataDir, 'secret.key');
      const back = away(path);
      writeFileSync(path, 'short');
      return back;
    },
  },
  {
    what: 'a file of an attachment is gone',
    code: 'backup-incomplete',
    break: ({ service }) => away(join(service.config.dataDir, 'files', filesOf(service)[0] ?? '')),
  },
  {
    what: 'a file of an attachment has been cut off',
    only: 'sqlite',
    code: 'backup-incomplete',
    break: (world) => {
      const path = join(world.service.config.dataDir, 'files', filesOf(world.service)[0] ?? '');
      const content = readFileSync(path);
      const linked = [...backupsOf(world)].map((name) => join(world.folder, name));
      for (const each of linked) rmSync(each, { recursive: true });
      truncateSync(path, 1);
      return () => {
        for (const name of backupsOf(world)) rmSync(join(world.folder, name), { recursive: true });
        writeFileSync(path, content);
      };
    },
  },
  {
    what: 'the storage of files is not a folder',
    only: 'sqlite',
    code: 'backup-failed',
    break: (world) => {
      for (const name of backupsOf(world)) rmSync(join(world.folder, name), { recursive: true });
      const path = join(world.service.config.dataDir, 'files', 'stored');
      const back = away(path);
      writeFileSync(path, '');
      return back;
    },
  },
  {
    what: 'the last one was removed by somebody',
    code: 'backup-gone',
    atOnce: true,
    break: (world) => away(lastOf(world)),
  },
  {
    what: 'the database of the last one was cut off',
    only: 'sqlite',
    code: 'backup-gone',
    atOnce: true,
    break: (world) => {
      const path = join(lastOf(world), 'taskboard.db');
      const content = readFileSync(path);
      truncateSync(path, 1000);
      return () => writeFileSync(path, content);
    },
  },
  {
    what: 'the last one has lost what says that it is whole',
    only: 'sqlite',
    code: 'backup-gone',
    atOnce: true,
    break: (world) => away(join(lastOf(world), 'backup.json')),
  },
  {
    what: 'none was made for more than two periods',
    code: 'backup-old',
    atOnce: true,
    break: async ({ service }) => {
      const [good] = await service.sql<{ due: number }>(
        `select max(due_at) as due from backups where state = 'done'`,
      );
      await service.sql(`delete from backups where due_at < ${good?.due}`);
      await service.sql(`update backups set due_at = due_at - ${day}`);
      await givenUp(service);
      return () => service.sql(`delete from backups where state = 'running'`);
    },
  },
];

const moreFailures: Failure[] = [
  {
    what: 'the database is damaged',
    code: 'backup-failed',
    only: 'sqlite',
    break: async ({ service }) => {
      await service.sql('create table damaged (x text)');
      await service.sql('pragma wal_checkpoint(truncate)');
      const [table] = await service.sql<{ rootpage: number }>(
        `select rootpage from sqlite_master where name = 'damaged'`,
      );
      const [{ page_size: size } = { page_size: 0 }] = await service.sql<{ page_size: number }>(
        'pragma page_size',
      );
      const at = ((table?.rootpage ?? 0) - 1) * size;
      const file = openSync(join(service.config.dataDir, 'taskboard.db'), 'r+');
      const page = Buffer.alloc(size);
      readSync(file, page, 0, size, at);
      writeSync(file, Buffer.alloc(size, 'x'), 0, size, at);
      return async () => {
        writeSync(file, page, 0, size, at);
        closeSync(file);
        await service.sql('drop table damaged');
      };
    },
  },
  {
    what: 'old ones cannot be removed',
    only: 'sqlite',
    code: 'backup-old-stay',
    break: (world) => {
      // Each of them could be the one whose turn it is.
      const inTheWay = backupsOf(world).map((name) => join(world.folder, `${name}.removing`));
      for (const path of inTheWay) writeFileSync(path, '');
      while (backupsOf(world).length < 7) {
        const name = `taskboard-20200101T00000${backupsOf(world).length}Z-00000000`;
        cpSync(lastOf(world), join(world.folder, name), { recursive: true });
        writeFileSync(join(world.folder, `${name}.removing`), '');
      }
      return () => {
        for (const name of readdirSync(world.folder)) {
          if (name.endsWith('.removing')) rmSync(join(world.folder, name));
        }
      };
    },
  },
  {
    what: 'the first one never ends',
    code: 'backup-old',
    atOnce: true,
    break: async ({ service }) => {
      const now = service.clock.now();
      await service.sql('delete from backups');
      await service.sql(`insert into backups (due_at, state, attempts, leased_until, started_at)
        select ${now - 2 * day}, 'running', 1, ${now}, ${now - 2 * day}`);
      await givenUp(service);
      return () => service.sql('delete from backups');
    },
  },
];

/** Lets the operators be told of each failure: once, by what the page reads and by mail, and of its end. */
function tellsOf(world: World, failures: readonly Failure[]): void {
  const { service, store } = world;
  let isReady = false;
  for (const { what, break: breakIt, code, atOnce, only } of failures) {
    test(`is told once on the page and by mail: ${what}`, {
      skip: only !== undefined && only !== engine,
    }, async () => {
      if (!isReady) await round(world, untilNext(world));
      isReady = true;
      const mails = aboutBackups(world).length;
      const mend = await breakIt(world);
      try {
        await round(world, atOnce ? 6 * minute : 6 * hour);
        assert.ok((await codesOf(world)).includes(code), (await codesOf(world)).join(' '));
        assert.deepEqual(aboutBackups(world).slice(mails), ['Backups need attention']);
        assert.ok((service.mails.at(-1)?.text.length ?? 0) > 60);
        await round(world);
        assert.equal(aboutBackups(world).length, mails + 1, 'told again');
        // Half of one never counts.
        if (existsSync(world.folder) && statSync(world.folder).isDirectory())
          assert.deepEqual(
            readdirSync(world.folder).filter((name) => name.endsWith('.unfinished')),
            [],
          );
      } finally {
        await mend();
      }
      await round(world, untilNext(world));
      assert.deepEqual([await codesOf(world), aboutBackups(world).at(-1)], [[], 'Backups work again']);
      if (store)
        assert.deepEqual(await backupStore(service.config.objectStore ?? assert.fail()).remains(), []);
    });
  }
}

/** Answers some requests as a store does that fails. */
const refusing =
  (status: number, code: string, isMeant: (request: IncomingMessage) => boolean = () => true): Fault =>
  (request, response) => {
    if (!isMeant(request)) return false;
    request.resume();
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    return true;
  };

const isWrite = ({ method }: IncomingMessage) => method === 'POST' || method === 'PUT';
const isPart = ({ url = '' }: IncomingMessage) => url.includes('partNumber=');
const isCompletion = ({ method, url = '' }: IncomingMessage) =>
  method === 'POST' && url.includes('uploadId=');

const failing =
  (fault: Fault): Breaking =>
  ({ store }) => {
    if (store) store.fault = fault;
    return () => {
      if (store) store.fault = undefined;
    };
  };

/** Of the last backup. */
const inStore =
  (change: (client: Client, path: string) => Promise<void>): Breaking =>
  async ({ service }) => {
    const client = clientOf(service.config.objectStore ?? assert.fail());
    const [row] = await service.sql<{ name: string }>(
      `select name from backups where state = 'done' order by due_at desc limit 1`,
    );
    await change(client, `backups/${row?.name}`);
    // The next one takes its place.
    return () => undefined;
  };

const storeFailures: Failure[] = [
  {
    what: 'the store is away',
    code: 'backup-store-fails',
    atOnce: true,
    break: failing((request) => {
      request.socket.destroy();
      return true;
    }),
  },
  {
    what: 'the store says nothing',
    code: 'backup-store-fails',
    atOnce: true,
    break: (world) => {
      const { objectStore } = world.service.config;
      const { patience } = objectStore ?? assert.fail();
      Object.assign(objectStore ?? {}, { patience: 1000 });
      const mend = failing(() => true)(world);
      return async () => {
        await (await mend)();
        Object.assign(objectStore ?? {}, { patience });
      };
    },
  },
  {
    what: 'the store does not know the key',
    code: 'backup-store-fails',
    atOnce: true,
    break: failing(refusing(403, 'InvalidAccessKeyId')),
  },
  {
    what: 'the secret of the key is another',
    code: 'backup-store-fails',
    atOnce: true,
    break: ({ service }) => {
      const { objectStore } = service.config;
      const { secretAccessKey } = objectStore ?? assert.fail();
      Object.assign(objectStore ?? {}, { secretAccessKey: 'another' });
      return () => Object.assign(objectStore ?? {}, { secretAccessKey });
    },
  },
  {
    what: 'the bucket is gone',
    code: 'backup-store-fails',
    atOnce: true,
    break: ({ service }) => {
      const { objectStore } = service.config;
      const { bucket } = objectStore ?? assert.fail();
      Object.assign(objectStore ?? {}, { bucket: 'absent' });
      return () => Object.assign(objectStore ?? {}, { bucket });
    },
  },
  {
    what: 'the clocks differ too much',
    code: 'backup-store-fails',
    atOnce: true,
    break: failing(refusing(403, 'RequestTimeTooSkewed')),
  },
  {
    what: 'the key may only read',
    code: 'backup-failed',
    break: failing(refusing(403, 'AccessDenied', isWrite)),
  },
  {
    what: 'the store is full',
    code: 'backup-failed',
    break: failing(refusing(403, 'QuotaExceeded', isPart)),
  },
  {
    what: 'the connection breaks in the middle of a part, again and again',
    code: 'backup-failed',
    break: failing((request) => {
      if (!isPart(request)) return false;
      request.once('data', () => request.socket.destroy());
      return true;
    }),
  },
  {
    what: 'a part is lost',
    code: 'backup-failed',
    break: failing(refusing(200, 'InvalidPart', isCompletion)),
  },
  {
    what: 'the store gives back something else',
    code: 'backup-failed',
    break: failing(({ method, url = '' }, response) => {
      if (method !== 'GET' || !url.endsWith('taskboard.db')) return false;
      response.end('something else');
      return true;
    }),
  },
  {
    what: 'backup.json is refused, which is stored last',
    code: 'backup-failed',
    break: failing(
      refusing(
        500,
        'InternalError',
        (request) => isWrite(request) && request.url?.endsWith('backup.json') === true,
      ),
    ),
  },
  {
    what: 'the last one was removed from the store',
    code: 'backup-gone',
    atOnce: true,
    break: inStore(async (client, path) => {
      for await (const found of objectsBelow(client, `${path}/`)) await remove(client, found.path);
    }),
  },
  {
    what: 'the last one was cut off in the store',
    code: 'backup-gone',
    atOnce: true,
    break: inStore((client, path) =>
      send(client, `${path}/taskboard.db`, oneChunk(Buffer.from('cut')), 3, 'text/plain'),
    ),
  },
  {
    what: 'there is no folder in which it could be made first',
    code: 'backup-failed',
    break: ({ service }) => {
      const path = join(service.config.dataDir, 'backups');
      const back = away(path);
      writeFileSync(path, '');
      return back;
    },
  },
];

// A store fails alike for both engines; what a backup in it has of each, `backups-in-store.test.ts` holds.
const notTried = radosgwIsMissing() || (engine === 'postgres' && 'stores fail alike for both engines');

suite('scheduled backups in an object store', { skip: notTried, timeout: 600_000 }, async () => {
  const gateway = notTried ? assert.fail() : await startRadosgw();
  after(() => gateway.remove());
  const store = await faultyStore(gateway.settings.S3_ENDPOINT ?? '');
  after(() => store.close());
  const settings = { ...gateway.settings, S3_ENDPOINT: store.endpoint };
  const world = { ...(await worldOf('stored', { ...settings, BACKUP_TO: 'store' })), store };
  tellsOf(world, storeFailures);
});

suite('scheduled backups', async () => {
  const world = await worldOf('failing');
  const { service, operator } = world;

  test('the first is made at once, whole, and nobody gets a mail', async () => {
    assert.deepEqual(await codesOf(world), []);
    await round(world, untilNext(world));
    const [name = ''] = backupsOf(world);
    assert.deepEqual([backupsOf(world).length, await codesOf(world), aboutBackups(world)], [1, [], []]);
    assert.equal(await verifyBackup(service.config, join(world.folder, name)), 0);
    const { backups } = await operator.call(api.operator.health);
    assert.deepEqual([backups?.schedule, backups?.lastGood?.name, backups?.isRunning], ['6h', name, false]);
    assert.ok(microsOf(backups?.nextAt ?? '') > service.clock.now());
  });

  test('another is made when it is due, and not before', async () => {
    await round(world);
    assert.equal(backupsOf(world).length, 1);
    await round(world, 6 * hour);
    assert.equal(backupsOf(world).length, 2);
  });

  test('files are linked from one to the next, and are no links to those of the service', () => {
    const [file = ''] = filesOf(service);
    const nodeOf = (root: string) => statSync(join(root, 'files', file)).ino;
    const [first, second] = backupsOf(world)
      .sort()
      .map((name) => nodeOf(join(world.folder, name)));
    assert.equal(first, second);
    assert.notEqual(first, nodeOf(service.config.dataDir));
  });

  tellsOf(world, [...failures, ...moreFailures]);

  test('one that fails is tried again after twenty minutes, three times, until the next is due', async () => {
    await round(world, 6 * hour);
    const mend = away(join(service.config.dataDir, 'secret.key'));
    await round(world, 6 * hour);
    const attempts = async () =>
      (
        await service.sql<{ attempts: number }>('select attempts from backups order by due_at desc limit 1')
      )[0]?.attempts;
    assert.equal(await attempts(), 1);
    await round(world, minute);
    assert.equal(await attempts(), 1);
    await round(world, 20 * minute);
    assert.equal(await attempts(), 2);
    mend();
    await round(world, 20 * minute);
    assert.deepEqual([await attempts(), await codesOf(world)], [3, []]);
  });

  test('two looks at the same moment make one backup', async () => {
    const had = backupsOf(world).length;
    service.clock.pass(6 * hour);
    await Promise.all([service.jobs.run('backups'), service.jobs.run('backups')]);
    assert.equal(backupsOf(world).length, Math.min(had + 1, 7));
    const [{ count } = {}] = await service.sql<{ count: number }>(
      `select count(*) as count from backups where attempts > 1 and due_at > ${service.clock.now() - 6 * hour}`,
    );
    assert.equal(Number(count), 0);
  });

  test('while a node has one it is not begun again; if that node dies, it is, and what it left is cleared', async () => {
    await service.sql('delete from backups');
    for (const name of backupsOf(world)) rmSync(join(world.folder, name), { recursive: true });
    await round(world, untilNext(world));
    const [name = ''] = backupsOf(world);
    // As a node leaves it that was killed in the middle.
    renameSync(join(world.folder, name), join(world.folder, `${name}.unfinished`));
    await service.sql(`update backups set state = 'running', leased_until = ${service.clock.now() + minute}`);
    await round(world, 0);
    assert.deepEqual(backupsOf(world), []);
    await round(world, 2 * minute);
    assert.deepEqual(
      [backupsOf(world), existsSync(join(world.folder, `${name}.unfinished`))],
      [[`${name}-2`], false],
    );
  });

  /** Begins the next backup, and sends its process a signal. */
  const disturb = async (signal: NodeJS.Signals) => {
    // Of the kernel: a program that lists processes may take longer than the child does.
    const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    // Nobody waits until the child of the last backup is gone.
    const before = new Set(children());
    service.clock.pass(untilNext(world));
    const making = service.jobs.run('backups');
    const childOf = () =>
      children().find(
        (pid) =>
          pid && !before.has(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('backup/child.ts'),
      );
    let child: string | undefined;
    while (!child) {
      await new Promise((resolve) => setImmediate(resolve));
      child = childOf();
    }
    process.kill(Number(child), signal);
    return { making };
  };

  test('the process that makes it is killed: told, and made again', async () => {
    const { making } = await disturb('SIGKILL');
    await making;
    assert.deepEqual(await codesOf(world), ['backup-failed']);
    await round(world, 20 * minute);
    assert.deepEqual(await codesOf(world), []);
  });

  test('one that hangs is told of meanwhile, ends after a day, and is made again', async () => {
    const mails = aboutBackups(world).length;
    const { making } = await disturb('SIGSTOP');
    for (let passed = 0; passed < 23; passed++) {
      service.clock.pass(hour);
      await service.jobs.run('backup-lease');
      await service.jobs.run('backups-told');
    }
    assert.deepEqual(await codesOf(world), ['backup-old']);
    assert.deepEqual(aboutBackups(world).slice(mails), ['Backups need attention']);
    service.clock.pass(2 * hour);
    await service.jobs.run('backup-lease');
    await making;
    const { backups } = await operator.call(api.operator.health);
    assert.equal(backups?.lastFailure?.reason, 'it did not end within a day');
    await round(world);
    assert.deepEqual([await codesOf(world), aboutBackups(world).at(-1)], [[], 'Backups work again']);
  });

  test('one whose node was ended each time has failed, and runs no longer', async () => {
    service.clock.pass(untilNext(world));
    await givenUp(service);
    await round(world);
    const { backups } = await operator.call(api.operator.health);
    assert.deepEqual(
      [backups?.isRunning, backups?.lastFailure?.reason, await codesOf(world)],
      [false, 'each node that made it was ended', ['backup-failed']],
    );
    await round(world, untilNext(world));
    assert.deepEqual(await codesOf(world), []);
  });

  test('a clock that was a year ahead for a moment, or is put back, stops no backup', async () => {
    service.clock.pass(365 * day);
    await service.jobs.run('backups');
    service.clock.pass(-365 * day);
    await round(world, 6 * hour);
    const late = async () => (await operator.call(api.operator.health)).backups?.lastGood?.at ?? '';
    assert.ok(Math.abs(microsOf(await late()) - service.clock.now()) < hour, await late());
    assert.deepEqual(await codesOf(world), []);
    // Back before the moment at which it was due, and over it again: it is there already.
    const had = backupsOf(world);
    await round(world, -hour);
    await round(world, hour);
    assert.deepEqual(backupsOf(world), had);
    rmSync(lastOf(world), { recursive: true });
  });

  test('what is not ours stays in the folder, whatever it is called; what was half removed goes', async () => {
    const old = 'taskboard-20200101T000000Z-';
    mkdirSync(join(world.folder, `${old}00000001`));
    writeFileSync(join(world.folder, `${old}00000002`), 'a file');
    symlinkSync(around, join(world.folder, `${old}00000003`));
    mkdirSync(join(world.folder, `${old}00000004`));
    // The backup of another installation in the same folder.
    writeFileSync(
      join(world.folder, `${old}00000004`, 'backup.json'),
      JSON.stringify({ format: 1, keyMark: 'x' }),
    );
    mkdirSync(join(world.folder, `${old}00000005.unfinished`));
    mkdirSync(join(world.folder, `${old}00000006.removing`));
    const foreign = readdirSync(world.folder).filter((name) => /0000000[1-5]/.test(name));
    for (let n = 0; n < 9; n++) await round(world, 6 * hour);
    const left = readdirSync(world.folder);
    assert.deepEqual(
      left.filter((name) => /0000000\d/.test(name)),
      foreign,
    );
    const ours = backupsOf(world).filter((name) => !name.startsWith(old));
    // One is of a time to come, which counts for nothing.
    assert.equal(
      ours.filter((name) => name < `taskboard-${isoMillis(service.clock.now()).replace(/[-:]/g, '')}`).length,
      7,
    );
  });

  test('a service that stops leaves its backup to the next, and nothing that is half of one', async () => {
    const database = await testDatabase({ migrated: true });
    const config = { ...service.config, dataDir: database.dataDir, databaseUrl: database.databaseUrl };
    const folder = join(around, 'stopped');
    mkdirSync(folder);
    const other = await startService({ ...config, backupsIn: { folder } }, { timers: false });
    other.jobs.begin('backups');
    await until(async () => (await database.sql(`select 1 from backups where name is not null`)).length > 0);
    await other.close();
    const [row] = await database.sql<{ state: string; attempts: number }>(
      'select state, attempts from backups',
    );
    assert.equal(row?.attempts, row?.state === 'done' ? 1 : 0);
    // It may have been faster.
    assert.equal(
      readdirSync(folder).some((name) => !name.endsWith('.unfinished')),
      row?.state === 'done',
    );
    await database.remove();
  });
});

suite('backups into the folder of data', async () => {
  const service = await testService(quiet);
  const operator = await service.signUp('operator');
  await makeOperator(service, operator);

  test('are on the same disk, which is said on the page and not by mail', async () => {
    await service.jobs.run('backups');
    const { problems, backups } = await operator.call(api.operator.health);
    const told = problems.filter(({ code }) => code.startsWith('backup'));
    assert.deepEqual(
      told.map(({ code, isUrgent }) => [code, isUrgent]),
      [['backup-same-disk', false]],
    );
    assert.equal(backups?.folder, join(service.config.dataDir, 'backups'));
    assert.deepEqual(
      service.mails.filter(({ subject }) => subject.startsWith('Backups')),
      [],
    );
  });
});

suite('a service without a schedule', async () => {
  const service = await testService();
  const operator = await service.signUp('operator');
  await makeOperator(service, operator);

  test('says so', async () => {
    const { problems, backups } = await operator.call(api.operator.health);
    assert.ok(problems.some(({ code, isUrgent }) => code === 'backups-off' && !isUrgent));
    assert.equal(backups, null);
  });
});

test('a scheduled backup is restored into a fresh installation, with all that there was', async () => {
  const world = await worldOf('restored');
  await round(world);
  const fresh = await testDatabase();
  after(() => fresh.remove());
  const { status, errors } = await runTaskboard(['restore', lastOf(world)], {
    DATA_DIR: fresh.dataDir,
    DATABASE_URL: fresh.databaseUrl,
  });
  assert.deepEqual([status, errors], [0, []]);
  for (const table of ['users', 'workspaces', 'boards', 'lists', 'cards', 'attachments', 'activities']) {
    const all = `select * from ${table} order by id`;
    assert.deepEqual(await fresh.sql(all), await world.service.sql(all), table);
  }
  const [file = ''] = filesOf(world.service);
  assert.equal(readFileSync(join(fresh.dataDir, 'files', file), 'utf8'), 'Hello, files!');
});

test('a database that is older than the newest backup takes nothing away from it', async () => {
  const world = await worldOf('older');
  await round(world, untilNext(world));
  const [name = ''] = backupsOf(world);
  const before = readFileSync(join(world.folder, name, 'backup.json'), 'utf8');
  await world.service.sql('delete from backups');
  await round(world);
  assert.deepEqual(backupsOf(world).sort(), [name, `${name}-2`]);
  assert.deepEqual(await codesOf(world), []);
  assert.equal(readFileSync(join(world.folder, name, 'backup.json'), 'utf8'), before);
});

test('the last backup that has all files stays, however many come without them', async () => {
  const world = await worldOf('without', { BACKUP_KEEP: '1' });
  await round(world, untilNext(world));
  const [whole = ''] = backupsOf(world);
  rmSync(join(world.service.config.dataDir, 'files'), { recursive: true });
  for (let turn = 0; turn < 3; turn++) await round(world, 6 * hour);
  const kept = backupsOf(world).sort();
  assert.deepEqual([kept.length, kept[0]], [2, whole]);
  assert.equal(await verifyBackup(world.service.config, join(world.folder, whole)), 0);
});

test('operators are told once a mail about it is accepted', async () => {
  let isRefused = true;
  const accepted: string[] = [];
  const send = async ({ subject }: { subject: string }) => {
    if (isRefused) throw new Error('550 no');
    accepted.push(subject);
  };
  const service = await testService(quiet, { mailer: { send } });
  await makeOperator(service, await service.signUp('operator'));
  await round({ service });
  const mend = away(join(service.config.dataDir, 'secret.key'));
  await round({ service }, untilNext({ service }));
  isRefused = false;
  // Not at once, so that a mail server which is down is not asked twice a minute.
  await service.jobs.run('backups-told');
  assert.deepEqual(accepted, []);
  await round({ service });
  await round({ service });
  assert.deepEqual(accepted, ['Backups need attention']);
  mend();
});

test('a time of day comes once on each day, also when clocks are changed', () => {
  const zone = 'Europe/Berlin';
  const at = (iso: string, minutes: number) => {
    const { due, next } = momentsAt({ at: minutes }, microsOf(iso), zone);
    return [due, next].map(isoMillis);
  };
  // On 29 March 02:30 is leapt over; on 25 October it comes twice.
  assert.deepEqual(at('2026-03-29T00:59:00Z', 150), ['2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z']);
  assert.deepEqual(at('2026-03-29T01:00:00Z', 150), ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z']);
  assert.deepEqual(at('2026-10-25T00:30:00Z', 150), ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
  assert.deepEqual(at('2026-10-25T01:30:00Z', 150), ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
  assert.deepEqual(momentsAt({ every: 6 }, 13 * hour, zone), {
    due: 12 * hour,
    next: 18 * hour,
    period: 6 * hour,
  });
});

test('the newest of each day, week and month are kept', () => {
  const backups = Array.from({ length: 400 }, (_, n) => ({
    name: `${n}`,
    at: microsOf('2026-11-27T03:00:00Z') - n * day,
  }));
  const kept = (keep: Partial<Record<'newest' | 'days' | 'weeks' | 'months', number>>) =>
    [...keptOf(backups, { newest: 0, days: 0, weeks: 0, months: 0, ...keep })]
      .map(Number)
      .sort((a, b) => a - b);
  assert.deepEqual(kept({ newest: 3 }), [0, 1, 2]);
  // Of the present week it is the newest; of those before, the Sunday.
  assert.deepEqual(kept({ days: 2, weeks: 3, months: 3 }), [0, 1, 5, 12, 27, 58]);
  // The newest is kept in any case.
  assert.deepEqual(kept({}), [0]);
});

if (engine === 'postgres') {
  test('of two nodes, one makes it, and one tells of it', async () => {
    const world = await worldOf('nodes');
    const { service } = world;
    const mails: string[] = [];
    const mailer = { send: async ({ subject }: { subject: string }) => void mails.push(subject) };
    const second = await startService(service.config, { clock: service.clock, mailer, timers: false });
    const both = (name: string) => Promise.all([service, second].map(({ jobs }) => jobs.run(name)));
    await both('backups');
    assert.equal(backupsOf(world).length, 1);
    const mend = away(world.folder);
    service.clock.pass(6 * minute);
    await both('backups');
    await both('backups-told');
    mend();
    assert.equal([...mails, ...aboutBackups(world)].length, 1);
    await second.close();
  });
}
