import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { minute } from '../base/clock.ts';
import { type MadeBoard, makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const unknown = '0123456789abcdef';

const at = (card: string) => ({ params: { cardPublicId: card } });
const read = (card: string, person: Person = ada) => person.call(api.cards.get, at(card));

/** Inserts a stored file of a card directly into the database: uploading is not under test here. */
async function attach(made: MadeBoard, card: string, id: string): Promise<void> {
  const now = service.clock.now();
  await service.sql(`insert into attachments (workspace_id, id, card_id, filename, original_filename, content_type,
    size, storage_key, created_by, created_at) values ('${made.workspace}', '${id}', '${card}', '${id}.png',
    'Plan "B".png', 'image/png', 12, '${made.workspace}/${id}', '${ada.id}', ${now})`);
}

test('a card carries exactly what hangs on it', async () => {
  const made = await makeBoard(ada, { name: 'Website' });
  const ben = await service.signUp('ben');
  const member = await addMember(service, made.workspace, ben);
  const invited = await addMember(service, made.workspace, await service.signUp('ivy'), {
    status: 'invited',
  });
  const before = service.clock.now();
  await makeCard(ada, nth(made.lists, 0));
  const { publicId, cardNumber } = await ada.call(api.cards.create, {
    body: {
      title: '[1, "two"]',
      description: '{"not": "parsed"}',
      listPublicId: nth(made.lists, 0),
      labelPublicIds: [nth(made.labels, 1)],
      memberPublicIds: [member],
      dueDate: '2026-12-24T18:00:00.500Z',
    },
  });
  const checklist = await ada.call(api.checklists.create, { ...at(publicId), body: { name: 'Steps' } });
  const params = { checklistPublicId: checklist.publicId };
  const item = await ada.call(api.checklists.createItem, { params, body: { title: 'First' } });
  await attach(made, publicId, '0123456789attach');
  await ada.call(api.cards.update, { ...at(publicId), body: { title: '[2]' } });
  const card = await read(publicId, ben);

  const { activities, attachments, list, ...rest } = card;
  const [urgent, later] = [
    { publicId: nth(made.labels, 0), name: 'Urgent', colourCode: '#0d9488' },
    { publicId: nth(made.labels, 1), name: 'Later', colourCode: '#d97706' },
  ];
  assert.deepEqual(rest, {
    publicId,
    title: '[2]',
    description: '{"not": "parsed"}',
    cardNumber,
    index: 1,
    dueDate: '2026-12-24T18:00:00.500Z',
    createdBy: ada.id,
    labels: [later],
    checklists: [
      {
        publicId: checklist.publicId,
        name: 'Steps',
        index: 0,
        items: [{ publicId: item.publicId, title: 'First', completed: false, index: 0 }],
      },
    ],
    members: [{ publicId: member, email: 'ben@example.com', user: { id: ben.id, name: 'ben' } }],
  });

  const { members, ...workspace } = list.board.workspace;
  assert.equal(workspace.publicId, made.workspace);
  assert.deepEqual(
    { ...list, board: { ...list.board, workspace: null } },
    {
      publicId: nth(made.lists, 0),
      name: 'To do',
      board: {
        publicId: made.board,
        name: 'Website',
        labels: [urgent, later],
        lists: [
          { publicId: nth(made.lists, 0), name: 'To do' },
          { publicId: nth(made.lists, 1), name: 'Done' },
        ],
        workspace: null,
      },
    },
  );
  assert.deepEqual(members.map(({ publicId: id, status }) => [id, status]).slice(1), [
    [member, 'active'],
    [invited, 'invited'],
  ]);
  assert.deepEqual(nth(members, 1), {
    publicId: member,
    email: 'ben@example.com',
    status: 'active',
    user: { id: ben.id, name: 'ben', email: 'ben@example.com', image: null },
  });

  const [{ url, ...attachment }] = [nth(attachments, 0)];
  assert.deepEqual(attachment, {
    publicId: '0123456789attach',
    contentType: 'image/png',
    storageKey: `${made.workspace}/0123456789attach`,
    originalFilename: 'Plan "B".png',
    size: 12,
  });
  assert.match(url, /^http:\/\/localhost:\d+\/api\/v1\/attachments\/0123456789attach\/content\?/);

  assert.deepEqual(
    activities.map(({ type }) => type),
    [
      'card.created',
      'card.updated.checklist.added',
      'card.updated.checklist.item.added',
      'card.updated.title',
    ],
  );
  const { createdAt, publicId: activityId, ...retitled } = nth(activities, 3);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  assert.ok(Date.parse(createdAt) * 1000 >= before - 1000);
  assert.equal(activityId.length, 16);
  const nothing = { fromIndex: null, toIndex: null, fromList: null, toList: null, label: null, member: null };
  assert.deepEqual(retitled, {
    ...nothing,
    type: 'card.updated.title',
    fromTitle: '[1, "two"]',
    toTitle: '[2]',
    fromDescription: null,
    toDescription: null,
    fromDueDate: null,
    toDueDate: null,
    comment: null,
    user: { name: 'ada', email: 'ada@example.com' },
  });
});

test('an empty card has empty arrays and nulls, never a missing field', async () => {
  const made = await makeBoard(ada);
  const card = await read(await makeCard(ada, nth(made.lists, 0)));
  const { description, dueDate, labels, members, attachments, checklists } = card;
  assert.deepEqual([description, dueDate], [null, null]);
  assert.deepEqual([labels, members, attachments, checklists], [[], [], [], []]);
});

test('a card is read in three statements, whatever hangs on it', async () => {
  const made = await makeBoard(ada);
  const bare = await makeCard(ada, nth(made.lists, 0));
  const full = await makeCard(ada, nth(made.lists, 0), { labelPublicIds: made.labels });
  for (let n = 0; n < 5; n++) {
    const { publicId } = await ada.call(api.checklists.create, { ...at(full), body: { name: `List ${n}` } });
    const params = { checklistPublicId: publicId };
    await ada.call(api.checklists.createItem, { params, body: { title: 'Item' } });
    await ada.call(api.comments.create, { ...at(full), body: { comment: 'Comment' } });
    await attach(made, full, `0123456789attac${n}`);
  }
  for (const card of [bare, full]) assert.equal(await statementsOf(service, () => read(card)), 3);
});

test('a card carries its newest 100 activities, oldest first', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'Title 0' });
  for (let n = 1; n <= 110; n++) {
    await ada.call(api.cards.update, { ...at(card), body: { title: `Title ${n}` } });
  }
  const { activities } = await read(card);
  assert.deepEqual(
    activities.map(({ toTitle }) => toTitle),
    Array.from({ length: 100 }, (_, n) => `Title ${11 + n}`),
  );
  const times = activities.map(({ createdAt }) => createdAt);
  assert.deepEqual(times, [...new Set(times)].toSorted(), 'times are unique and rising');
});

