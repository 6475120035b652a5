import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { FieldThen } from '../../../contract/field-shapes.ts';
import type { FieldType, FieldValue } from '../../../contract/field-types.ts';
import { agentOn } from '../testing/agents.ts';
import { makeBoard, makeCard, makeMember, nth } from '../testing/fixtures.ts';
import { addMember, keyWithoutLimits, makePlaceholder } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* The values of fields: what each type takes, where cards have them, and what becomes of them elsewhere. */

const service = await testService({ LOG_LEVEL: 'error', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');

const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const contentOf = (card: string) => ada.call(api.cards.content, at(card));
const workOf = async (card: string) => {
  const { work } = await ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } });
  return work?.fields ?? [];
};
const plain = async (card: string) => (await workOf(card)).map(({ name, value }) => [name, value]);

async function fieldOn(board: string, name: string, type: FieldType, options: string[] = []) {
  const chosen = options.length > 0 ? { options: options.map((each) => ({ name: each })) } : {};
  const body = { name, type, ...chosen };
  return ada.call(api.fields.create, { params: { boardPublicId: board }, body });
}

const set = (card: string, field: { publicId: string }, value: FieldValue | null) =>
  ada.call(api.fields.setValue, {
    params: { cardPublicId: card, fieldPublicId: field.publicId },
    body: { value },
  });

/** What each type takes, and what is read then; and what it refuses. */
const samples: Record<FieldType, { takes: [FieldValue, FieldValue][]; refuses: FieldValue[] }> = {
  text: {
    takes: [
      [' Hm. ', 'Hm.'],
      ['ü'.repeat(500), 'ü'.repeat(500)],
    ],
    refuses: [1, true, ['a'], 'two\nlines'],
  },
  number: {
    takes: [
      [1.5, 1.5],
      [-1e12, -1e12],
      [0, 0],
    ],
    refuses: ['1', true, 2e12, [1 as unknown as string]],
  },
  money: { takes: [[19.9999, 19.9999]], refuses: ['1', 0.00001] },
  date: {
    takes: [
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01T09:30', '2026-03-01T09:30:00.000Z'],
      ['2026-03-01T09:30:00+02:00', '2026-03-01T07:30:00.000Z'],
    ],
    refuses: [1, 'soon', '2026-02-30', '0999-01-01'],
  },
  select: { takes: [['RED', 'Red']], refuses: ['Green', ['Red'], 1] },
  'multi-select': {
    takes: [[['blue', 'red', 'red'], ['Red', 'Blue'] as string[]]],
    refuses: ['Red', ['Green']],
  },
  person: { takes: [], refuses: ['0123456789abcdef', 1] },
  checkbox: { takes: [[true, true]], refuses: ['yes', 1] },
  link: {
    takes: [
      ['https://example.com/a', 'https://example.com/a'],
      ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ],
    refuses: ['javascript:alert(1)', 'example.com', 'https://exa mple.com', 'file:///etc/passwd'],
  },
  rating: { takes: [[5, 5]], refuses: [0, 6, 1.5, '3'] },
};

for (const [type, { takes, refuses }] of Object.entries(samples) as [
  FieldType,
  (typeof samples)[FieldType],
][])
  test(`a field of the type ${type} takes its values and no others`, async () => {
    const { board, lists } = await makeBoard(ada);
    const options = type === 'select' || type === 'multi-select' ? ['Red', 'Blue'] : [];
    const field = await fieldOn(board, 'Field', type, options);
    const card = await makeCard(ada, nth(lists, 0));
    const nameOf = (id: unknown) => field.options.find(({ publicId }) => publicId === id)?.name ?? id;
    for (const [given, read] of takes) {
      await set(card, field, given);
      const [shown] = await workOf(card);
      const value = Array.isArray(shown?.value) ? shown.value.map(nameOf) : nameOf(shown?.value);
      assert.deepEqual(value, read);
      await set(card, field, shown?.value ?? null);
      assert.deepEqual((await workOf(card))[0], shown);
    }
    const before = await workOf(card);
    for (const value of refuses) await assert.rejects(set(card, field, value), { status: 400 });
    assert.deepEqual(await workOf(card), before);
    for (const nothing of [null, '', false] as const) await set(card, field, nothing);
    assert.deepEqual(await workOf(card), []);
  });

