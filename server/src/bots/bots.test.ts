import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { makeBoard, makeCard, makeMember, makeWorkspace, nth } from '../testing/fixtures.ts';
import { keyOf, makePlaceholder, memberOf } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const of = (workspacePublicId: string, botPublicId: string) => ({
  params: { workspacePublicId, botPublicId },
});
const asMember = (workspacePublicId: string, memberPublicId: string) => ({
  params: { workspacePublicId, memberPublicId },
});

/** A board of Ada's workspace, in which Bob is a member, with a bot of Bob's unless it is another's, and a key of the bot. */
async function withBot({
  by = bob,
  ...given
}: Partial<BodyOf<typeof api.bots.create>> & { by?: typeof ada } = {}) {
  const { workspace, board, lists } = await makeBoard(ada);
  const member = await makeMember(service, ada, workspace, bob, 'member');
  const ownerMemberPublicId = await memberOf(service, workspace, by);
  const bot = await ada.call(api.bots.create, {
    ...at(workspace),
    body: { name: 'Release bot', ownerMemberPublicId, ...given },
  });
  const { key } = await by.call(api.bots.createKey, {
    ...of(workspace, bot.publicId),
    body: { name: 'Agent' },
  });
  return { workspace, board, lists, member, bot, key, caller: service.caller(key) };
}

const statusOf = async (workspace: string) => nth(await ada.call(api.bots.list, at(workspace)), 0).status;

test('a bot is a member who works on cards with its key', async () => {
  const { workspace, board, lists, bot, caller } = await withBot();
  assert.deepEqual(
    { ...bot, publicId: '', userPublicId: '', createdAt: '', owner: bot.owner.name },
    {
      publicId: '',
      userPublicId: '',
      name: 'Release bot',
      image: null,
      status: 'active',
      role: 'member',
      owner: 'bob',
      keyCount: 0,
      lastUsedAt: null,
      createdAt: '',
    },
  );
  const { publicId: cardPublicId } = await caller.call(api.cards.create, {
    body: { title: 'Release', listPublicId: nth(lists, 0) },
  });
  await caller.call(api.comments.create, { params: { cardPublicId }, body: { comment: 'Done.' } });
  const params = { cardPublicId, workspaceMemberPublicId: bot.publicId };
  await bob.call(api.cards.addMember, { params });
  const card = await ada.call(api.cards.get, { params: { cardPublicId } });
  assert.deepEqual(card.members, [
    { publicId: bot.publicId, email: null, user: { id: bot.userPublicId, name: 'Release bot' } },
  ]);
  const { members } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
  assert.deepEqual(
    members.map(({ user, isBot }) => [user?.name, isBot]),
    [
      ['ada', false],
      ['bob', false],
      ['Release bot', true],
    ],
  );
  const listed = await ada.call(api.members.list, at(workspace));
  assert.deepEqual(
    listed.map(({ email, isBot }) => [email, isBot]),
    [
      [ada.email, false],
      [bob.email, false],
      [null, true],
    ],
  );
});

test('what a bot is asked about itself says so, and no address', async () => {
  const { workspace, caller } = await withBot();
  const me = await caller.call(api.users.me);
  assert.deepEqual([me.name, me.email, me.hasPassword], ['Release bot', '', false]);
  const credential = await caller.call(api.users.credential);
  assert.deepEqual([credential.isBot, credential.workspacePublicId], [true, workspace]);
  assert.equal((await ada.call(api.users.credential)).isBot, false);
});