test('the index counts neither archived nor deleted cards, nor those of other lists', async () => {
  const made = await makeBoard(ada);
  const cards: string[] = [];
  for (let n = 0; n < 4; n++) cards.push(await makeCard(ada, nth(made.lists, 0)));
  await makeCard(ada, nth(made.lists, 1), { index: 0 });
  await ada.call(api.cards.archive, at(nth(cards, 0)));
  await ada.call(api.cards.delete, at(nth(cards, 2)));
  assert.equal((await read(nth(cards, 1))).index, 0);
  assert.equal((await read(nth(cards, 3))).index, 1);
});

test('deleted lists are not among the lists of the board', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  await ada.call(api.lists.delete, { params: { listPublicId: nth(made.lists, 1) } });
  assert.deepEqual((await read(card)).list.board.lists, [{ publicId: nth(made.lists, 0), name: 'To do' }]);
});

test('a workspace that hides email addresses shows none to those who may not edit members', async () => {
  const made = await makeBoard(ada);
  const viewer = await service.signUp('viewer');
  const member = await addMember(service, made.workspace, await service.signUp('hidden'));
  await addMember(service, made.workspace, viewer);
  const card = await makeCard(ada, nth(made.lists, 0), { memberPublicIds: [member] });
  const params = { cardPublicId: card, workspaceMemberPublicId: member };
  await ada.call(api.cards.toggleMember, { params });
  await ada.call(api.cards.toggleMember, { params });
  const addresses = async (person: Person) => {
    const text = JSON.stringify(await read(card, person));
    return new Set(text.match(/(ada|hidden)@example\.com/g));
  };
  const all = new Set(['ada@example.com', 'hidden@example.com']);
  assert.deepEqual(await addresses(viewer), all);
  await service.sql(`update workspaces set show_emails_to_members = 0 where id = '${made.workspace}'`);
  assert.deepEqual(await addresses(viewer), new Set());
  assert.deepEqual(await addresses(ada), all, 'an admin sees them');
  const shown = await read(card, viewer);
  assert.deepEqual(nth(shown.members, 0).user?.name, 'hidden', 'names stay');
});

test('an unknown card is 404, a short id 400, nobody 401', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  await ada.refused(404, api.cards.get, at(unknown));
  await ada.refused(400, api.cards.get, at('short'));
  await ada.refused(400, api.cards.get, at('x'.repeat(65)));
  await service.caller().refused(401, api.cards.get, at(card));
  await service.caller('nonsense').refused(401, api.cards.get, at(card));
});

test('a guest reads cards; outsiders, members that are not active, and keys with too little do not', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  const guest = await service.signUp('guest');
  await addMember(service, made.workspace, guest, { role: 'guest' });
  assert.equal((await read(card, guest)).publicId, card);
  await (await service.signUp('outsider')).refused(403, api.cards.get, at(card));
  await (await keyOf(service, ada, ['board:view'])).refused(403, api.cards.get, at(card));
  const blind = await service.signUp('blind');
  await addMember(service, made.workspace, blind, { revoked: ['card:view'] });
  await blind.refused(403, api.cards.get, at(card));
  const member = await addMember(service, made.workspace, await service.signUp('paul'));
  const paul = await service.signUp('pauline');
  await addMember(service, made.workspace, paul, { status: 'paused' });
  await paul.refused(403, api.cards.get, at(card));
  await setStatus(service, member, 'removed');
  const { members } = (await read(card)).list.board.workspace;
  assert.ok(!members.some(({ publicId }) => publicId === member), 'who was removed is no member');
});

test('the address of an attachment stays the same for a while, and has expired after ten minutes', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  await attach(made, card, '0123456789attacx');
  const address = async () => nth((await read(card)).attachments, 0).url;
  assert.equal(await address(), await address());
  const expires = Number(new URL(await address()).searchParams.get('expires')) * 1_000_000;
  const left = expires - service.clock.now();
  assert.ok(left > 4 * minute && left <= 10 * minute);
});