test('a person is a member who can see the board', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  const ben = await service.signUp('ben');
  const member = await makeMember(service, ada, workspace, ben);
  const owner = await fieldOn(board, 'Owner', 'person');
  const card = await makeCard(ada, nth(lists, 0), { fields: { owner: member } });
  assert.deepEqual(await plain(card), [['Owner', member]]);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await set(card, owner, null);
  await assert.rejects(set(card, owner, member), {
    status: 400,
    message: /Owner takes a member who can see the board/,
  });
});

test('cards are made and changed with values by name or id, alone and in bulk', async () => {
  const { board, lists } = await makeBoard(ada);
  const [cost, note] = [await fieldOn(board, 'Cost', 'number'), await fieldOn(board, 'Note', 'text')];
  const list = nth(lists, 0);
  const card = await makeCard(ada, list, { fields: { COST: 1, [note.publicId]: 'Hm.' } });
  assert.deepEqual((await contentOf(card)).fields, { [cost.publicId]: 1, [note.publicId]: 'Hm.' });
  await ada.call(api.cards.update, { ...at(card), body: { fields: { Cost: 2 } } });
  const change = { type: 'change' as const, cardPublicId: card, fields: { Note: null } };
  await ada.call(api.cards.bulk, { body: { operations: [change] } });
  assert.deepEqual(await plain(card), [['Cost', 2]]);
  const made = makeCard(ada, list, { fields: { Price: 1 } });
  await assert.rejects(made, { status: 400, message: /body\/fields: Price is not a field of this board/ });
  const twice = ada.call(api.cards.update, {
    ...at(card),
    body: { fields: { Cost: 1, [cost.publicId]: 2 } },
  });
  await assert.rejects(twice, { status: 400, message: /twice/ });
  const other = await makeBoard(ada);
  await ada.refused(404, api.fields.setValue, {
    params: {
      cardPublicId: nth([await makeCard(ada, nth(other.lists, 0))], 0),
      fieldPublicId: cost.publicId,
    },
    body: { value: 1 },
  });
});

test('values are where cards are read, and only where there are any', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  const bare = await makeCard(ada, nth(lists, 0));
  const cost = await fieldOn(board, 'Cost', 'number');
  const card = await makeCard(ada, nth(lists, 0), { fields: { Cost: 7 } });
  const params = { boardPublicId: board };
  const { cards } = await ada.call(api.boards.snapshot, { params });
  const tile = (id: string) => cards.find(({ publicId }) => publicId === id) ?? {};
  assert.deepEqual((tile(card) as { fields: unknown }).fields, { [cost.publicId]: 7 });
  assert.ok(!('fields' in tile(bare)));
  const shown = [{ publicId: cost.publicId, name: 'Cost', type: 'number', value: 7 }];
  assert.deepEqual(await workOf(card), shown);
  const page = await ada.call(api.boards.cards, { params, query: { include: ['work'] } });
  assert.deepEqual(
    page.cards.map(({ work }) => work?.fields),
    [[], shown],
  );
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const workspaceMemberPublicId = nth(members, 0).publicId;
  await ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId } });
  const query = { workspacePublicId: workspace, include: ['work' as const] };
  const mine = await ada.call(api.cards.mine, { query });
  assert.deepEqual(nth(mine.cards, 0).work?.fields, shown);
});