test('its address is shown nowhere', async () => {
  const { workspace, board, lists, bot, caller } = await withBot();
  const [{ email } = { email: '' }] = await service.sql<{ email: string }>(
    `select email from users where id = '${bot.userPublicId}'`,
  );
  const cardPublicId = await makeCard(ada, nth(lists, 0));
  const onCard = { params: { cardPublicId } };
  await caller.call(api.comments.create, { ...onCard, body: { comment: 'Hm.' } });
  const params = { cardPublicId, workspaceMemberPublicId: bot.publicId };
  await caller.call(api.cards.addMember, { params });
  const onBoard = { params: { boardPublicId: board } };
  const { roles } = await ada.call(api.roles.list, at(workspace));
  await ada.call(api.boardMembers.set, {
    params: { boardPublicId: board, workspaceMemberPublicId: bot.publicId },
    body: { rolePublicId: roles.find(({ name }) => name === 'guest')?.publicId ?? '' },
  });
  const replies = [
    await ada.call(api.workspaces.get, at(workspace)),
    await ada.call(api.members.list, at(workspace)),
    await ada.call(api.bots.list, at(workspace)),
    await ada.call(api.boards.get, onBoard),
    await ada.call(api.boards.snapshot, onBoard),
    await ada.call(api.boardMembers.list, onBoard),
    await ada.call(api.boardMembers.people, onBoard),
    await ada.call(api.boardActivities.list, onBoard),
    await ada.call(api.cards.get, onCard),
    await ada.call(api.activities.list, { ...onCard, query: { include: ['apiKey'] } }),
    await ada.call(api.comments.list, onCard),
    await ada.call(api.audit.list, at(workspace)),
    await caller.call(api.users.me),
  ];
  for (const reply of replies) {
    assert.match(JSON.stringify(reply), /Release bot/);
    assert.doesNotMatch(JSON.stringify(reply), /\.invalid/);
  }
  assert.match(email, /^[0-9a-f]{40}@bot\.invalid$/);
});

test('whoever learns the address of a bot gets no account by it', async () => {
  const { workspace, bot } = await withBot();
  const [{ email } = { email: '' }] = await service.sql<{ email: string }>(
    `select email from users where id = '${bot.userPublicId}'`,
  );
  const nobody = service.caller();
  const password = 'password of nobody';
  await nobody.refused(401, api.auth.signIn, { body: { email, password } });
  await nobody.refused(403, api.auth.signUp, { body: { email, password } });
  await nobody.call(api.auth.requestPasswordReset, { body: { email } });
  await nobody.call(api.auth.requestMagicLink, { body: { email } });
  await ada.call(api.users.requestNewAddress, {
    body: { newEmail: email, currentPassword: 'password of ada' },
  });
  await ada.refused(400, api.invites.inviteMember, { ...at(workspace), body: { email } });
  await service.outbox.idle();
  assert.deepEqual(
    service.mails.filter(({ to }) => to === email),
    [],
  );
});

test('a key of a bot reaches no account, and makes neither bots nor keys', async () => {
  const { workspace, bot, caller } = await withBot();
  await caller.refused(403, api.users.createApiKey, { body: { name: 'x' } });
  await caller.refused(403, api.users.apiKeys);
  await caller.refused(403, api.users.update, { body: { name: 'Ada' } });
  await caller.refused(403, api.users.deleteMe, { body: {} });
  await caller.refused(403, api.workspaces.create, { body: { name: 'Its own' } });
  await caller.refused(403, api.bots.createKey, { ...of(workspace, bot.publicId), body: { name: 'x' } });
  await caller.refused(403, api.bots.keys, of(workspace, bot.publicId));
  const { inviteCode } = await ada.call(api.invites.createLink, at(await makeWorkspace(ada)));
  await caller.refused(403, api.invites.accept, { body: { inviteCode } });
  // Even in a role that lets people do this.
  const role = await ada.call(api.roles.create, {
    ...at(workspace),
    body: {
      name: 'recruiter',
      permissions: ['workspace:view', 'member:view', 'member:invite', 'member:edit', 'member:remove'],
    },
  });
  const ownerMemberPublicId = await memberOf(service, workspace, ada);
  await ada.call(api.bots.update, {
    ...of(workspace, bot.publicId),
    body: { role: role.publicId, ownerMemberPublicId },
  });
  await caller.call(api.members.list, at(workspace));
  const refusal = await caller.refused(403, api.bots.create, {
    ...at(workspace),
    body: { name: 'Another', role: 'guest' },
  });
  assert.match(refusal.message, /bot|Bot/);
  await caller.refused(403, api.bots.update, { ...of(workspace, bot.publicId), body: { name: 'Ada' } });
  await caller.refused(403, api.bots.remove, of(workspace, bot.publicId));
});

