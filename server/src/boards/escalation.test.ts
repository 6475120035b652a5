import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Nobody gets more permissions on a closed board than they were given there, whatever they may do elsewhere. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const roleNamed = async (workspacePublicId: string, name: string, permissions: Permission[], level = 150) => {
  const { publicId } = await ada.call(api.roles.create, {
    params: { workspacePublicId },
    body: { name, permissions, hierarchyLevel: level },
  });
  return publicId;
};

const close = (person: Person, boardPublicId: string) =>
  person.call(api.boards.update, { params: { boardPublicId }, body: { access: 'members' } });

/** A closed board of ada on which bob has a role with the permissions `onBoard`; in the workspace his role is `role`. */
async function closedTo(onBoard: Permission[], role: string) {
  const made = await makeBoard(ada);
  const { workspace, board } = made;
  const bobs = await addMember(service, workspace, bob, { role: 'guest-of-boards' });
  const changed = { params: { workspacePublicId: workspace, memberPublicId: bobs }, body: { role } };
  if (role === 'lead') await roleNamed(workspace, 'lead', lead, 50);
  await ada.call(api.members.changeRole, changed);
  const let_in = await roleNamed(workspace, 'let in', onBoard);
  const onIt = { boardPublicId: board, workspaceMemberPublicId: bobs };
  await ada.call(api.boardMembers.set, { params: onIt, body: { rolePublicId: let_in } });
  await close(ada, board);
  return { ...made, bobs, roleId: let_in, ofRole: { workspacePublicId: workspace, rolePublicId: let_in } };
}

/** The permissions of someone who leads a workspace without being its admin. */
const lead: Permission[] = [
  'workspace:view',
  'workspace:manage',
  'board:view',
  'board:create',
  'board:edit',
  'list:view',
  'card:view',
  'card:create',
  'card:edit',
  'comment:view',
  'member:view',
  'member:edit',
];

test('who changes roles does not raise what they, or others, may do on a closed board', async () => {
  const { ofRole, workspace, board } = await closedTo(['board:view', 'card:view'], 'lead');
  const raise: Permission = 'board:edit';
  const changes = [
    { permissions: ['board:view', 'card:view', raise] as Permission[] },
    { hierarchyLevel: 100 },
  ];
  for (const body of changes) await bob.refused(403, api.roles.update, { params: ofRole, body });
  await bob.refused(403, api.roles.grant, { params: ofRole, body: { permission: raise } });
  await bob.refused(403, api.boards.update, { params: { boardPublicId: board }, body: { name: 'x' } });
  // Changes that raise nobody's permissions on the board are still allowed.
  await bob.call(api.roles.update, { params: ofRole, body: { name: 'Let in', hierarchyLevel: 160 } });
  await bob.call(api.roles.revoke, { params: ofRole, body: { permission: 'card:view' } });
  const free = await roleNamed(workspace, 'on no board', ['board:view']);
  const ofFree = { workspacePublicId: workspace, rolePublicId: free };
  await bob.call(api.roles.grant, { params: ofFree, body: { permission: raise } });
  await ada.call(api.roles.grant, { params: ofRole, body: { permission: raise } });
});

test('changing a role raises what its members can assign on every closed board', async () => {
  const { ofRole, workspace, board, bobs, roleId } = await closedTo(['board:view'], 'lead');
  const cyds = await addMember(service, workspace, await service.signUp('cyd'));
  const own = await roleNamed(workspace, 'own', ['board:view', 'board:edit', 'card:view'], 120);
  const set = (workspaceMemberPublicId: string, rolePublicId: string) =>
    ada.call(api.boardMembers.set, {
      params: { boardPublicId: board, workspaceMemberPublicId },
      body: { rolePublicId },
    });
  await set(bobs, own);
  await set(cyds, roleId);
  await bob.call(api.roles.grant, { params: ofRole, body: { permission: 'card:view' } });
  await bob.refused(403, api.roles.grant, { params: ofRole, body: { permission: 'comment:view' } });
  await bob.call(api.roles.update, { params: ofRole, body: { hierarchyLevel: 120 } });
  await bob.refused(403, api.roles.update, { params: ofRole, body: { hierarchyLevel: 110 } });
});