test('the history and webhooks say what a value was and is, with the names of then', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  const stage = await fieldOn(board, 'Stage', 'select', ['Draft', 'Done']);
  const webhook = { name: 'Chat', url: 'http://127.0.0.1:10009/', events: ['card.updated.fields'] };
  await ada.call(api.webhooks.create, { params: { workspacePublicId: workspace }, body: webhook });
  const card = await makeCard(ada, nth(lists, 0), { fields: { Stage: 'Draft' } });
  await set(card, stage, 'Done');
  await set(card, stage, 'Done');
  const query = { include: ['work' as const] };
  const { activities } = await ada.call(api.activities.list, { ...at(card), query });
  const told = activities.filter(({ type }) => type === 'card.updated.fields');
  const [draft, done] = stage.options.map(({ publicId, name }) => [
    { publicId: stage.publicId, name: 'Stage', type: 'select', value: publicId, text: name },
  ]);
  assert.deepEqual(
    told.map(({ change }) => change),
    [{ from: draft, to: done }],
  );
  const sent = await service.sql<{ body: string }>(
    `select body from webhook_events where workspace_id = '${workspace}'`,
  );
  const data = sent.map(({ body }) => (JSON.parse(body) as { data: { previous: unknown } }).data);
  assert.deepEqual(
    data.map(({ previous }) => previous),
    [{ fields: draft }],
  );
});

test('a write that names an older version or tag is refused', async () => {
  const { board, lists } = await makeBoard(ada);
  const cost = await fieldOn(board, 'Cost', 'number');
  const card = await makeCard(ada, nth(lists, 0), { fields: { Cost: 1 } });
  const { version } = await contentOf(card);
  await set(card, cost, 2);
  const again = ada.call(api.cards.update, { ...at(card), body: { fields: { Cost: 3 }, version } });
  await assert.rejects(again, { status: 409, message: /fields changed since/ });
  const { key } = await keyWithoutLimits(service, ada);
  const headers = {
    authorization: `Bearer ${key}`,
    'if-match': '"old"',
    'content-type': 'application/json',
  };
  const path = `/cards/${card}/fields/${cost.publicId}`;
  const reply = await service.raw(path, { method: 'PUT', headers, body: '{"value":3}' });
  assert.equal(reply.status, 412);
  assert.deepEqual(await plain(card), [['Cost', 2]]);
});

test('values follow a card to fields of the same name and type; what is lost is in its history', async () => {
  const here = await makeBoard(ada);
  const there = await makeBoard(ada, { workspace: here.workspace });
  for (const [name, type, options] of [
    ['Cost', 'number', []],
    ['Note', 'text', []],
    ['Stage', 'select', ['Draft', 'Done']],
    ['Tags', 'multi-select', ['A', 'B', 'C']],
  ] as const)
    await fieldOn(here.board, name, type, [...options]);
  await fieldOn(there.board, 'Note', 'number');
  await fieldOn(there.board, 'cost', 'number');
  const stage = await fieldOn(there.board, 'Stage', 'select', ['Done', 'DRAFT']);
  const tags = await fieldOn(there.board, 'Tags', 'multi-select', ['C', 'A']);
  const fields = { Cost: 5, Note: 'Hm.', Stage: 'Draft', Tags: ['A', 'B', 'C'] };
  const card = await makeCard(ada, nth(here.lists, 0), { fields });
  const copied = { listPublicId: nth(there.lists, 0) };
  const copy = (await ada.call(api.cards.duplicate, { ...at(card), body: copied })).publicId;
  await ada.call(api.cards.update, { ...at(card), body: { listPublicId: nth(there.lists, 0) } });
  for (const each of [card, copy])
    assert.deepEqual(await plain(each), [
      ['cost', 5],
      ['Stage', nth(stage.options, 1).publicId],
      ['Tags', tags.options.map(({ publicId }) => publicId)],
    ]);
  const query = { include: ['work' as const] };
  const { activities } = await ada.call(api.activities.list, { ...at(card), query });
  const lost = activities.filter(({ type }) => type === 'card.updated.fields');
  assert.deepEqual(
    lost.map(({ change }) => ((change?.from ?? []) as FieldThen[]).map(({ name, value }) => [name, value])),
    [[['Note', 'Hm.']]],
  );
});

