import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import { FileProcess } from '../base/processes/file-process.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { type Person, testService } from '../testing/service.ts';
import { until } from '../testing/wire.ts';

/* Which imports wait while slow ones of one account or several are running. */

const service = await testService({ LOG_LEVEL: 'silent' });
const names = ['ada', 'bob', 'carol', 'dora', 'eve'];
const people = await Promise.all(names.map((name) => service.signUp(name)));
const [ada, bob] = [nth(people, 0), nth(people, 1)];
const workspaces = new Map<Person, string>();
for (const person of people) workspaces.set(person, await makeWorkspace(person));
const of = (person: Person) => ({ workspacePublicId: workspaces.get(person) ?? '' });

const content = (bytes = 0) =>
  JSON.stringify({
    name: 'House',
    desc: 'x'.repeat(bytes),
    lists: [{ id: 'l1', name: 'To do', pos: 1 }],
    cards: [{ id: 'c1', name: 'Card', idList: 'l1', pos: 1 }],
  });

type Message = Parameters<FileProcess['ask']>[0];

/** Blocks the reading of files that are started from now on; counts the blocked ones. */
function slowFiles() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = new Set<FileProcess>();
  const ask = Reflect.get(FileProcess.prototype, 'ask') as (
    this: FileProcess,
    message: Message,
  ) => Promise<object>;
  const held = mock.method(
    FileProcess.prototype,
    'ask',
    async function (this: FileProcess, message: Message) {
      begun.add(this);
      await promise;
      return ask.call(this, message);
    },
  );
  return {
    begun: () => begun.size,
    /** Files that are started after this call are not blocked. */
    noMore: () => held.mock.restore(),
    goOn: () => {
      held.mock.restore();
      resolve();
    },
  };
}

const importText = (person: Person) =>
  person.call(api.imports.file, { body: { ...of(person), format: 'boardtool-json', content: content() } });

test('texts that take long keep nobody else waiting: one of an account is read at a time', async () => {
  const slow = slowFiles();
  const adas = [importText(ada), importText(ada), importText(ada)];
  await until(() => slow.begun() === 1);
  slow.noMore();
  assert.equal((await importText(bob)).boardsImported, 1);
  assert.equal(slow.begun(), 1);
  slow.goOn();
  for (const done of await Promise.all(adas)) assert.equal(done.boardsImported, 1);
});

test('four texts are imported at a time; requests that wait long for others are told to try again later', async () => {
  const slow = slowFiles();
  const others = people.slice(1).map(importText);
  await until(() => slow.begun() === 4);
  const asked = { body: { ...of(ada), format: 'boardtool-json' as const, content: content() } };
  const refused = await ada.refused(503, api.imports.file, asked);
  assert.deepEqual(
    refused.issues.map(({ message }) => message),
    ['The service is busy: try again in 2 s'],
  );
  slow.goOn();
  for (const done of await Promise.all(others)) assert.equal(done.boardsImported, 1);
  assert.equal((await importText(ada)).boardsImported, 1);
});

async function upload(person: Person, bytes = 0): Promise<string> {
  const reply = await service.raw(
    addressOf(api.imports.upload, {}, { ...of(person), format: 'boardtool-json' }),
    {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
      body: content(bytes),
    },
  );
  assert.equal(reply.status, 200);
  return ((await reply.json()) as { importPublicId: string }).importPublicId;
}

const stateOf = async (person: Person, importPublicId: string) =>
  (await person.call(api.imports.get, { params: { importPublicId } })).state;

test('files that take long keep nobody else waiting: one of an account is imported at a time', async () => {
  const slow = slowFiles();
  const adas = [await upload(ada), await upload(ada)];
  const running = service.jobs.run('imports');
  await until(() => slow.begun() === 1);
  slow.noMore();
  const bobs = await upload(bob);
  await service.jobs.run('imports-2');
  assert.equal(await stateOf(bob, bobs), 'completed');
  assert.equal(await stateOf(ada, nth(adas, 1)), 'waiting');
  slow.goOn();
  await running;
  for (const id of adas) assert.equal(await stateOf(ada, id), 'completed');
});

test('large files that take long keep no large file of others waiting: one of an account is read at a time', async () => {
  const large = 3 * 1024 ** 2;
  const slow = slowFiles();
  const adas = [await upload(ada, large), await upload(ada, large)];
  const running = service.jobs.run('imports');
  await until(() => slow.begun() === 1);
  slow.noMore();
  const bobs = await upload(bob, large);
  await service.jobs.run('imports-2');
  assert.equal(await stateOf(bob, bobs), 'completed');
  assert.equal(slow.begun(), 1);
  slow.goOn();
  await running;
  for (const id of adas) assert.equal(await stateOf(ada, id), 'completed');
});