test('a key of a bot is within its limits, and of its workspace', async () => {
  const { workspace, board, lists, bot } = await withBot();
  const other = await makeBoard(ada, { workspace });
  const elsewhere = await makeBoard(bob);
  const make = (body: Omit<BodyOf<typeof api.bots.createKey>, 'name'>) =>
    bob.call(api.bots.createKey, { ...of(workspace, bot.publicId), body: { name: 'limited', ...body } });
  const reader = service.caller(
    (await make({ permissions: ['workspace:view', 'board:view', 'card:view'] })).key,
  );
  await reader.call(api.boards.get, { params: { boardPublicId: board } });
  await reader.refused(403, api.cards.create, { body: { title: 'x', listPublicId: nth(lists, 0) } });
  const onBoard = service.caller((await make({ boardPublicIds: [board] })).key);
  await onBoard.call(api.boards.get, { params: { boardPublicId: board } });
  await onBoard.refused(404, api.boards.get, { params: { boardPublicId: other.board } });
  await onBoard.refused(403, api.boards.get, { params: { boardPublicId: elsewhere.board } });
  const refused = (status: number, boardPublicIds: string[]) =>
    bob.refused(status, api.bots.createKey, {
      ...of(workspace, bot.publicId),
      body: { name: 'x', boardPublicIds },
    });
  await refused(400, [elsewhere.board]);
  await ada.call(api.boards.update, { params: { boardPublicId: other.board }, body: { access: 'members' } });
  await refused(400, [other.board]);
});

test('keys are listed, and revoked at once, by the owner and by admins only', async () => {
  const { workspace, bot, caller } = await withBot();
  const cyd = await service.signUp('cyd');
  await makeMember(service, ada, workspace, cyd, 'member');
  const { params } = of(workspace, bot.publicId);
  const keys = await bob.call(api.bots.keys, { params });
  assert.deepEqual(
    keys.map(({ name, workspacePublicId }) => [name, workspacePublicId]),
    [['Agent', workspace]],
  );
  assert.deepEqual(await ada.call(api.bots.keys, { params }), keys);
  const keyId = nth(keys, 0).id;
  for (const person of [cyd, eve]) {
    await person.refused(403, api.bots.keys, { params });
    await person.refused(403, api.bots.createKey, { params, body: { name: 'x' } });
    await person.refused(403, api.bots.deleteKey, { params: { ...params, keyId } });
  }
  await ada.refused(404, api.bots.deleteKey, { params: { ...params, keyId: keyId + 1000 } });
  // The key of somebody else, by the way of a bot.
  const own = await ada.call(api.users.createApiKey, { body: { name: 'own' } });
  await bob.refused(404, api.bots.deleteKey, { params: { ...params, keyId: own.id } });
  await caller.call(api.users.me);
  await ada.call(api.bots.deleteKey, { params: { ...params, keyId } });
  await caller.refused(401, api.users.me);
  const { entries } = await ada.call(api.audit.list, at(workspace));
  assert.deepEqual(
    entries.flatMap(({ type, user, detail }) =>
      type.startsWith('key.') ? [[type, user?.name, detail.find(({ field }) => field === 'bot')?.to]] : [],
    ),
    [
      ['key.revoked', 'ada', undefined],
      ['key.created', 'bob', 'Release bot'],
    ],
  );
});

