import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { SystemRole } from '../../../contract/permissions.ts';
import { second } from '../base/clock.ts';
import type { Maintain } from '../base/db/database.ts';
import { newId } from '../base/ids.ts';
import { sendMails } from '../notifications/mail/sender.ts';
import { testDatabase } from '../testing/database.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { addApp } from '../testing/second-factors.ts';
import { type Person, type TestService, testService } from '../testing/service.ts';
import { clearPolicies } from './actions/policies.ts';
import { tellOfDemands } from './factor-demands.ts';

/* Who is told that a second factor is demanded. */

const database = await testDatabase({ migrated: true });
const service = await testService({}, {}, database);
after(() => database.remove());
let people = 0;

/** Somebody whose address is proved. */
async function someone(name: string): Promise<Person> {
  const person = await service.signUp(`${name}${++people}`);
  await service.sql(`update users set email_verified_at = 1 where id = '${person.id}'`);
  return person;
}

/** A workspace of somebody who has a second factor. */
async function withOwner() {
  const ada = await someone('ada');
  await addApp(service, ada);
  const workspace = await makeWorkspace(ada);
  const { name } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const join = async (who: string, role: SystemRole = 'member') => {
    const person = await someone(who);
    return { person, member: await addMember(service, workspace, person, { role }) };
  };
  return { ada, workspace, name, join };
}

const demand = (ada: Person, workspacePublicId: string, secondFactor = true) =>
  ada.call(api.policies.update, { params: { workspacePublicId }, body: { secondFactor } });

const tell = () => service.jobs.run('factor-demands');

/** The addresses to which mails go out that tell of a demand, in order. */
async function mailed(from: TestService, name?: string): Promise<string[]> {
  from.clock.pass(121 * second);
  from.mails.splice(0);
  await sendMails(from, 0);
  const said = `needs a second factor now${name === undefined ? '' : `: ${name}\n`}`;
  return from.mails.flatMap(({ to, text }) => (text.includes(said) ? [to] : [])).toSorted();
}

test('members who lack a second factor are mailed once when their workspace demands one', async () => {
  const { ada, workspace, name, join } = await withOwner();
  const { person: bob } = await join('bob');
  const { person: guest } = await join('guest', 'guest');
  const { person: safe } = await join('safe');
  await addApp(service, safe);
  const { member } = await join('paused');
  await setStatus(service, member, 'paused');
  const { person: disabled } = await join('disabled');
  await service.sql(`update users set disabled_at = 1 where id = '${disabled.id}'`);
  await ada.call(api.bots.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Bot', role: 'guest' },
  });
  await someone('stranger');
  await demand(ada, workspace);
  await tell();
  assert.deepEqual(await mailed(service, name), [bob.email, guest.email]);
  const [mail] = service.mails;
  assert.ok(mail?.text.includes(`${service.publicUrl}/profile/security`), mail?.text);
  await demand(ada, workspace);
  await ada.call(api.policies.update, {
    params: { workspacePublicId: workspace },
    body: { sessionHours: 24 },
  });
  await tell();
  assert.deepEqual(await mailed(service), []);
  const { entries } = await guest.call(api.users.securityLog, { query: {} });
  assert.deepEqual(
    entries.flatMap(({ type, detail }) => (type === 'secondFactor.demanded' ? [detail] : [])),
    [name],
  );
  const noted = await service.sql(`select 1 from security_events where type = 'secondFactor.demanded'`);
  assert.equal(noted.length, 2);
});

test('what is demanded again is told again, and what is no longer demanded is not told', async () => {
  const { ada, workspace, name, join } = await withOwner();
  const { person: bob } = await join('bob');
  await demand(ada, workspace);
  await demand(ada, workspace, false);
  await tell();
  await demand(ada, workspace);
  await service.changeAccounts((work) => clearPolicies(work, workspace));
  await tell();
  assert.deepEqual(await mailed(service), []);
  for (let n = 0; n < 2; n++) {
    await demand(ada, workspace);
    await tell();
    assert.deepEqual(await mailed(service, name), [bob.email]);
    await demand(ada, workspace, false);
  }
});

