import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day, hour } from '../base/clock.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { makeBoard, makeCard, makeMember, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { purgeWorkspaces } from './jobs.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const nobody = service.caller();

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });

/** The tables in which a workspace in use has rows. */
const owned =
  'activities attachments boards cards changes comments invites labels lists members roles uploads'.split(
    ' ',
  );

test('in the trash a workspace and all in it address nothing, and come back as they were', async () => {
  const { workspace, lists, board } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  await makeMember(service, ada, workspace, bob);
  const { inviteCode } = await ada.call(api.invites.createLink, at(workspace));
  const before = await ada.call(api.workspaces.get, at(workspace));
  const types = await service.recorded(() => ada.call(api.workspaces.delete, at(workspace)));
  assert.deepEqual(types, ['workspace.deleted']);
  for (const person of [ada, bob]) {
    await person.refused(404, api.workspaces.get, at(workspace));
    await person.refused(404, api.workspaces.get, at(before.slug));
    await person.refused(404, api.cards.get, { params: { cardPublicId: card } });
    await person.refused(404, api.boards.list, at(workspace));
    await person.refused(404, api.members.myPermissions, at(workspace));
    assert.deepEqual(await person.call(api.workspaces.list), []);
  }
  await ada.refused(404, api.workspaces.delete, at(workspace));
  await nobody.refused(404, api.invites.get, { params: { code: inviteCode } });
  await eve.refused(400, api.invites.accept, { body: { inviteCode } });
  const query = { workspaceSlug: before.slug };
  assert.equal((await ada.call(api.workspaces.checkSlug, { query })).isAvailable, false);
  const [trashed] = await ada.call(api.workspaces.list, { query: { deleted: true } });
  assert.equal(trashed?.workspace.publicId, workspace);
  assert.ok(trashed.workspace.deletedAt);
  assert.deepEqual(await bob.call(api.workspaces.list, { query: { deleted: true } }), []);

  for (const person of [bob, eve]) await person.refused(403, api.workspaces.restore, at(workspace));
  await nobody.refused(401, api.workspaces.restore, at(workspace));
  assert.deepEqual(await ada.call(api.workspaces.restore, at(workspace)), { success: true });
  assert.deepEqual(await ada.call(api.workspaces.get, at(workspace)), before);
  assert.equal(
    (await bob.call(api.cards.get, { params: { cardPublicId: card } })).list.board.publicId,
    board,
  );
  assert.deepEqual(await ada.call(api.workspaces.restore, at(workspace)), { success: true });
  await ada.refused(404, api.workspaces.restore, at('0123456789abcdef'));
});

test('only who holds workspace:delete deletes', async () => {
  const workspace = await makeWorkspace(ada);
  await makeMember(service, ada, workspace, bob);
  for (const person of [bob, eve]) await person.refused(403, api.workspaces.delete, at(workspace));
  await nobody.refused(401, api.workspaces.delete, at(workspace));
  await ada.refused(404, api.workspaces.delete, at('0123456789abcdef'));
  await ada.refused(400, api.workspaces.delete, at('short'));
  await ada.call(api.workspaces.get, at(workspace));
});

test('a workspace whose last admin has deleted their account stays in the trash: nobody could run it', async () => {
  const [cyd, dan, fay] = [
    await service.signUp('cyd'),
    await service.signUp('dan'),
    await service.signUp('fay'),
  ];
  const [gone, kept] = [await makeWorkspace(cyd, 'Gone'), await makeWorkspace(cyd, 'Kept')];
  for (const workspace of [gone, kept]) {
    await addMember(service, workspace, dan, { granted: ['workspace:delete'] });
    await addMember(service, workspace, fay, { role: 'admin', revoked: ['card:delete'] });
    await cyd.call(api.workspaces.delete, at(workspace));
  }
  await addMember(service, kept, bob, { role: 'admin' });
  const restorable = async (person: Person) =>
    (await person.call(api.workspaces.list, { query: { deleted: true } })).map(
      ({ workspace }) => workspace.name,
    );
  for (const person of [dan, fay]) assert.deepEqual(await restorable(person), ['Gone', 'Kept']);

  await cyd.call(api.users.deleteMe, { body: { currentPassword: 'password of cyd' } });
  const types = await service.recorded(async () => {
    for (const person of [dan, fay]) {
      const { issues } = await person.refused(403, api.workspaces.restore, at(gone));
      assert.match(JSON.stringify(issues), /must keep an active admin/);
      assert.deepEqual(await restorable(person), ['Kept']);
    }
  });
  assert.deepEqual(types, []);
  await dan.refused(404, api.workspaces.get, at(gone));
  assert.deepEqual(await dan.call(api.workspaces.restore, at(kept)), { success: true });
  await dan.call(api.workspaces.get, at(kept));
  await assertConsistent(service);
});

test('after 30 days a workspace cannot be restored and goes, with its rows and files; others stay', async () => {
  const stays = await makeBoard(ada);
  await makeCard(ada, nth(stays.lists, 0));
  const { workspace, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'gone' } });
  await makeMember(service, ada, workspace, bob);
  await ada.call(api.invites.createLink, at(workspace));
  await service.storage.put('ws/file', bytes('content'));
  await service.sql(`insert into attachments (workspace_id, id, card_id, filename, original_filename, content_type,
    size, storage_key, created_by, created_at)
    values ('${workspace}', '0123456789abcdef', '${card}', 'f', 'f', 'text/plain', 7, 'ws/file', '${ada.id}', 1)`);
  // More than one batch.
  await service.sql(`insert into activities (workspace_id, id, card_id, type, user_id, created_at, group_started_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1200)
    select '${workspace}', 'activity' || n, '${card}', 'card.created', '${ada.id}', n, n from numbers`);
  await ada.call(api.workspaces.delete, at(workspace));

  // The sessions have expired by then.
  const body = { email: ada.email, password: 'password of ada' };
  const again = async () => service.caller((await nobody.call(api.auth.signIn, { body })).token);
  service.clock.pass(30 * day - hour);
  await purgeWorkspaces(service);
  const inTime = await again();
  await inTime.call(api.workspaces.restore, at(workspace));
  await inTime.call(api.workspaces.delete, at(workspace));
  service.clock.pass(30 * day);
  const later = await again();
  await later.refused(404, api.workspaces.restore, at(workspace));
  assert.deepEqual(await later.call(api.workspaces.list, { query: { deleted: true } }), []);
  service.clock.pass(hour);
  await purgeWorkspaces(service);
  // The change log deletes its own rows.
  await service.jobs.run('changes');
  for (const table of owned) {
    assert.deepEqual(
      await service.sql(`select * from ${table} where workspace_id = '${workspace}'`),
      [],
      `nothing is left in ${table}`,
    );
  }
  assert.deepEqual(await service.sql(`select * from workspaces where id = '${workspace}'`), []);
  assert.equal(await service.storage.stat('ws/file'), undefined);
  assert.equal((await later.call(api.boards.list, at(stays.workspace))).length, 1);
});

async function* bytes(text: string) {
  yield new TextEncoder().encode(text);
}