test('copies of a board have its fields, and their cards their values', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  const stage = await fieldOn(board, 'Stage', 'select', ['Draft', 'Done']);
  const owner = await fieldOn(board, 'Owner', 'person');
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const member = nth(members, 0).publicId;
  await makeCard(ada, nth(lists, 0), { fields: { Stage: 'Done', Owner: member } });
  for (const [to, values] of [
    [workspace, [nth(stage.options, 1).publicId, member]],
    [(await makeBoard(ada)).workspace, [nth(stage.options, 1).publicId]],
  ] as const) {
    const params = { workspacePublicId: to };
    const body = { name: 'Copy', sourceBoardPublicId: board };
    const copy = await ada.call(api.boards.create, { params, body });
    const { fields, cards } = await ada.call(api.boards.snapshot, {
      params: { boardPublicId: copy.publicId },
    });
    assert.deepEqual(
      fields.map(({ name, type, options }) => [name, type, options.length]),
      [
        ['Stage', 'select', 2],
        ['Owner', 'person', 0],
      ],
    );
    assert.ok(fields.every(({ publicId }) => publicId !== stage.publicId && publicId !== owner.publicId));
    assert.deepEqual(
      (await workOf(nth(cards, 0).publicId)).map(({ value }) => value),
      values,
    );
  }
});

test('fields and values go with a board to another workspace, people as the members who they are there', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  const there = await makeBoard(ada);
  const ben = await service.signUp('ben-there');
  const bens = await makeMember(service, ada, workspace, ben);
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const adas = members.find(({ publicId }) => publicId !== bens)?.publicId ?? '';
  await fieldOn(board, 'Cost', 'number');
  await fieldOn(board, 'Owner', 'person');
  const one = await makeCard(ada, nth(lists, 0), { fields: { Cost: 1, Owner: adas } });
  const two = await makeCard(ada, nth(lists, 0), { fields: { Cost: 2, Owner: bens } });
  await ada.call(api.boards.move, {
    params: { boardPublicId: board },
    body: { targetWorkspacePublicId: there.workspace },
  });
  const target = await ada.call(api.workspaces.get, { params: { workspacePublicId: there.workspace } });
  assert.deepEqual(await plain(one), [
    ['Cost', 1],
    ['Owner', nth(target.members, 0).publicId],
  ]);
  assert.deepEqual(await plain(two), [['Cost', 2]]);
});

test('a placeholder that is merged hands on what it is a value of', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  const [ghost, ben] = [await service.signUp('ghost'), await service.signUp('ben-merged')];
  const [placeholder, bens] = [
    await addMember(service, workspace, ghost),
    await addMember(service, workspace, ben),
  ];
  await makePlaceholder(service, placeholder);
  await fieldOn(board, 'Owner', 'person');
  const card = await makeCard(ada, nth(lists, 0), { fields: { Owner: placeholder } });
  await ada.call(api.members.merge, {
    params: { workspacePublicId: workspace, memberPublicId: placeholder },
    body: { targetMemberPublicId: bens },
  });
  assert.deepEqual(await plain(card), [['Owner', bens]]);
});

test('agents write values by the names of fields and options, and read them so', async () => {
  const { board, lists } = await makeBoard(ada);
  await fieldOn(board, 'Cost', 'number');
  await fieldOn(board, 'Stage', 'select', ['Draft', 'Done']);
  const { key } = await keyWithoutLimits(service, ada);
  const agent = await agentOn(service.address, key, { transport: 'http', mode: 'auto' });
  const input = { list: nth(lists, 0), cards: [{ title: 'Paint', fields: { cost: 3, Stage: 'draft' } }] };
  const { cards } = await agent.call<{ cards: { id: string }[] }>('create_cards', input);
  const card = nth(cards, 0).id;
  const read = () => agent.call<{ fields?: unknown }>('read_card', { card });
  assert.deepEqual((await read()).fields, { Cost: 3, Stage: 'Draft' });
  await agent.call('write', { card, fields: { Cost: null, Stage: 'Done' } });
  assert.deepEqual((await read()).fields, { Stage: 'Done' });
  await agent.close();
});
