import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
const ben = await service.signUp('ben');
const bensMember = await addMember(service, made.workspace, ben);
const unknown = '0123456789abcdef';

type Body = BodyOf<typeof api.cards.duplicate>;

const read = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });

/** Duplicates a card and reads the copy. */
async function copyOf(card: string, body: Body) {
  const { publicId } = await ada.call(api.cards.duplicate, { params: { cardPublicId: card }, body });
  return read(publicId);
}

/** A card with all kinds of children. */
async function fullCard() {
  const card = await makeCard(ada, todo, {
    title: 'The original',
    description: '**All** of it',
    dueDate: '2026-05-06T07:08:09.010Z',
    labelPublicIds: made.labels,
    memberPublicIds: [bensMember],
  });
  const params = { cardPublicId: card };
  for (const name of ['Before', 'After']) {
    const { publicId } = await ada.call(api.checklists.create, { params, body: { name } });
    for (const title of ['one', 'two']) {
      const item = await ada.call(api.checklists.createItem, {
        params: { checklistPublicId: publicId },
        body: { title: `${title} ${name}` },
      });
      await ada.call(api.checklists.updateItem, {
        params: { checklistItemPublicId: item.publicId },
        body: { completed: true },
      });
    }
  }
  await ada.call(api.comments.create, { params, body: { comment: 'stays behind' } });
  return card;
}

test('a copy takes title, description and due date, and nothing that is not asked for', async () => {
  const original = await fullCard();
  const types = await service.recorded(async () => {
    const copy = await copyOf(original, { listPublicId: done });
    assert.equal(copy.title, 'The original');
    assert.equal(copy.description, '**All** of it');
    assert.equal(copy.dueDate, '2026-05-06T07:08:09.010Z');
    assert.equal(copy.list.publicId, done);
    assert.equal(copy.createdBy, ada.id);
    assert.deepEqual([copy.labels, copy.members, copy.checklists, copy.attachments], [[], [], [], []]);
    const { cardNumber } = await read(original);
    assert.ok(copy.cardNumber > cardNumber, 'the copy has a number of its own');
    const [created, ...more] = copy.activities;
    assert.deepEqual([created?.type, created?.toTitle, more.length], ['card.created', 'The original', 0]);
    assert.deepEqual(created?.toList, { publicId: done, name: 'Done', index: 1 });
  });
  assert.deepEqual(types, ['card.created']);
});

test('labels, members and checklists go along where the flags say so; items start not completed', async () => {
  const original = await fullCard();
  const labels = await copyOf(original, { listPublicId: done, copyLabels: true });
  assert.deepEqual(
    labels.labels.map(({ publicId }) => publicId),
    made.labels,
  );
  assert.deepEqual([labels.members, labels.checklists], [[], []]);
  const members = await copyOf(original, { listPublicId: done, copyMembers: true });
  assert.deepEqual(
    members.members.map(({ publicId }) => publicId),
    [bensMember],
  );
  assert.deepEqual([members.labels, members.checklists], [[], []]);
  const checklists = await copyOf(original, { listPublicId: done, copyChecklists: true });
  assert.deepEqual(
    checklists.checklists.map(({ name, index, items }) => [name, index, items.map(({ title }) => title)]),
    [
      ['Before', 0, ['one Before', 'two Before']],
      ['After', 1, ['one After', 'two After']],
    ],
  );
  const items = checklists.checklists.flatMap((checklist) => checklist.items);
  assert.ok(items.every(({ completed }) => !completed));
  const before = (await read(original)).checklists.flatMap((checklist) => checklist.items);
  assert.ok(
    before.every(({ completed, publicId }) => completed && !items.some((i) => i.publicId === publicId)),
  );
});

test('the copy stands at the index that is given, and at the end without one', async () => {
  const board = await makeBoard(ada, { workspace: made.workspace });
  const list = nth(board.lists, 0);
  const first = await makeCard(ada, list);
  const second = await makeCard(ada, list);
  assert.equal((await copyOf(first, { listPublicId: list })).index, 2);
  assert.equal((await copyOf(first, { listPublicId: list, index: 0 })).index, 0);
  assert.equal((await copyOf(first, { listPublicId: list, index: 2 })).index, 2);
  assert.equal((await copyOf(first, { listPublicId: list, index: 999 })).index, 5);
  assert.deepEqual([(await read(first)).index, (await read(second)).index], [1, 3]);
});

test('the copy has the title that is given, trimmed', async () => {
  const original = await makeCard(ada, todo);
  assert.equal((await copyOf(original, { listPublicId: todo, title: '  Another  ' })).title, 'Another');
});

