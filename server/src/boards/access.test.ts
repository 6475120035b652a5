import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* A board is closed and opened, and who is a member of it. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const cyd = await service.signUp('cyd');

/** A board in a workspace of ada, of which bob and cyd are members. */
async function made() {
  const board = await makeBoard(ada);
  const bobs = await addMember(service, board.workspace, bob);
  const cyds = await addMember(service, board.workspace, cyd);
  const { roles } = await ada.call(api.roles.list, { params: { workspacePublicId: board.workspace } });
  const roleOf = (name: string) => roles.find((role) => role.name === name)?.publicId ?? '';
  return { ...board, bobs, cyds, roleOf, params: { boardPublicId: board.board } };
}

const close = (person: Person, boardPublicId: string) =>
  person.call(api.boards.update, { params: { boardPublicId }, body: { access: 'members' } });

const membersOf = async (person: Person, boardPublicId: string) => {
  const { access, members } = await person.call(api.boardMembers.list, { params: { boardPublicId } });
  return [access, ...members.map(({ publicId, role }) => `${publicId} ${role.name}`)];
};

test('whoever closes a board remains its member, and those who see it no more fall off its cards', async () => {
  const { board, lists, bobs, cyds, params } = await made();
  const card = await makeCard(ada, nth(lists, 0), { memberPublicIds: [bobs, cyds] });
  assert.deepEqual(await service.recorded(() => close(bob, board)), ['board.updated']);
  assert.deepEqual(await membersOf(bob, board), ['members', `${bobs} member`]);
  const { members } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  assert.deepEqual(
    members.map(({ publicId }) => publicId),
    [bobs],
  );
  await cyd.refused(404, api.boards.get, { params });
  await ada.call(api.boards.update, { params, body: { access: 'workspace' } });
  await cyd.call(api.boards.get, { params });
});

test('a board is not public and closed at once', async () => {
  const { board, params } = await made();
  await ada.refused(400, api.boards.update, { params, body: { access: 'members', visibility: 'public' } });
  await ada.call(api.boards.update, { params, body: { visibility: 'public' } });
  await ada.refused(400, api.boards.update, { params, body: { access: 'members' } });
  await ada.call(api.boards.update, { params, body: { visibility: 'private' } });
  await close(ada, board);
  await ada.refused(400, api.boards.update, { params, body: { visibility: 'public' } });
});

test('nobody gives a role on a board that permits more than theirs, or changes who ranks above them', async () => {
  const { workspace, board, bobs, cyds, roleOf, params } = await made();
  await close(bob, board);
  const ofCyd = { params: { ...params, workspaceMemberPublicId: cyds } };
  await bob.refused(403, api.boardMembers.set, { ...ofCyd, body: { rolePublicId: roleOf('admin') } });
  await bob.call(api.boardMembers.set, { ...ofCyd, body: { rolePublicId: roleOf('guest') } });
  await cyd.call(api.boards.get, { params });
  await cyd.refused(403, api.boardMembers.set, { ...ofCyd, body: { rolePublicId: roleOf('guest') } });
  const ofBob = { params: { ...params, workspaceMemberPublicId: bobs } };
  await cyd.refused(403, api.boardMembers.remove, ofBob);
  await ada.call(api.boardMembers.set, { ...ofCyd, body: { rolePublicId: roleOf('admin') } });
  await bob.refused(403, api.boardMembers.remove, ofCyd);
  // With this role anyone may leave.
  await ada.call(api.boardMembers.set, { ...ofCyd, body: { rolePublicId: roleOf('guest') } });
  await cyd.call(api.boardMembers.remove, ofCyd);
  await cyd.refused(404, api.boards.get, { params });
  await ada.call(api.members.remove, {
    params: { workspacePublicId: workspace, memberPublicId: bobs },
  });
  assert.deepEqual(await membersOf(ada, board), ['members']);
});

test('a role that a member of a board has cannot be deleted', async () => {
  const { workspace, cyds, params } = await made();
  const role = await ada.call(api.roles.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Looker', permissions: ['board:view'] },
  });
  const ofRole = { params: { workspacePublicId: workspace, rolePublicId: role.publicId } };
  const ofCyd = { params: { ...params, workspaceMemberPublicId: cyds } };
  await ada.call(api.boardMembers.set, { ...ofCyd, body: { rolePublicId: role.publicId } });
  await ada.refused(409, api.roles.delete, ofRole);
  await ada.call(api.boardMembers.remove, ofCyd);
  await ada.call(api.roles.delete, ofRole);
});

test('a copy of a closed board is closed, with its maker as the member; a move keeps its members', async () => {
  const { workspace, board, bobs, params } = await made();
  await close(bob, board);
  const copy = await bob.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  assert.deepEqual(await membersOf(bob, copy.publicId), ['members', `${bobs} member`]);
  await cyd.refused(404, api.boards.get, { params: { boardPublicId: copy.publicId } });
  const target = await makeWorkspace(ada);
  const there = await addMember(service, target, bob, { role: 'guest' });
  await addMember(service, target, cyd);
  await ada.call(api.boards.move, { params, body: { targetWorkspacePublicId: target } });
  assert.deepEqual(await membersOf(ada, board), ['members', `${there} member`]);
  await cyd.refused(404, api.boards.get, { params });
});
