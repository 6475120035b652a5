import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { allPermissions, permissions } from '../../../contract/permissions.ts';
import { hour } from '../base/clock.ts';
import { makeBoard, makeWorkspace } from '../testing/fixtures.ts';
import { mailsTo } from '../testing/mails.ts';
import { addBoardMember, addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Who may change who else reads a board. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const cyd = await service.signUp('cyd');
const anyone = service.caller();

const { workspace, board } = await makeBoard(ada, { name: 'Roadmap' });
const member = await addMember(service, workspace, bob);
await addMember(service, workspace, cyd, { role: 'admin' });
const params = { boardPublicId: board };
const slug = 'engines-of-sharing';
await ada.call(api.workspaces.update, { params: { workspacePublicId: workspace }, body: { slug } });
await ada.call(api.boards.update, { params, body: { slug: 'roadmap' } });

const set = (
  person: Pick<Person, 'call'>,
  body: { visibility?: 'private' | 'public'; access?: 'workspace' | 'members' },
) => person.call(api.boards.update, { params, body });

/** Lets an hour pass and sends the mails that are held back, twice. */
async function heldMails(): Promise<void> {
  for (let hours = 0; hours < 2; hours++) {
    service.clock.pass(hour);
    await service.jobs.run('held-mails');
  }
}

const allow = (person: Person, allowPublicBoards: boolean) =>
  person.call(api.workspaces.update, {
    params: { workspacePublicId: workspace },
    body: { allowPublicBoards },
  });

test('a member who edits a board neither publishes nor closes it; who holds board:share does', async () => {
  for (const body of [{ visibility: 'public' }, { access: 'members' }] as const) {
    const refused = await bob.refused(403, api.boards.update, { params, body });
    assert.match(refused.issues[0]?.message ?? '', /board:share/);
  }
  // Unchanged settings need no permission: clients send back all that they have read.
  await set(bob, { visibility: 'private', access: 'workspace' });
  const grant = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.grant, { params: grant, body: { permission: 'board:share' } });
  await set(bob, { visibility: 'public' });
  await set(bob, { visibility: 'private' });
  await ada.call(api.members.reset, { params: grant });
  await bob.refused(403, api.boards.update, { params, body: { visibility: 'public' } });
});

test('a role on the board that permits it is enough, with a key as far as that reaches', async () => {
  await addBoardMember(service, workspace, board, member, 'admin');
  await set(bob, { visibility: 'public' });
  const limited = await keyOf(service, bob, ['board:view', 'board:edit']);
  await limited.refused(403, api.boards.update, { params, body: { visibility: 'private' } });
  await set(await keyOf(service, bob, ['board:view', 'board:edit', 'board:share']), {
    visibility: 'private',
  });
  await ada.call(api.boardMembers.remove, { params: { ...params, workspaceMemberPublicId: member } });
});

test('admins get a mail, and the audit log an entry, when a board becomes public or private', async () => {
  await heldMails();
  await set(ada, { visibility: 'public' });
  for (const { email } of [ada, cyd]) {
    const mail = (await mailsTo(service, email)).at(-1);
    assert.equal(mail?.subject, 'A board was made public');
    assert.match(mail.text, new RegExp(`"Roadmap"[^]*"ada"[^]*/b/${board}/settings\n$`));
  }
  assert.equal((await mailsTo(service, bob.email)).at(-1)?.subject, undefined);
  await set(ada, { visibility: 'private' });
  await heldMails();
  assert.equal((await mailsTo(service, cyd.email)).at(-1)?.subject, 'A board is no longer public');
  const { entries } = await ada.call(api.audit.list, {
    params: { workspacePublicId: workspace },
    query: { limit: 2 },
  });
  assert.deepEqual(
    entries.map(({ type, subject }) => [type, subject.name]),
    [
      ['board.unpublished', 'Roadmap'],
      ['board.published', 'Roadmap'],
    ],
  );
});