test('an admin from whom something is revoked makes no keys of bots of others', async () => {
  const { workspace, bot } = await withBot({ by: ada });
  const member = await memberOf(service, workspace, bob);
  await ada.call(api.members.changeRole, { ...asMember(workspace, member), body: { role: 'admin' } });
  const make = { ...of(workspace, bot.publicId), body: { name: 'x' } };
  await bob.call(api.bots.createKey, make);
  await ada.call(api.members.revoke, { ...asMember(workspace, member), body: { permission: 'card:delete' } });
  await bob.refused(403, api.bots.createKey, make);
});

test('who may add, change and remove bots', async () => {
  const { workspace, bot } = await withBot();
  const body = { name: 'Another' };
  await bob.refused(403, api.bots.create, { ...at(workspace), body });
  await eve.refused(403, api.bots.create, { ...at(workspace), body });
  await eve.refused(403, api.bots.list, at(workspace));
  // Its owner names, pauses and removes it, but does not undo what an admin decided.
  const own = of(workspace, bot.publicId);
  const named = await bob.call(api.bots.update, {
    ...own,
    body: { name: 'Deployer', image: 'https://example.com/b.png' },
  });
  assert.deepEqual([named.name, named.image], ['Deployer', 'https://example.com/b.png']);
  await bob.call(api.bots.update, { ...own, body: { status: 'paused' } });
  await bob.refused(403, api.bots.update, { ...own, body: { status: 'active' } });
  await bob.refused(403, api.bots.update, { ...own, body: { role: 'guest' } });
  const ofAda = await memberOf(service, workspace, ada);
  await bob.refused(403, api.bots.update, { ...own, body: { ownerMemberPublicId: ofAda } });
  await ada.call(api.bots.update, { ...own, body: { status: 'active', ownerMemberPublicId: ofAda } });
  await bob.refused(403, api.bots.update, { ...own, body: { name: 'Mine' } });
  await bob.refused(403, api.bots.remove, own);
  // A key of the owner does only what it is for.
  const limited = await keyOf(service, ada, ['workspace:view', 'card:edit'] as Permission[]);
  await limited.refused(403, api.bots.update, { ...own, body: { name: 'By key' } });
  await ada.call(api.bots.remove, own);
  await ada.refused(404, api.bots.update, { ...own, body: { name: 'Gone' } });
});

test('a bot belongs to one workspace', async () => {
  const { bot } = await withBot();
  const workspace = await makeWorkspace(ada);
  await ada.refused(404, api.bots.update, { ...of(workspace, bot.publicId), body: { name: 'x' } });
  await ada.refused(404, api.bots.remove, of(workspace, bot.publicId));
  await ada.refused(404, api.bots.keys, of(workspace, bot.publicId));
  await ada.refused(404, api.bots.createKey, { ...of(workspace, bot.publicId), body: { name: 'x' } });
  await ada.refused(400, api.bots.create, {
    ...at(workspace),
    body: { name: 'x', ownerMemberPublicId: bot.owner.publicId },
  });
  await eve.refused(403, api.bots.update, { ...of(workspace, bot.publicId), body: { name: 'x' } });
});

test('the owner of a bot is an active person', async () => {
  const { workspace, member, bot } = await withBot({ by: ada });
  const refused = (ownerMemberPublicId: string) =>
    ada.refused(400, api.bots.create, { ...at(workspace), body: { name: 'x', ownerMemberPublicId } });
  await refused(bot.publicId);
  await ada.call(api.members.changeStatus, { ...asMember(workspace, member), body: { status: 'paused' } });
  await refused(member);
  await ada.call(api.members.changeStatus, { ...asMember(workspace, member), body: { status: 'active' } });
  await makePlaceholder(service, member);
  await refused(member);
});

