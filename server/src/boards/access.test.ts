import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { namedStatementsOf } from '../testing/statements.ts';
import { tellingOf, withWrites } from '../testing/writes.ts';

/* Closing and opening boards, and their members. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const cyd = await service.signUp('cyd');

/** A board in a workspace of ada, with bob and cyd as members; bob may also close boards. */
async function made() {
  const board = await makeBoard(ada);
  const bobs = await addMember(service, board.workspace, bob, { granted: ['board:share'] });
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

test('the user who closes a board remains its member, and those who can no longer see it are unassigned', async () => {
  const { board, lists, bobs, cyds, params } = await made();
  const card = await makeCard(ada, nth(lists, 0), { memberPublicIds: [bobs, cyds] });
  assert.deepEqual(await service.recorded(() => close(bob, board)), ['board.changed', 'board.updated']);
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

test('nobody assigns a board role that permits more than theirs, or changes members who rank above them', async () => {
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
  // Anyone with this role may leave.
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

/** A custom role that sees boards. */
const makeViewer = async (workspace: string) => {
  const { publicId } = await ada.call(api.roles.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Viewer', permissions: ['board:view', 'card:view'] },
  });
  return publicId;
};

const viewerIn = async (workspace: string) => {
  const { roles } = await ada.call(api.roles.list, { params: { workspacePublicId: workspace } });
  return roles.find(({ name }) => name === 'Viewer')?.publicId ?? '';
};

type Made = Awaited<ReturnType<typeof made>>;

const changeRole = ({ workspace, bobs }: Made, role: string) =>
  ada.call(api.members.changeRole, {
    params: { workspacePublicId: workspace, memberPublicId: bobs },
    body: { role },
  });

/**
 * Ways in which bob loses access to a board. `begin` sets up what he is there before; then both he and cyd are put on a card of
 * this board and on one of another, which cyd keeps. He stays on `left` of his two cards.
 */
const losses: Record<
  string,
  { begin: (of: Made) => Promise<unknown>; lose: (of: Made) => Promise<unknown>; left: number }
> = {
  'an admin on a closed board becomes a member': {
    begin: async (of) => {
      await changeRole(of, 'admin');
      await addBoardMember(service, of.workspace, of.board, of.cyds);
      await close(ada, of.board);
    },
    lose: (of) => changeRole(of, 'member'),
    left: 1,
  },
  'a member becomes a guest of boards': {
    begin: (of) => addBoardMember(service, of.workspace, of.board, of.bobs, 'guest'),
    lose: (of) => changeRole(of, 'guest-of-boards'),
    left: 1,
  },
  'a role loses the permission': {
    begin: async (of) => changeRole(of, await makeViewer(of.workspace)),
    lose: async ({ workspace }) => {
      const params = { workspacePublicId: workspace, rolePublicId: await viewerIn(workspace) };
      await ada.call(api.roles.update, { params, body: { permissions: ['card:view'] } });
    },
    left: 0,
  },
  'a role that members have on a closed board loses the permission': {
    begin: async (of) => {
      const params = { ...of.params, workspaceMemberPublicId: of.bobs };
      await ada.call(api.boardMembers.set, {
        params,
        body: { rolePublicId: await makeViewer(of.workspace) },
      });
      await addBoardMember(service, of.workspace, of.board, of.cyds);
      await close(ada, of.board);
    },
    lose: async ({ workspace }) => {
      const params = { workspacePublicId: workspace, rolePublicId: await viewerIn(workspace) };
      await ada.call(api.roles.revoke, { params, body: { permission: 'board:view' } });
    },
    left: 1,
  },
  'an override takes the permission': {
    begin: async () => {},
    lose: ({ workspace, bobs }) =>
      ada.call(api.members.revoke, {
        params: { workspacePublicId: workspace, memberPublicId: bobs },
        body: { permission: 'board:view' },
      }),
    left: 0,
  },
  'an override that gave the permission ends with all others': {
    begin: async (of) => {
      const params = {
        workspacePublicId: of.workspace,
        memberPublicId: of.bobs,
      };
      await changeRole(of, 'guest-of-boards');
      await ada.call(api.members.grant, { params, body: { permission: 'board:view' } });
    },
    lose: ({ workspace }) => ada.call(api.members.resetAll, { params: { workspacePublicId: workspace } }),
    left: 0,
  },
};

for (const [name, { begin, lose, left }] of Object.entries(losses)) {
  test(`${name}: members who can no longer see the board are unassigned from its cards`, async () => {
    const of = await made();
    const other = await makeBoard(ada, { workspace: of.workspace });
    await begin(of);
    const memberPublicIds = [of.bobs, of.cyds];
    for (const { lists } of [of, other]) await makeCard(ada, nth(lists, 0), { memberPublicIds });
    await lose(of);
    const on = async (member: string) =>
      (await service.sql(`select card_id from card_members where member_id = '${member}'`)).length;
    assert.deepEqual([await on(of.bobs), await on(of.cyds)], [left, 2]);
    await assertConsistent(service);
  });
}

test('a member of many cards is unassigned by as few statements as possible, and by none if unnecessary', async () => {
  const of = await made();
  const first = await makeCard(ada, nth(of.lists, 0));
  await service.sql(`
    insert into cards (workspace_id, board_id, list_id, id, number, title, position, created_by, created_at, archived_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1001)
    select workspace_id, board_id, list_id, 'many' || substr(id, 5, 4) || (10000 + i), 1 + i, title, position,
      created_by, created_at, created_at
    from cards cross join n where id = '${first}'`);
  await service.sql(`insert into card_members (workspace_id, card_id, member_id)
    select workspace_id, id, '${of.bobs}' from cards where workspace_id = '${of.workspace}'`);
  const runs = async (role: string) => {
    let count = 0;
    const counting = (name: string) => {
      if (name === 'card_members.takeOffUnseen') count++;
    };
    await withWrites(
      service,
      (write) => (change) => write((tx) => change(tellingOf(tx, counting))),
      () => changeRole(of, role),
    );
    return count;
  };
  assert.equal(await runs('guest'), 0);
  assert.equal(await runs('guest-of-boards'), 3);
  assert.deepEqual(await service.sql(`select 1 from card_members where member_id = '${of.bobs}'`), []);
});

test('who goes off many cards and stays on many has each of them looked at once', async () => {
  const of = await made();
  const other = await makeBoard(ada, { workspace: of.workspace });
  await addBoardMember(service, of.workspace, other.board, of.bobs);
  for (const { lists } of [of, other]) {
    const first = await makeCard(ada, nth(lists, 0));
    await service.sql(`
      insert into cards (workspace_id, board_id, list_id, id, number, title, position, created_by, created_at, archived_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 600)
      select workspace_id, board_id, list_id, 'many' || substr(id, 5, 8) || (1000 + i), number * 1000 + i, title, position,
        created_by, created_at, created_at
      from cards cross join n where id = '${first}'`);
  }
  await service.sql(`update workspaces set card_counter = 1000000`);
  await service.sql(`insert into card_members (workspace_id, card_id, member_id)
    select workspace_id, id, '${of.bobs}' from cards where workspace_id = '${of.workspace}'`);
  const ran = await namedStatementsOf(service, () => changeRole(of, 'guest-of-boards'));
  const runs = (name: string) => ran.filter((each) => each === name).length;
  assert.deepEqual([runs('card_members.unseen'), runs('card_members.takeOffUnseen')], [1, 2]);
  const left = await service.sql(`select 1 from card_members where member_id = '${of.bobs}'`);
  assert.equal(left.length, 601);
  await assertConsistent(service);
});
