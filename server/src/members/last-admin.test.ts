import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { type Person, testService } from '../testing/service.ts';

/* A workspace always keeps an active admin with all permissions, even under concurrent changes. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const of = (workspacePublicId: string, memberPublicId: string) => ({
  params: { workspacePublicId, memberPublicId },
});

async function workspaceOf(person: Person) {
  const workspace = await makeWorkspace(person);
  const read = await person.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  return { workspace, admin: read.members[0]?.publicId ?? '' };
}

/** All ways in which an admin stops being one. */
const ways: Record<string, (person: Person, workspace: string, member: string) => Promise<unknown>> = {
  demote: (person, workspace, member) =>
    person.call(api.members.changeRole, { ...of(workspace, member), body: { role: 'member' } }),
  pause: (person, workspace, member) =>
    person.call(api.members.changeStatus, { ...of(workspace, member), body: { status: 'paused' } }),
  remove: (person, workspace, member) => person.call(api.members.remove, of(workspace, member)),
  restrict: (person, workspace, member) =>
    person.call(api.members.revoke, { ...of(workspace, member), body: { permission: 'member:edit' } }),
};

const ableAdmins = async (workspace: string) => {
  const [row] = await service.sql<{ count: number }>(`select count(*) as count from members m
    join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
    where m.workspace_id = '${workspace}' and r.name = 'admin' and m.status = 'active' and m.revoked = 0`);
  return row?.count;
};

for (const [name, away] of Object.entries(ways)) {
  test(`the last admin stays: ${name}`, async () => {
    const { workspace, admin } = await workspaceOf(ada);
    const second = await makeMember(service, ada, workspace, bob, 'admin');
    // Neither an invited admin nor one who is paused or restricted can run a workspace.
    const body = { email: 'invited@example.com', role: 'admin' };
    await ada.call(api.invites.inviteMember, { params: { workspacePublicId: workspace }, body });
    await away(ada, workspace, second);
    const types = await service.recorded(() =>
      assert.rejects(away(ada, workspace, admin), { status: 403, code: 'FORBIDDEN' }),
    );
    assert.deepEqual(types, []);
    assert.equal(await ableAdmins(workspace), 1);
    await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  });

  test(`two admins at once leave one: ${name} each other`, async () => {
    for (let round = 0; round < 4; round++) {
      const { workspace, admin } = await workspaceOf(ada);
      const second = await makeMember(service, ada, workspace, bob, 'admin');
      await Promise.allSettled([away(ada, workspace, second), away(bob, workspace, admin)]);
      assert.equal(await ableAdmins(workspace), 1);
    }
  });

  test(`two admins at once leave one: ${name} oneself`, async () => {
    for (let round = 0; round < 4; round++) {
      const { workspace, admin } = await workspaceOf(ada);
      const second = await makeMember(service, ada, workspace, bob, 'admin');
      const done = await Promise.allSettled([away(ada, workspace, admin), away(bob, workspace, second)]);
      assert.deepEqual(done.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      assert.equal(await ableAdmins(workspace), 1);
    }
  });
}