test('a bot can be no admin, nor do more than its owner', async () => {
  const { workspace, board, bot } = await withBot({ role: 'guest' });
  const own = of(workspace, bot.publicId);
  const inRole = (role: string) => ({ ...asMember(workspace, bot.publicId), body: { role } });
  await ada.refused(403, api.bots.create, { ...at(workspace), body: { name: 'x', role: 'admin' } });
  await ada.refused(403, api.members.changeRole, inRole('admin'));
  await ada.refused(403, api.bots.update, { ...own, body: { role: 'admin' } });
  await ada.refused(403, api.members.grant, {
    ...asMember(workspace, bot.publicId),
    body: { permission: 'member:edit' },
  });
  await ada.call(api.members.changeRole, inRole('member'));
  // Nor on a board that its owner does not see.
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  const { roles } = await ada.call(api.roles.list, at(workspace));
  const rolePublicId = roles.find(({ name }) => name === 'guest')?.publicId ?? '';
  const put = (member: string) => ({
    params: { boardPublicId: board, workspaceMemberPublicId: member },
    body: { rolePublicId },
  });
  await ada.refused(403, api.boardMembers.set, put(bot.publicId));
  await ada.call(api.boardMembers.set, put(bot.owner.publicId));
  await ada.call(api.boardMembers.set, put(bot.publicId));
  assert.equal(await statusOf(workspace), 'active');
});

test('a bot closes no board to its owner, and makes none', async () => {
  const { workspace, bot, board, caller } = await withBot({ by: ada });
  const role = await ada.call(api.roles.create, {
    ...at(workspace),
    body: {
      name: 'sharer',
      permissions: ['workspace:view', 'board:view', 'board:edit', 'board:create', 'board:share'],
    },
  });
  // Bob may do all that, too.
  for (const member of [bot.publicId, await memberOf(service, workspace, bob)])
    await ada.call(api.members.changeRole, { ...asMember(workspace, member), body: { role: role.publicId } });
  const ownerMemberPublicId = await memberOf(service, workspace, bob);
  await ada.call(api.bots.update, { ...of(workspace, bot.publicId), body: { ownerMemberPublicId } });
  const access = 'members' as const;
  await caller.refused(403, api.boards.create, {
    ...at(workspace),
    body: { name: 'Secret', lists: [], access },
  });
  await caller.refused(403, api.boards.update, { params: { boardPublicId: board }, body: { access } });
  assert.equal(await statusOf(workspace), 'active');
});

/** How an owner can lose what their bot is limited to. */
const losses: Record<string, (on: Awaited<ReturnType<typeof withBot>>) => Promise<unknown>> = {
  'is removed': ({ workspace, member }) => ada.call(api.members.remove, asMember(workspace, member)),
  leaves: ({ workspace, member }) => bob.call(api.members.remove, asMember(workspace, member)),
  'is paused': ({ workspace, member }) =>
    ada.call(api.members.changeStatus, { ...asMember(workspace, member), body: { status: 'paused' } }),
  'gets a lesser role': ({ workspace, member }) =>
    ada.call(api.members.changeRole, { ...asMember(workspace, member), body: { role: 'guest' } }),
  'loses one permission': ({ workspace, member }) =>
    ada.call(api.members.revoke, { ...asMember(workspace, member), body: { permission: 'card:delete' } }),
  'loses what an override gave': async ({ workspace, member, bot }) => {
    const permission = 'comment:edit';
    for (const each of [member, bot.publicId])
      await ada.call(api.members.grant, { ...asMember(workspace, each), body: { permission } });
    assert.equal(await statusOf(workspace), 'active');
    return ada.call(api.members.reset, asMember(workspace, member));
  },
};

for (const [what, loses] of Object.entries(losses)) {
  test(`a bot is paused when its owner ${what}, until it fits an owner again`, async () => {
    const on = await withBot();
    const { workspace, board, bot, caller } = on;
    const read = { params: { boardPublicId: board } };
    await caller.call(api.boards.get, read);
    await loses(on);
    assert.equal(await statusOf(workspace), 'paused');
    await caller.refused(403, api.boards.get, read);
    const own = of(workspace, bot.publicId);
    await ada.refused(403, api.bots.update, { ...own, body: { status: 'active' } });
    await ada.refused(403, api.members.changeStatus, {
      ...asMember(workspace, bot.publicId),
      body: { status: 'active' },
    });
    const ownerMemberPublicId = await memberOf(service, workspace, ada);
    const body = { status: 'active', ownerMemberPublicId } as const;
    const { status, owner } = await ada.call(api.bots.update, { ...own, body });
    assert.deepEqual([status, owner.name], ['active', 'ada']);
    await caller.call(api.boards.get, read);
  });
}