test('a card takes nothing to where its mover sees it that they do not see here', async () => {
  const views: Permission[] = ['board:view', 'list:view', 'card:view', 'comment:view', 'member:view'];
  for (const hidden of ['card:view', 'comment:view', 'member:view'] as const) {
    const seen = views.filter((each) => each !== hidden);
    const { workspace, lists } = await closedTo([...seen, 'card:create', 'card:edit'], 'member');
    const card = await makeCard(ada, nth(lists, 0));
    const elsewhere = await makeBoard(ada, { workspace });
    const body = { listPublicId: nth(elsewhere.lists, 0) };
    const params = { cardPublicId: card };
    const key = await bob.call(api.users.createApiKey, {
      body: { name: hidden, permissions: ['card:edit', 'card:create', 'card:view'] },
    });
    for (const caller of [bob, service.caller(key.key)]) {
      for (const operation of [api.cards.update, api.cards.put]) {
        await caller.refused(403, operation, { params, body });
      }
      const operations = [{ type: 'move' as const, cardPublicId: card, ...body }];
      await caller.refused(403, api.cards.bulk, { body: { operations } });
    }
    if (hidden === 'member:view') {
      await bob.refused(403, api.cards.duplicate, { params, body: { ...body, copyMembers: true } });
    }
    await bob.call(api.cards.update, { params, body: { listPublicId: nth(lists, 1) } });
  }
});

test('a copy of a board shows nothing that its maker does not see on the board', async () => {
  const { workspace, board } = await closedTo(['board:view', 'card:view'], 'lead');
  const copy = {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  };
  await bob.refused(403, api.boards.create, copy);
  const made = await closedTo(['board:view', 'card:view', 'list:view'], 'lead');
  await makeCard(ada, nth(made.lists, 0), { memberPublicIds: [made.bobs] });
  const { publicId } = await bob.call(api.boards.create, {
    params: { workspacePublicId: made.workspace },
    body: { name: 'Copy', sourceBoardPublicId: made.board },
  });
  const { lists } = await bob.call(api.boards.get, { params: { boardPublicId: publicId } });
  assert.deepEqual(
    lists.flatMap(({ cards }) => cards.map(({ members }) => members)),
    [[]],
  );
});

test('a move assigns nobody a board role that permits more than theirs', async () => {
  for (const [onBoard, there, expected] of [
    [['board:view', 'card:view'], ['board:view'], 'let in'],
    [['board:view', 'card:view'], ['board:view', 'card:edit'], undefined],
    [
      ['board:view', 'list:view', 'card:view', 'comment:view', 'member:view', 'workspace:view', 'card:edit'],
      null,
      'guest',
    ],
    [['board:view', 'card:view'], null, undefined],
  ] as [Permission[], Permission[] | null, string | undefined][]) {
    const { board } = await closedTo(onBoard, 'guest');
    const target = await makeWorkspace(ada);
    await addMember(service, target, bob, { role: 'guest-of-boards' });
    if (there) await roleNamed(target, 'let in', there);
    const params = { boardPublicId: board };
    await ada.call(api.boards.move, { params, body: { targetWorkspacePublicId: target } });
    const { members } = await ada.call(api.boardMembers.list, { params });
    assert.deepEqual(
      members.map(({ role }) => role.name),
      expected ? [expected] : [],
      String(expected),
    );
  }
});

test('who joins by the link has nothing of what was given to the address that they say is theirs', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const email = 'invited@example.com';
  const invited = await ada.call(api.invites.inviteMember, {
    params: { workspacePublicId: workspace },
    body: { email, role: 'guest-of-boards' },
  });
  await addBoardMember(service, workspace, board, invited.publicId);
  await close(ada, board);
  const card = await makeCard(ada, nth(lists, 0), { memberPublicIds: [invited.publicId] });
  const { inviteCode } = await ada.call(api.invites.createLink, { params: { workspacePublicId: workspace } });
  const someone = await service.signUp(email);
  await someone.call(api.invites.accept, { body: { inviteCode } });
  await someone.refused(404, api.boards.get, { params: { boardPublicId: board } });
  const { members } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  assert.deepEqual(members, []);
});
