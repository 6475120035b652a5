import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { diskStorage } from './disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'taskboard-files-'));
after(() => rmSync(folder, { recursive: true }));

const storage = diskStorage(folder);
const incoming = () => readdirSync(join(folder, 'incoming'));

async function* bytes(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

test('a file is stored under its key, and read whole or in part', async () => {
  assert.equal(await storage.put('a/1', bytes('Hello, ', 'files!')), true);
  assert.deepEqual(await storage.stat('a/1'), { size: 13 });
  assert.equal(await text(await storage.open('a/1')), 'Hello, files!');
  assert.equal(await text(await storage.open('a/1', { start: 7, end: 9 })), 'fil');
  assert.deepEqual(incoming(), []);
});

test('a key that is taken keeps what it has', async () => {
  await storage.put('a/2', bytes('first'));
  assert.equal(await storage.put('a/2', bytes('second')), false);
  assert.equal(await text(await storage.open('a/2')), 'first');
  assert.deepEqual(incoming(), []);
});

test('of many writers of one key, one stores its file', async () => {
  const parts = Array.from({ length: 16 }, (_, n) => `file ${n}`);
  const stored = await Promise.all(parts.map((part) => storage.put('a/3', bytes(part))));
  assert.equal(stored.filter(Boolean).length, 1);
  assert.equal(await text(await storage.open('a/3')), parts[stored.indexOf(true)]);
});

test('what breaks off leaves nothing', async () => {
  const broken = (async function* () {
    yield* bytes('Hello');
    throw new Error('broken off');
  })();
  await assert.rejects(storage.put('a/4', broken), /broken off/);
  assert.equal(await storage.stat('a/4'), undefined);
  assert.deepEqual(incoming(), []);
});

test('a removed file is gone; removing it again is fine', async () => {
  await storage.put('a/5', bytes('x'));
  await storage.delete('a/5');
  await storage.delete('a/5');
  assert.equal(await storage.stat('a/5'), undefined);
  await assert.rejects(storage.open('a/5'));
  assert.equal(await storage.put('a/5', bytes('y')), true);
});

test('a key that is not one of ours reaches nothing', async () => {
  for (const key of ['', '..', '../a', 'a/../b', '/a', 'a//b', 'a/', 'A', 'a.b', 'a\\b', 'a\0b', 'a\nb']) {
    await assert.rejects(async () => storage.put(key, bytes('x')), /not one of ours/, key);
    await assert.rejects(async () => storage.stat(key), /not one of ours/, key);
    await assert.rejects(async () => storage.open(key), /not one of ours/, key);
    await assert.rejects(async () => storage.delete(key), /not one of ours/, key);
  }
});

test('what a stopped process left half written is removed once it is old, and nothing else', async () => {
  const path = join(folder, 'incoming', 'abandoned');
  writeFileSync(path, 'Hel');
  const written = statSync(path).mtimeMs * 1000;
  await storage.tidy(written - 1);
  assert.deepEqual(incoming(), ['abandoned']);
  await storage.tidy(written + 1);
  assert.deepEqual(incoming(), []);
  assert.deepEqual(await storage.stat('a/1'), { size: 13 });
});

test('there is nothing to tidy before the first file', async () => {
  await diskStorage(join(folder, 'absent')).tidy(0);
});