test('a bot is paused when the role of its owner permits less than its own', async () => {
  const { workspace, member, bot } = await withBot({ role: 'guest' });
  const { publicId: role } = await ada.call(api.roles.create, {
    ...at(workspace),
    body: {
      name: 'reader',
      permissions: ['workspace:view', 'board:view', 'list:view', 'card:view', 'comment:view', 'member:view'],
    },
  });
  await ada.call(api.members.changeRole, { ...asMember(workspace, member), body: { role } });
  assert.equal(await statusOf(workspace), 'active');
  await ada.call(api.roles.revoke, {
    params: { workspacePublicId: workspace, rolePublicId: role },
    body: { permission: 'comment:view' },
  });
  assert.equal(await statusOf(workspace), 'paused');
  const { entries } = await ada.call(api.audit.list, at(workspace));
  const entry = entries.find(({ subject }) => subject.publicId === bot.publicId);
  assert.deepEqual(entry?.detail, [{ field: 'status', from: 'active', to: 'paused' }]);
});

test('a bot is paused when its owner loses a board that it is on', async () => {
  const { workspace, board, member, bot, caller } = await withBot();
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  const { roles } = await ada.call(api.roles.list, at(workspace));
  const roleNamed = (wanted: string) => roles.find(({ name }) => name === wanted)?.publicId ?? '';
  const onBoard = (workspaceMemberPublicId: string) => ({
    params: { boardPublicId: board, workspaceMemberPublicId },
  });
  const put = (of: string, role: string) =>
    ada.call(api.boardMembers.set, { ...onBoard(of), body: { rolePublicId: roleNamed(role) } });
  const lose: (() => Promise<unknown>)[] = [
    () => put(member, 'guest'),
    () => ada.call(api.boardMembers.remove, onBoard(member)),
  ];
  for (const loses of lose) {
    await put(member, 'member');
    await put(bot.publicId, 'member');
    await ada.call(api.bots.update, { ...of(workspace, bot.publicId), body: { status: 'active' } });
    await caller.call(api.boards.get, { params: { boardPublicId: board } });
    await loses();
    assert.equal(await statusOf(workspace), 'paused');
    await caller.refused(404, api.boards.get, { params: { boardPublicId: board } });
  }
});

test('a bot is paused when a board is closed to its owner, but not to it', async () => {
  const { workspace, board, bot } = await withBot();
  const { roles } = await ada.call(api.roles.list, at(workspace));
  const rolePublicId = roles.find(({ name }) => name === 'guest')?.publicId ?? '';
  await ada.call(api.boardMembers.set, {
    params: { boardPublicId: board, workspaceMemberPublicId: bot.publicId },
    body: { rolePublicId },
  });
  assert.equal(await statusOf(workspace), 'active');
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  assert.equal(await statusOf(workspace), 'paused');
});

test('a bot whose owner deletes their account is paused; one whose owner is disabled has no access', async () => {
  const gil = await service.signUp('gil');
  const { workspace, board, bot, caller } = await withBot();
  const member = await makeMember(service, ada, workspace, gil, 'member');
  await ada.call(api.bots.update, { ...of(workspace, bot.publicId), body: { ownerMemberPublicId: member } });
  const read = { params: { boardPublicId: board } };
  await service.sql(`update users set disabled_at = 1 where id = '${gil.id}'`);
  await caller.refused(401, api.boards.get, read);
  await service.sql(`update users set disabled_at = null where id = '${gil.id}'`);
  await caller.call(api.boards.get, read);
  await gil.call(api.users.deleteMe, { body: { currentPassword: 'password of gil' } });
  assert.equal(await statusOf(workspace), 'paused');
  await caller.refused(401, api.boards.get, read);
});