test('on another board of the workspace a label is the one of the same name and colour', async () => {
  const other = await makeBoard(ada, { workspace: made.workspace });
  const label = (name: string, colourCode: string, boardPublicId: string) =>
    ada.call(api.labels.create, { body: { name, colourCode, boardPublicId } });
  // The boards of the fixture share `Urgent` and `Later`; only the second of these is on the card.
  const { publicId: same } = await label('Same', '#ABCDEF', made.board);
  const { publicId: twin } = await label('Same', '#abcdef', other.board);
  await label('Same', '#abcdef', other.board);
  const { publicId: recoloured } = await label('Recoloured', '#000000', made.board);
  await label('Recoloured', '#111111', other.board);
  const labelPublicIds = [same, recoloured, nth(made.labels, 1)];
  const original = await makeCard(ada, todo, { labelPublicIds });
  const copy = await copyOf(original, { listPublicId: nth(other.lists, 0), copyLabels: true });
  assert.deepEqual(
    copy.labels.map(({ publicId }) => publicId),
    [nth(other.labels, 1), twin],
  );
});

test('a member who was removed from the workspace is not copied', async () => {
  const gone = await addMember(service, made.workspace, await service.signUp('gone'));
  const original = await makeCard(ada, todo, { memberPublicIds: [gone, bensMember] });
  await setStatus(service, gone, 'removed');
  const copy = await copyOf(original, { listPublicId: todo, copyMembers: true });
  assert.deepEqual(
    copy.members.map(({ publicId }) => publicId),
    [bensMember],
  );
});

test('bad input is refused and stores nothing', async () => {
  const original = await makeCard(ada, todo);
  const foreign = await makeBoard(ada);
  const deleted = await makeBoard(ada, { workspace: made.workspace });
  await ada.call(api.lists.delete, { params: { listPublicId: nth(deleted.lists, 0) } });
  const bad: unknown[] = [
    {},
    { listPublicId: 'short' },
    { listPublicId: unknown },
    { listPublicId: nth(foreign.lists, 0) },
    { listPublicId: nth(deleted.lists, 0) },
    { listPublicId: made.board },
    { listPublicId: todo, index: -1 },
    { listPublicId: todo, index: 0.5 },
    { listPublicId: todo, index: '1' },
    { listPublicId: todo, title: '' },
    { listPublicId: todo, title: '   ' },
    { listPublicId: todo, title: 'x'.repeat(2001) },
    { listPublicId: todo, copyLabels: 'true' },
    { listPublicId: todo, copyMembers: 1 },
    { listPublicId: todo, copyChecklists: null },
  ];
  const types = await service.recorded(async () => {
    for (const body of bad) {
      const params = { cardPublicId: original };
      const { issues } = await ada.refused(400, api.cards.duplicate, { params, body: body as Body });
      assert.match(nth(issues, 0).message, /^body/);
    }
    const params = { cardPublicId: 'short' };
    await ada.refused(400, api.cards.duplicate, { params, body: { listPublicId: todo } });
  });
  assert.deepEqual(types, []);
});

test('an unknown or deleted card is 403, as an outsider, a guest and a key with too little are', async () => {
  const original = await makeCard(ada, todo);
  const call = { params: { cardPublicId: original }, body: { listPublicId: todo } };
  const deleted = await makeCard(ada, todo);
  await ada.call(api.cards.delete, { params: { cardPublicId: deleted } });
  const types = await service.recorded(async () => {
    await service.caller().refused(401, api.cards.duplicate, call);
    for (const cardPublicId of [unknown, deleted]) {
      await ada.refused(403, api.cards.duplicate, { ...call, params: { cardPublicId } });
    }
    const outsider = await service.signUp('outsider');
    await outsider.refused(403, api.cards.duplicate, call);
    const own = await makeBoard(outsider);
    await outsider.refused(403, api.cards.duplicate, { ...call, body: { listPublicId: nth(own.lists, 0) } });
    const guest = await service.signUp('guest');
    await addMember(service, made.workspace, guest, { role: 'guest' });
    await guest.refused(403, api.cards.duplicate, call);
    const creating = await keyOf(service, ada, ['card:create']);
    await creating.refused(403, api.cards.duplicate, call);
    await setStatus(service, bensMember, 'paused');
    await ben.refused(403, api.cards.duplicate, call);
    await setStatus(service, bensMember, 'active');
  });
  assert.deepEqual(
    types.filter((type) => type.startsWith('card.')),
    [],
  );
});

test('32 copies at once into one list all have a number and a place of their own', async () => {
  const board = await makeBoard(ada, { workspace: made.workspace });
  const list = nth(board.lists, 0);
  const original = await makeCard(ada, list);
  const params = { cardPublicId: original };
  const copies = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      ada.call(api.cards.duplicate, { params, body: { listPublicId: list, index: n % 3 } }),
    ),
  );
  const cards = await Promise.all([original, ...copies.map(({ publicId }) => publicId)].map(read));
  assert.deepEqual(
    cards.map(({ index }) => index).toSorted((a, b) => a - b),
    cards.map((_, n) => n),
  );
  assert.equal(new Set(cards.map(({ cardNumber }) => cardNumber)).size, cards.length);
});
