import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { png } from '../../testing/pictures.ts';
import { ProcessCrash } from '../processes/answers.ts';
import { PictureProcess } from './process.ts';

const pictures = new PictureProcess({ most: 20_000, idle: 200 });
after(() => pictures.close());

const small = png(40, 30);
const shrink = (of = pictures, content: Readable = Readable.from([small]), size = small.length) =>
  of.shrink(content, size);

test('it is started when it is needed, and ends when nobody needs it', async () => {
  assert.equal(pictures.pid, undefined);
  const made = await shrink();
  assert.deepEqual([made?.width, made?.height], [40, 30]);
  const { pid } = pictures;
  assert.ok(pid);
  await shrink();
  assert.equal(pictures.pid, pid);
  while (pictures.pid !== undefined) await pause(20);
  assert.ok(await shrink());
  assert.notEqual(pictures.pid, pid);
});

test('a picture that comes while the idle process ends is made by another one', async () => {
  await shrink();
  const { pid = 0 } = pictures;
  process.kill(pid, 'SIGSTOP');
  try {
    await pause(400);
    assert.equal((await shrink())?.width, 40);
    assert.notEqual(pictures.pid, pid);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test('it has no settings, and bounds of its own', {
  skip: process.platform !== 'linux' && 'not Linux',
}, async () => {
  await shrink();
  const environment = readFileSync(`/proc/${pictures.pid}/environ`, 'latin1').split('\0').filter(Boolean);
  // The shell says where it is.
  const names = new Set(environment.map((each) => each.split('=')[0])).difference(new Set(['PWD']));
  assert.deepEqual(names, new Set(['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE', 'VIPS_CONCURRENCY']));
  assert.match(readFileSync(`/proc/${pictures.pid}/limits`, 'latin1'), /^Max data size +1073741824/m);
  assert.match(readFileSync(`/proc/${pictures.pid}/limits`, 'latin1'), /^Max core file size +0/m);
});

test('a process that is killed fails the picture that it had, and no other', async () => {
  await shrink();
  const killed = shrink(
    pictures,
    Readable.from(
      (async function* () {
        yield small.subarray(0, 20);
        process.kill(pictures.pid ?? 0, 'SIGKILL');
        await pause(50);
        yield small.subarray(20);
      })(),
    ),
  );
  await assert.rejects(killed, ProcessCrash);
  assert.equal((await shrink())?.width, 40);
});

test('one that is killed while a large picture is on its way to it is a process that has ended, and no broken pipe', async () => {
  const large = Buffer.concat([small, Buffer.alloc(4 * 1024 ** 2)]);
  for (let turn = 0; turn < 3; turn++) {
    await shrink();
    const { pid = 0 } = pictures;
    process.kill(pid, 'SIGSTOP');
    const killed = shrink(pictures, Readable.from([large]), large.length);
    setTimeout(() => process.kill(pid, 'SIGKILL'), 50);
    await assert.rejects(killed, ProcessCrash);
  }
});

test('what takes too long is killed', async () => {
  const impatient = new PictureProcess({ most: 10_000, idle: 1000 });
  await shrink(impatient);
  const { pid = 0 } = impatient;
  process.kill(pid, 'SIGSTOP');
  await assert.rejects(shrink(impatient), /took too long/);
  assert.throws(() => process.kill(pid, 0) && assert.fail('it is still there'));
  impatient.close();
});

test('a file that is not as long as it was said to be fails alone', async () => {
  await assert.rejects(shrink(pictures, Readable.from([small]), small.length + 1), /has \d+/);
  await assert.rejects(shrink(pictures, Readable.from([small]), small.length - 1), /has \d+/);
  assert.equal((await shrink())?.width, 40);
});

test('what the storage throws is thrown', async () => {
  const broken = Readable.from(
    (async function* () {
      yield small.subarray(0, 20);
      throw new Error('broken off');
    })(),
  );
  await assert.rejects(shrink(pictures, broken), /broken off/);
  assert.equal((await shrink())?.width, 40);
});

test('once it is closed it starts no more', async () => {
  const closed = new PictureProcess();
  closed.close();
  await assert.rejects(shrink(closed), ProcessCrash);
});