test('a removed bot loses its keys and its cards, and keeps what it wrote', async () => {
  for (const remove of ['as a bot', 'as a member'] as const) {
    const { workspace, lists, bot, caller } = await withBot();
    const cardPublicId = await makeCard(ada, nth(lists, 0));
    const onCard = { params: { cardPublicId } };
    await caller.call(api.comments.create, { ...onCard, body: { comment: 'Mine.' } });
    await caller.call(api.cards.addMember, {
      params: { cardPublicId, workspaceMemberPublicId: bot.publicId },
    });
    if (remove === 'as a bot') await bob.call(api.bots.remove, of(workspace, bot.publicId));
    else await ada.call(api.members.remove, asMember(workspace, bot.publicId));
    await caller.refused(401, api.users.me);
    assert.deepEqual(await ada.call(api.bots.list, at(workspace)), []);
    assert.deepEqual(await service.sql(`select id from api_keys where user_id = '${bot.userPublicId}'`), []);
    assert.deepEqual((await ada.call(api.cards.get, onCard)).members, []);
    const { comments } = await ada.call(api.comments.list, onCard);
    assert.deepEqual(
      comments.map(({ comment, user, apiKey }) => [comment, user.name, apiKey?.isBot]),
      [['Mine.', 'Release bot', true]],
    );
  }
});

test('a bot gets a lesser role and another owner at once', async () => {
  const { workspace, bot } = await withBot({ by: ada });
  const gus = await service.signUp('gus');
  const ownerMemberPublicId = await makeMember(service, ada, workspace, gus, 'guest');
  const own = of(workspace, bot.publicId);
  await ada.refused(403, api.bots.update, { ...own, body: { ownerMemberPublicId } });
  const { role, owner } = await ada.call(api.bots.update, {
    ...own,
    body: { ownerMemberPublicId, role: 'guest' },
  });
  assert.deepEqual([role, owner.name], ['guest', 'gus']);
});

test('nothing is kept for a bot to be told, and it watches nothing', async () => {
  const { workspace, lists, bot, caller } = await withBot();
  const cardPublicId = await makeCard(ada, nth(lists, 0));
  const onCard = { params: { cardPublicId } };
  await ada.call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId: bot.publicId } });
  await caller.call(api.comments.create, { ...onCard, body: { comment: 'On it.' } });
  await ada.call(api.comments.create, {
    ...onCard,
    body: { comment: `@[Release bot](member:${bot.publicId}) how far?` },
  });
  const about = (table: string) =>
    service.sql(`select * from ${table} where user_id = '${bot.userPublicId}'`);
  assert.deepEqual(await about('notifications'), []);
  assert.deepEqual(await about('watches'), []);
  // While people are told what it did.
  const { notifications } = await ada.call(api.notifications.list, {
    query: { workspacePublicId: workspace },
  });
  assert.deepEqual(
    notifications
      .filter(({ key }) => key?.isBot)
      .map(({ kind, actor, key }) => [kind, actor?.name, key?.name]),
    [['commented', 'Release bot', 'Agent']],
  );
});

test('bots take no place of people, and have a limit of their own', async () => {
  const workspace = await makeWorkspace(ada);
  for (let count = 0; count < 50; count++)
    await ada.call(api.bots.create, { ...at(workspace), body: { name: `Bot ${count}` } });
  await ada.refused(409, api.bots.create, { ...at(workspace), body: { name: 'One more' } });
  assert.equal((await ada.call(api.bots.list, at(workspace))).length, 50);
});

test('a placeholder of an import becomes no bot', async () => {
  const { workspace, member, bot } = await withBot({ by: ada });
  await makePlaceholder(service, member);
  await ada.refused(400, api.members.merge, {
    ...asMember(workspace, member),
    body: { targetMemberPublicId: bot.publicId },
  });
});
