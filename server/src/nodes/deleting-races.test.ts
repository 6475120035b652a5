import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { retriesOf, untilBlocked } from '../testing/moments.ts';
import { type Person, testService } from '../testing/service.ts';

/* An account is deleted while it makes or joins a workspace: afterwards it is in none, and none is without an admin. */

const skip = engine === 'sqlite' && 'SQLite has one writer at a time';
const database = await testDatabase();
const service = await testService({}, {}, database);
after(() => database.remove());
const ada = await service.signUp('ada');

const remove = (person: Person) =>
  person.call(api.users.deleteMe, {
    body: { currentPassword: `password of ${person.email.split('@')[0]}` },
  });

test('a workspace is made while its maker is being deleted: it goes to the trash', { skip }, async () => {
  const bob = await service.signUp('bob');
  let deleting: Promise<unknown> | undefined;
  const make = async () => {
    await makeWorkspace(bob, 'Made meanwhile');
    await deleting;
  };
  await retriesOf(service, make, {
    'ran members.insert': async () => {
      deleting = remove(bob);
      await Promise.race([deleting, untilBlocked(database)]);
    },
  });
  await bob.refused(401, api.users.me);
  const [made] = await service.sql(`select deleted_at from workspaces where name = 'Made meanwhile'`);
  assert.ok(made?.deleted_at);
  await assertConsistent(service);
});

test('who has just been deleted makes no workspace', { skip }, async () => {
  const cyd = await service.signUp('cyd');
  const make = () => cyd.refused(401, api.workspaces.create, { body: { name: 'Too late' } });
  await retriesOf(service, make, { 'before users': () => remove(cyd) });
  assert.deepEqual(await service.sql(`select id from workspaces where name = 'Too late'`), []);
});

test('who has just been deleted joins no workspace', { skip }, async () => {
  const dan = await service.signUp('dan');
  const workspacePublicId = await makeWorkspace(ada);
  const { inviteCode } = await ada.call(api.invites.createLink, { params: { workspacePublicId } });
  const join = () => dan.refused(401, api.invites.accept, { body: { inviteCode } });
  await retriesOf(service, join, { 'before users': () => remove(dan) });
  await assertConsistent(service);
});
