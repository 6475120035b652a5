import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { hour } from '../base/clock.ts';
import { makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { mailedToken, mailsTo } from '../testing/mails.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const nobody = service.caller();

const ask = (person: Person, newEmail: string) =>
  person.call(api.users.requestNewAddress, {
    body: { newEmail, currentPassword: `password of ${person.email.split('@')[0]}` },
  });
const confirm = (person: Pick<Person, 'call'>, token: string) =>
  person.call(api.users.confirmNewAddress, { body: { token } });

test('an account’s address changes everywhere once the mailed code is entered, and the old address is notified', async () => {
  const [ada, host] = [await service.signUp('ada'), await service.signUp('host')];
  const workspace = await makeWorkspace(host);
  await makeMember(service, host, workspace, ada);
  const params = { workspacePublicId: workspace };
  await host.call(api.invites.inviteMember, { params, body: { email: 'lovelace@example.org' } });
  await nobody.call(api.auth.requestMagicLink, { body: { email: ada.email } });
  const before = await mailedToken(service, ada.email);
  await ask(ada, ' Lovelace@Example.org ');
  assert.equal((await ada.call(api.users.me)).email, ada.email);
  const token = await mailedToken(service, 'lovelace@example.org');
  assert.deepEqual(await confirm(ada, token), { success: true, email: 'lovelace@example.org' });
  assert.equal((await ada.call(api.users.me)).email, 'lovelace@example.org');
  const { members } = await host.call(api.workspaces.get, { params });
  assert.deepEqual(
    members.map(({ email }) => email),
    [host.email, 'lovelace@example.org'],
  );
  assert.match((await mailsTo(service, ada.email)).at(-1)?.subject ?? '', /was changed/);
  await nobody.refused(400, api.auth.verifyMagicLink, { body: { token: before } });
  const body = { email: 'lovelace@example.org', password: 'password of ada' };
  await nobody.call(api.auth.signIn, { body });
  await nobody.refused(401, api.auth.signIn, { body: { ...body, email: ada.email } });
});

test('a code works once, for an hour, and for who asked for it alone', async () => {
  const [bob, eve] = [await service.signUp('bob'), await service.signUp('eve')];
  await ask(bob, 'bob@example.org');
  const token = await mailedToken(service, 'bob@example.org');
  await eve.refused(400, api.users.confirmNewAddress, { body: { token } });
  service.clock.pass(hour);
  await bob.refused(400, api.users.confirmNewAddress, { body: { token } });
  await ask(bob, 'bob@example.org');
  const second = await mailedToken(service, 'bob@example.org');
  await confirm(bob, second);
  await bob.refused(400, api.users.confirmNewAddress, { body: { token: second } });
});

test('nobody learns who has an account: same answer, same work, no mail', async () => {
  const [cyd, dan] = [await service.signUp('cyd'), await service.signUp('dan')];
  await service.lastUsed.flush();
  const answers: unknown[] = [];
  for (const newEmail of [dan.email, 'free@example.org']) {
    const before = service.db.statements;
    answers.push({ answer: await ask(cyd, newEmail), statements: service.db.statements - before });
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(await mailsTo(service, dan.email), []);
  assert.equal((await mailsTo(service, 'free@example.org')).length, 1);
});

test('an address that was taken meanwhile is 409 to who has shown that they read it', async () => {
  const flo = await service.signUp('flo');
  await ask(flo, 'taken@example.org');
  const token = await mailedToken(service, 'taken@example.org');
  await service.signUp('taken@example.org');
  await flo.refused(409, api.users.confirmNewAddress, { body: { token } });
  assert.equal((await flo.call(api.users.me)).email, flo.email);
});

test('a session alone changes no address, and a key none at all', async () => {
  const gus = await service.signUp('gus');
  const newEmail = 'gus@example.org';
  for (const proof of [{}, { currentPassword: 'wrong password' }, { token: 'x' }]) {
    await gus.refused(400, api.users.requestNewAddress, { body: { newEmail, ...proof } });
  }
  for (const odd of ['gus', gus.email, '\u212Aate@example.org']) {
    const body = { newEmail: odd, currentPassword: 'password of gus' };
    await gus.refused(400, api.users.requestNewAddress, { body });
  }
  const { key } = await gus.call(api.users.createApiKey, { body: { name: 'all' } });
  const body = { newEmail, currentPassword: 'password of gus' };
  await service.caller(key).refused(403, api.users.requestNewAddress, { body });
  assert.deepEqual(await mailsTo(service, newEmail), []);
});
