import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { hour, minute } from '../base/clock.ts';
import { makeBoard, makeCard, makeMember, nth } from '../testing/fixtures.ts';
import { waiters } from '../testing/live.ts';
import { type Person, testService } from '../testing/service.ts';

/* Workspaces that close to sessions that were unused for too long, and streams that outlive what opened them. */

const service = await testService();
let people = 0;

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });

/** A session of a member, in a workspace that it opens only while it is used; its admin has a session of their own. */
async function withMember(policies: { idleMinutes?: number; sessionHours?: number }) {
  const ada = await service.signUp(`ada${++people}`);
  const bob = await service.signUp(`bob${people}`);
  const { workspace, board, lists } = await makeBoard(ada);
  const member = await makeMember(service, ada, workspace, bob, 'member');
  await ada.call(api.policies.update, { ...at(workspace), body: policies });
  return { ada, bob, workspace, board, lists, member };
}

async function signInAgain(person: Person): Promise<Person> {
  const body = { email: person.email, password: `password of ${person.email.split('@')[0]}` };
  const { token } = await service.caller().call(api.auth.signIn, { body });
  return { ...person, token, ...service.caller(token) };
}

/** Lets time pass, at the end of which somebody does something. */
async function after(time: number, act: () => Promise<unknown>): Promise<void> {
  service.clock.pass(time);
  await act();
  await service.lastUsed.flush();
}

const headersOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

test('a session that was unused for too long opens the workspace after signing in again, and all else', async () => {
  const { bob, workspace } = await withMember({ idleMinutes: 30 });
  const { workspace: own } = await makeBoard(bob);
  const { key } = await bob.call(api.users.createApiKey, { body: { name: 'x' } });
  const open = () => bob.call(api.workspaces.get, at(workspace));
  for (const pause of [20, 20, 27]) await after(pause * minute, open);
  await after(31 * minute, async () => {
    const { message } = await bob.refused(403, api.workspaces.get, at(workspace));
    assert.match(message, /unused for too long/);
  });
  // Being used again does not make up for it.
  await after(minute, () => bob.refused(403, api.workspaces.get, at(workspace)));
  await bob.call(api.workspaces.get, at(own));
  const [closed] = await bob.call(api.policies.closed);
  assert.deepEqual([closed?.publicId, closed?.policy], [workspace, 'idleMinutes']);
  await service.caller(key).call(api.workspaces.get, at(workspace));
  const again = await signInAgain(bob);
  await again.call(api.workspaces.get, at(workspace));
  await bob.refused(403, api.workspaces.get, at(workspace));
});

test('an open page does not use a session: its streams end, and nobody is there for what it asks by itself', async (t) => {
  const { bob, workspace, board } = await withMember({ idleMinutes: 30 });
  const begun = waiters(t);
  const headers = headersOf(bob);
  const stream = await fetch(`${service.baseUrl}/workspaces/${workspace}/events`, { headers });
  const waiting = fetch(`${service.baseUrl}/boards/${board}/changes?wait=20`, { headers });
  await begun(2);
  for (const pause of [10, 10, 11]) {
    await after(pause * minute, async () => {
      await service.jobs.run('used-streams');
      const asked = await service.raw('/users/me', { headers: { ...headers, unattended: 'true' } });
      assert.equal(asked.status, 200);
    });
  }
  await service.jobs.run('event-streams');
  // Each ends only when the service ends it.
  await stream.text();
  assert.equal((await waiting).status, 403);
  await bob.refused(403, api.workspaces.get, at(workspace));
  await bob.call(api.users.me);
});

test('a policy that the session of its maker does not meet is refused', async () => {
  const { ada, workspace } = await withMember({ sessionHours: 24 });
  await after(2 * hour, () => ada.call(api.users.me));
  const body = { idleMinutes: 60 };
  const { message } = await ada.refused(409, api.policies.update, { ...at(workspace), body });
  assert.match(message, /session-idle/);
  await (await signInAgain(ada)).call(api.policies.update, { ...at(workspace), body });
  for (const wrong of [0, 4, 43_201, 1.5])
    await ada.refused(400, api.policies.update, { ...at(workspace), body: { idleMinutes: wrong } });
});

for (const policies of [{ sessionHours: 1 }, { idleMinutes: 30 }]) {
  const name = Object.keys(policies).join();
  test(`a person’s stream leaves out a workspace that ${name} has closed meanwhile`, async () => {
    const { ada, bob, member, lists } = await withMember(policies);
    const open = await makeBoard(ada);
    const there = await makeMember(service, ada, open.workspace, bob, 'member');
    const off = new AbortController();
    const stream = await fetch(`${service.baseUrl}/users/me/events`, {
      headers: headersOf(bob),
      signal: off.signal,
    });
    service.clock.pass(hour);
    await service.jobs.run('event-streams');
    const maker = await signInAgain(ada);
    const tellOf = async (list: string, workspaceMemberPublicId: string) => {
      const cardPublicId = await makeCard(maker, list);
      await maker.call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId } });
      return cardPublicId;
    };
    const hidden = await tellOf(nth(lists, 0), member);
    const shown = await tellOf(nth(open.lists, 0), there);
    let text = '';
    for await (const bytes of stream.body ?? []) {
      text += Buffer.from(bytes).toString();
      if (text.includes(shown)) break;
    }
    off.abort();
    assert.ok(text.includes(shown) && !text.includes(hidden), text);
  });
}