test('a board whose visibility changes again and again makes one mail an hour, which says what it is then', async () => {
  await heldMails();
  const before = (await mailsTo(service, cyd.email)).length;
  for (const visibility of ['public', 'private', 'public', 'private'] as const)
    await set(ada, { visibility });
  const subjects = async () =>
    (await mailsTo(service, cyd.email)).slice(before).map(({ subject }) => subject);
  assert.deepEqual(await subjects(), ['A board was made public']);
  await heldMails();
  assert.deepEqual(await subjects(), ['A board was made public', 'A board is no longer public']);
});

test('where a workspace forbids public boards there are none, by old addresses neither, until it allows them', async () => {
  await set(ada, { visibility: 'public' });
  await ada.call(api.boards.update, { params, body: { slug: 'plans' } });
  const now = { params: { workspaceSlug: slug, boardSlug: 'plans' } };
  const { headers } = await service.raw(`/workspaces/${slug}/boards/plans`);
  await allow(ada, false);
  await anyone.refused(404, api.boards.getPublic, now);
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  for (const boardSlug of ['plans', 'roadmap']) {
    const path = `/workspaces/${slug}/boards/${boardSlug}`;
    assert.equal((await service.raw(path, { headers: known, redirect: 'manual' })).status, 404);
  }
  await set(ada, { visibility: 'private' });
  await ada.refused(409, api.boards.update, { params, body: { visibility: 'public' } });
  await allow(ada, true);
  await set(ada, { visibility: 'public' });
  assert.equal((await anyone.call(api.boards.getPublic, now)).publicId, board);
  await ada.call(api.boards.update, { params, body: { slug: 'roadmap', visibility: 'private' } });
  const { entries } = await ada.call(api.audit.list, { params: { workspacePublicId: workspace } });
  const changes = entries.flatMap(({ type, detail }) => (type === 'workspace.updated' ? detail : []));
  assert.deepEqual(
    changes.filter(({ field }) => field === 'allowPublicBoards').map(({ to }) => to),
    ['true', 'false'],
  );
});

test('a member makes boards that are closed from the start, new ones and copies', async () => {
  const at = { workspacePublicId: workspace };
  const made = await bob.call(api.boards.create, {
    params: at,
    body: { name: 'Mine', access: 'members', lists: ['To do'] },
  });
  const copy = await bob.call(api.boards.create, {
    params: at,
    body: { name: 'My copy', access: 'members', sourceBoardPublicId: board },
  });
  const dan = await service.signUp('dan');
  await addMember(service, workspace, dan);
  for (const { publicId } of [made, copy]) {
    const of = { params: { boardPublicId: publicId } };
    const { access, members } = await bob.call(api.boardMembers.list, of);
    assert.deepEqual([access, members.map(({ user }) => user?.id)], ['members', [bob.id]]);
    await dan.refused(404, api.boards.get, of);
    await bob.refused(403, api.boards.update, { ...of, body: { access: 'workspace' } });
  }
});

test('allowing public boards takes board:share as well as workspace:edit', async () => {
  const { workspace: theirs } = await makeBoard(ada);
  await addMember(service, theirs, bob, { granted: ['workspace:edit'] });
  const settings = (body: { allowPublicBoards?: boolean; name?: string }) =>
    [{ params: { workspacePublicId: theirs }, body }] as const;
  await bob.call(api.workspaces.update, ...settings({ name: 'Theirs', allowPublicBoards: true }));
  await bob.refused(403, api.workspaces.update, ...settings({ allowPublicBoards: false }));
});

test('a public board moves only to where its mover may publish it', async () => {
  const made = await makeBoard(ada);
  const there = await makeWorkspace(cyd);
  await addMember(service, there, ada);
  const move = { params: { boardPublicId: made.board }, body: { targetWorkspacePublicId: there } };
  await ada.call(api.boards.update, { params: move.params, body: { visibility: 'public' } });
  await ada.refused(403, api.boards.move, move);
  await ada.call(api.boards.update, { params: move.params, body: { visibility: 'private' } });
  await ada.call(api.boards.move, move);
});

test('permissions fit into the bits of a number that bitwise operators know', () => {
  assert.ok(permissions.length <= 31);
  assert.equal(allPermissions | 0, allPermissions);
  // Stored masks know them by their places: others are added behind them.
  assert.deepEqual(permissions.slice(24), ['board:share', 'card:propose']);
});
