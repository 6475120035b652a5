import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const { workspace, board, lists, labels } = await makeBoard(ada);
const member = await addMember(service, workspace, bob);
const params = { boardPublicId: board };
const card = { cardPublicId: await makeCard(ada, nth(lists, 0)) };

const get = (person: Person, known?: string, query = '') =>
  service.raw(`/boards/${board}${query}`, {
    headers: { authorization: `Bearer ${person.token}`, ...(known ? { 'if-none-match': known } : {}) },
  });
const tagOf = async (...call: Parameters<typeof get>) => {
  const response = await get(...call);
  await response.text();
  return response.headers.get('etag') ?? '';
};

test('a caller who has the newest state gets 304, without a body', async () => {
  const etag = await tagOf(ada);
  assert.match(etag, /^"[\w-]+"$/);
  assert.equal(await tagOf(ada), etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await get(ada, known);
    assert.equal(response.status, 304, known);
    assert.equal(await response.text(), '');
    assert.equal(response.headers.get('etag'), etag);
  }
  assert.equal((await get(ada, '"other"')).status, 200);
  assert.equal((await get(ada, etag.replaceAll('"', ''))).status, 200);
});

test('a tag is never stale: everything that a board shows changes it', async () => {
  const body = <T>(given: T) => ({ params, body: given });
  const onCard = { params: card };
  let checklist = '';
  let comment = '';
  const changes: Record<string, () => Promise<unknown>> = {
    name: () => ada.call(api.boards.update, body({ name: 'Another' })),
    slug: () => ada.call(api.boards.update, body({ slug: 'another' })),
    visibility: () => ada.call(api.boards.update, body({ visibility: 'public' as const })),
    favourite: () => ada.call(api.boards.update, body({ favorite: true })),
    archive: () => ada.call(api.boards.update, body({ isArchived: true })),
    'new list': () => ada.call(api.lists.create, { body: { name: 'x', boardPublicId: board } }),
    'list name': () =>
      ada.call(api.lists.update, { params: { listPublicId: nth(lists, 1) }, body: { name: 'y' } }),
    'new label': () =>
      ada.call(api.labels.create, { body: { name: 'x', boardPublicId: board, colourCode: '#000000' } }),
    'label name': () =>
      ada.call(api.labels.update, { params: { labelPublicId: nth(labels, 0) }, body: { name: 'y' } }),
    'new card': () => makeCard(ada, nth(lists, 1)),
    title: () => ada.call(api.cards.update, { ...onCard, body: { title: 'y' } }),
    description: () => ada.call(api.cards.update, { ...onCard, body: { description: 'y' } }),
    'due date': () => ada.call(api.cards.update, { ...onCard, body: { dueDate: '2030-01-01T00:00:00Z' } }),
    move: () => ada.call(api.cards.update, { ...onCard, body: { listPublicId: nth(lists, 1) } }),
    'label on a card': () =>
      ada.call(api.cards.toggleLabel, { params: { ...card, labelPublicId: nth(labels, 0) } }),
    'member on a card': () =>
      ada.call(api.cards.toggleMember, { params: { ...card, workspaceMemberPublicId: member } }),
    checklist: async () => {
      checklist = (await ada.call(api.checklists.create, { ...onCard, body: { name: 'x' } })).publicId;
    },
    item: () =>
      ada.call(api.checklists.createItem, {
        params: { checklistPublicId: checklist },
        body: { title: 'x' },
      }),
    comment: async () => {
      comment = (await ada.call(api.comments.create, { ...onCard, body: { comment: 'x' } })).publicId;
    },
    'deleted comment': () => ada.call(api.comments.delete, { params: { ...card, commentPublicId: comment } }),
    "a user's name": () => bob.call(api.users.update, { body: { name: 'Robert' } }),
    prefix: () =>
      ada.call(api.workspaces.update, {
        params: { workspacePublicId: workspace },
        body: { cardPrefix: 'NEW' },
      }),
    'new member': () =>
      ada.call(api.invites.inviteMember, {
        params: { workspacePublicId: workspace },
        body: { email: 'cleo@example.com' },
      }),
    'archived card': () => ada.call(api.cards.archive, onCard),
  };
  for (const [what, change] of Object.entries(changes)) {
    const before = await tagOf(ada);
    await change();
    const after = await get(ada, before);
    assert.equal(after.status, 200, what);
    assert.notEqual(after.headers.get('etag'), before, what);
  }
});

test('what filters and what a caller may see have tags of their own', async () => {
  await makeCard(ada, nth(lists, 0), { memberPublicIds: [member] });
  await ada.call(api.workspaces.update, {
    params: { workspacePublicId: workspace },
    body: { showEmailsToMembers: false },
  });
  const tags = [await tagOf(ada), await tagOf(bob), await tagOf(ada, undefined, '?query=nothing')];
  assert.equal(new Set(tags).size, 3);
  assert.equal((await get(bob, tags[0])).status, 200);
});

test('a board is read without the members of its workspace, under a tag of its own', async () => {
  const withText = async (query: string, known?: string) => {
    const response = await get(ada, known, query);
    return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() };
  };
  const [whole, alone] = [await withText(''), await withText('?workspaceMembers=none')];
  const read = JSON.parse(whole.text);
  assert.ok(read.workspace.members.length > 1);
  read.workspace.members = [];
  assert.deepEqual(JSON.parse(alone.text), read, 'all else is the same');
  assert.equal((await withText('', alone.etag)).status, 200);
  assert.equal((await withText('?workspaceMembers=none', alone.etag)).status, 304);
  assert.equal((await withText('?workspaceMembers=some')).status, 400);
});

test('permission is asked before the tag is looked at', async () => {
  const etag = await tagOf(bob);
  assert.equal((await get(bob, etag)).status, 304);
  await setStatus(service, member, 'removed');
  assert.equal((await get(bob, etag)).status, 403);
  await ada.call(api.boards.delete, { params });
  assert.equal((await get(ada, '*')).status, 404);
});

test('the document tells of the tag, the header and the status', async () => {
  const { paths } = (await (await service.raw('/openapi.json')).json()) as {
    paths: Record<string, { get?: { parameters: { name: string; in: string }[]; responses: object } }>;
  };
  const declared = paths['/boards/{boardPublicId}']?.get;
  assert.ok(declared && '304' in declared.responses);
  assert.ok(declared.parameters.some((each) => each.name === 'If-None-Match' && each.in === 'header'));
});