test('who has set up a second factor meanwhile is not mailed', async () => {
  const { ada, workspace, name, join } = await withOwner();
  const { person: early } = await join('early');
  const { person: soon } = await join('soon');
  const { person: bob } = await join('bob');
  await demand(ada, workspace);
  await addApp(service, early);
  await tell();
  await addApp(service, soon);
  assert.deepEqual(await mailed(service, name), [bob.email]);
});

test('a workspace in the trash tells nobody until it is back', async () => {
  const { ada, workspace, name, join } = await withOwner();
  const { person: bob } = await join('bob');
  await demand(ada, workspace);
  const it = { params: { workspacePublicId: workspace } };
  await ada.call(api.workspaces.delete, it);
  await tell();
  assert.deepEqual(await mailed(service), []);
  await ada.call(api.workspaces.restore, it);
  await tell();
  assert.deepEqual(await mailed(service, name), [bob.email]);
});

/** Accounts of people with proved addresses, and their members. */
async function crowd(count: number, workspace: string): Promise<string[]> {
  const now = service.clock.now();
  const ids = Array.from({ length: count }, () => newId(now));
  const addresses = ids.map((id) => `${id}@example.com`);
  const users = ids.map((id, n) => `('${id}', '${addresses[n]}', 1, ${now})`);
  await service.sql(
    `insert into users (id, email, email_verified_at, created_at) values ${users.join(', ')}`,
  );
  const members = ids.map((id, n) => `('${id}', '${newId(now)}', '${addresses[n]}')`);
  await service.sql(`insert into members
    (workspace_id, id, user_id, email, role_id, status, granted, revoked, created_at)
    select r.workspace_id, p.member_id, p.user_id, p.email, r.id, 'active', 0, 0, ${now}
    from roles r, (select '' as user_id, '' as member_id, '' as email union all values ${members.join(', ')}) p
    where r.workspace_id = '${workspace}' and r.name = 'member' and p.user_id <> ''`);
  return addresses.toSorted();
}

test('each is told once, whatever crashes and however many nodes tell them', async () => {
  const { ada, workspace, name } = await withOwner();
  const addresses = await crowd(130, workspace);
  await demand(ada, workspace);
  let begun = 0;
  /** A node that ends in the middle of one transaction and right after another. */
  const failing: Maintain = async (work) => {
    const turn = ++begun;
    const value = await service.maintain(async (tx) => {
      const done = await work(tx);
      if (turn === 3) throw new Error('ends before the commit');
      return done;
    });
    if (turn === 5) throw new Error('ends after the commit');
    return value;
  };
  for (let n = 0; n < 2; n++) await tellOfDemands({ ...service, maintain: failing })().catch(() => {});
  assert.equal(begun, 5);
  await Promise.all([tell(), tell(), tell()]);
  assert.deepEqual(await mailed(service, name), addresses);
});

test('an installation that demands one tells everyone who lacks it, once and not those who come later', async () => {
  const rest = await service.sql<{ email: string }>(
    `select email from users where bot_since is null and disabled_at is null and email_verified_at is not null
      and not exists (select 1 from second_factors f where f.user_id = users.id) order by email`,
  );
  await service.close();
  const settings = { SECOND_FACTOR: 'required' };
  const strict = await testService(settings, { clock: service.clock }, database);
  await strict.jobs.run('factor-demands');
  assert.deepEqual(
    await mailed(strict),
    rest.map(({ email }) => email),
  );
  const late = await strict.signUp('late');
  await strict.sql(`update users set email_verified_at = 1 where id = '${late.id}'`);
  await strict.jobs.run('factor-demands');
  await strict.close();
  const again = await testService(settings, { clock: service.clock }, database);
  await again.jobs.run('factor-demands');
  assert.deepEqual(await mailed(again), []);
  await again.close();
  const lax = await testService({}, { clock: service.clock }, database);
  await lax.jobs.run('factor-demands');
  await lax.close();
  const back = await testService(settings, { clock: service.clock }, database);
  await back.jobs.run('factor-demands');
  assert.equal((await mailed(back)).length, rest.length + 1);
});
