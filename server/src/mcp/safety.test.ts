import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import { agentOn } from '../testing/agents.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { keyWithoutLimits } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Writes by an agent destroy nothing, happen once, and apply to the intended target. */

const service = await testService();
const ada = await service.signUp('ada');
const agent = await agentOn(service.address, ada.token, { transport: 'http', mode: 'auto' });
after(() => agent.close());

const { workspace, board, lists } = await makeBoard(ada, { name: 'Website' });
const todo = nth(lists, 0);

interface Made {
  id: string;
  number: number;
  repeated?: string;
}

interface MadeCards {
  cards: Made[];
  repeated?: string;
}

interface BoardTold {
  id: string;
  cards: { cards: { id: string; updatedAt: string; archived?: string }[] }[];
}

const cardsOf = ({ cards }: BoardTold) => cards.flatMap((group) => group.cards);

const refused = async (tool: string, input: Record<string, unknown>): Promise<string> => {
  const { text, isError } = await agent.ask(tool, input);
  assert.equal(isError, true, text);
  return text;
};

const read = (card: string) => ada.call(api.cards.content, { params: { cardPublicId: card } });
const titlesOf = async (list: string) =>
  (await ada.call(api.boards.cardsOfList, { params: { listPublicId: list } })).cards.map(
    ({ title }) => title,
  );

test('a text that was cut is not written, unless it has always ended so', async () => {
  const cut = 'Begin… (8900 more characters)';
  const card = await makeCard(ada, todo, { description: cut });
  const { version } = await read(card);
  await agent.call('write', { card, description: `New ${cut}`, version });
  const { description } = await read(card);
  assert.equal(description, `New ${cut}`);
  for (const [tool, input] of [
    ['write', { card, title: 'T… (3 more)' }],
    ['create_cards', { list: todo, cards: [{ title: 'x', description: cut }] }],
    ['create_cards', { list: todo, cards: [{ title: 'x', checklists: [{ name: 'x', items: [cut] }] }] }],
    ['comment', { card, text: cut }],
    ['write', { card, checklists: [{ name: 'x', items: [cut] }] }],
    ['edit_text', { card, oldText: 'New', newText: cut }],
  ] as const) {
    assert.match(await refused(tool, input), /seems to have been cut.*read_card.*edit_text/, tool);
  }
});

test('a description that nobody has read is not replaced', async () => {
  const card = await makeCard(ada, todo, { description: 'Of a person' });
  assert.match(await refused('write', { card, description: 'x' }), /edit_text.*`version`/);
  assert.equal((await read(card)).description, 'Of a person');
  const empty = await makeCard(ada, todo);
  await agent.call('write', { card: empty, description: 'The first' });
  assert.equal((await read(empty)).description, 'The first');
});

test('a passage that does not occur once is refused with what to do', async () => {
  const card = await makeCard(ada, todo, { description: 'one two two' });
  const edit = (oldText: string) => refused('edit_text', { card, oldText, newText: 'x' });
  assert.match(await edit('three'), /^409 .*occurs 0 times.*Read the text again/);
  assert.match(await edit('two'), /^409 .*occurs 2 times.*more of the text around it/);
  assert.match(await refused('edit_text', { oldText: 'a', newText: 'b' }), /Give one of card/);
});

test('a checklist item that has changed is reported, and not overwritten', async () => {
  const card = await makeCard(ada, todo);
  const { checklists } = await agent.call<{ checklists: { items: Made[] }[] }>('write', {
    card,
    checklists: [{ name: 'A', items: ['One'] }],
  });
  const item = nth(nth(checklists, 0).items, 0).id;
  const written = await agent.call<{ items: { version: string }[] }>('write', {
    card,
    items: [{ item, completed: true }],
  });
  const { version } = nth(written.items, 0);
  await ada.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: item },
    body: { title: 'Of a person' },
  });
  const over = { card, items: [{ item, title: 'Two', version }] };
  assert.match(await refused('write', over), /Nothing was changed: title changed.*Of a person/);
});

test('a call that is done in part says which part, and a conflict leaves all of it undone', async () => {
  const card = await makeCard(ada, todo, { title: 'Of a person', description: 'Text' });
  const half = {
    card,
    completed: true,
    labels: ['Urgent'],
    items: [{ item: '0'.repeat(16), completed: true }],
  };
  assert.match(
    await refused('write', half),
    /^Not all was done: done: the fields, labels and members; not done: the item 0{16}\. 40[34] /,
  );
  const { version } = await read(card);
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { title: 'Another' } });
  const late = { card, title: 'Mine', version, labels: ['-Urgent'], checklists: [{ name: 'A', items: [] }] };
  assert.match(await refused('write', late), /^Nothing was changed: title changed.*"title":"Another"/);
  const { title, labels, checklists } = await read(card);
  assert.deepEqual([title, labels.length, checklists.length], ['Another', 1, 0]);
});

test('cards that have changed since their board was read are not changed, and neither are the others', async () => {
  const { board: own, lists: places } = await makeBoard(ada, { name: 'Read before' });
  const [quiet, busy] = [await makeCard(ada, nth(places, 0)), await makeCard(ada, nth(places, 0))];
  service.clock.pass(second);
  const linesOf = async () => cardsOf(await agent.call<BoardTold>('read_board', { board: own }));
  const archive = async (read: Awaited<ReturnType<typeof linesOf>>) => ({
    changes: read.map(({ id, updatedAt }) => ({ card: id, archived: true, unchangedSince: updatedAt })),
  });
  const before = await linesOf();
  assert.deepEqual(
    before.map(({ id }) => id),
    [quiet, busy],
  );
  await ada.call(api.comments.create, { params: { cardPublicId: busy }, body: { comment: 'Not yet!' } });
  assert.match(
    await refused('change_cards', await archive(before)),
    /^409 .*operations\/1\/unchangedSince.*changed.*read it again/,
  );
  assert.equal((await linesOf()).length, 2);
  await agent.call('change_cards', await archive(await linesOf()));
  assert.deepEqual(await linesOf(), []);
});

test('what is sent twice is done once, for some minutes or by its key', async () => {
  service.clock.hold();
  const list = await ada.call(api.lists.create, { body: { boardPublicId: board, name: 'Once' } });
  const card = { list: list.publicId, cards: [{ title: 'Twice' }] };
  const first = await agent.call<MadeCards>('create_cards', card);
  const repeated = await agent.call<MadeCards>('create_cards', card);
  assert.deepEqual(repeated.cards, first.cards);
  assert.match(repeated.repeated ?? '', /another idempotencyKey/);
  await agent.call('create_cards', { ...card, idempotencyKey: 'again' });
  assert.equal((await titlesOf(list.publicId)).length, 2);
  service.clock.pass(601 * second);
  await agent.call('create_cards', card);
  await agent.call('create_cards', { ...card, idempotencyKey: 'again' });
  assert.equal((await titlesOf(list.publicId)).length, 3);
  assert.match(
    await refused('create_cards', { ...card, cards: [{ title: 'Other' }], idempotencyKey: 'again' }),
    /^409 .*different request.*another idempotencyKey/,
  );
  const { id } = nth(first.cards, 0);
  const text = { card: id, checklists: [{ name: 'Steps', items: ['One', 'Two'] }] };
  await Promise.all([agent.call('write', text), agent.ask('write', text)]);
  await agent.call('comment', { card: id, text: 'Done' });
  await agent.call('comment', { card: id, text: 'Done' });
  const file = { card: id, name: 'a.txt', text: 'Once' };
  const attached = await agent.call<Made>('attach', file);
  assert.equal((await agent.call<Made>('attach', file)).id, attached.id);
  const content = await read(id);
  assert.deepEqual(
    [content.checklists.map(({ items }) => items.length), content.attachments.length],
    [[2], 1],
  );
  const { comments } = await ada.call(api.comments.list, { params: { cardPublicId: id } });
  assert.equal(comments.length, 1);
  // The new text contains the old one, so applying the edit twice would extend it.
  await ada.call(api.cards.update, {
    params: { cardPublicId: id },
    body: { description: 'Log' },
  });
  const edit = { card: id, oldText: 'Log', newText: 'Log\n- one' };
  await agent.call('edit_text', edit);
  await agent.call('edit_text', edit);
  assert.equal((await read(id)).description, 'Log\n- one');
  // Calls that set a value may be repeated.
  const item = nth(nth(content.checklists, 0).items, 0).publicId;
  for (const completed of [true, false, true]) {
    await agent.call('write', { card: id, items: [{ item, completed }] });
  }
  assert.equal(nth(nth((await read(id)).checklists, 0).items, 0).completed, true);
});

test('everything archived is marked wherever it is shown, and can be listed', async () => {
  const card = await makeCard(ada, todo, { title: 'Unicorn put away' });
  await agent.call('change_cards', { changes: [{ card, archived: true }] });
  const { archivedAt } = await read(card);
  assert.ok(archivedAt);
  const whole = await agent.call<{ archived: string }>('read_card', { card });
  assert.equal(whole.archived, archivedAt);
  const { results } = await agent.call<{ results: { id: string; archived: string }[] }>('find', {
    query: 'unicorn',
  });
  assert.deepEqual(
    results.map(({ id, archived }) => [id, archived]),
    [[card, archivedAt]],
  );
  const ofBoard = async (archived?: boolean) =>
    cardsOf(await agent.call<BoardTold>('read_board', { board, archived }));
  assert.deepEqual(
    (await ofBoard(true)).map(({ id, archived }) => [id, archived]),
    [[card, archivedAt]],
  );
  assert.ok((await ofBoard()).every(({ id }) => id !== card));
  const old = await makeBoard(ada, { workspace, name: 'Old' });
  await ada.call(api.boards.update, { params: { boardPublicId: old.board }, body: { isArchived: true } });
  const listed = await agent.call<{ boards: { id: string }[] }>('overview', { workspace, archived: true });
  assert.deepEqual(
    listed.boards.map(({ id }) => id),
    [old.board],
  );
});

test('cards, boards, lists, labels and members are found by what people call them', async () => {
  const { cards } = await agent.call<MadeCards>('create_cards', {
    board: 'website',
    list: 'done',
    cards: [{ title: 'A rare title', labels: ['urgent'], members: ['me'] }],
  });
  const made = nth(cards, 0);
  const content = await read(made.id);
  assert.deepEqual(
    [content.list.name, content.labels[0]?.name, content.members[0]?.user?.name],
    ['Done', 'Urgent', 'ada'],
  );
  const number = `${content.workspace.cardPrefix}-${made.number}`;
  for (const called of [
    made.id,
    number,
    number.toLowerCase(),
    `${service.publicUrl}/c/${made.id}`,
    `${service.publicUrl}/c/${made.id}?filter=x#y`,
    'a rare title',
  ]) {
    const found = await agent.call<Made>('read_card', { card: called });
    assert.equal(found.id, made.id, called);
  }
  for (const called of [board, `${service.publicUrl}/b/${board}`, 'Website', ' website ']) {
    const found = await agent.call<BoardTold>('read_board', { board: called, filter: '@me label:Urgent' });
    assert.equal(found.id, board, called);
    assert.ok(
      cardsOf(found).some(({ id }) => id === made.id),
      called,
    );
  }
  await agent.call('write', { card: number, list: 'To do' });
  const changes = [
    { card: number, labels: ['Later'], list: 'Done' },
    { card: 'A rare title', members: ['-ada'] },
  ];
  await agent.call('change_cards', { changes });
  const now = await read(made.id);
  assert.deepEqual([now.list.name, now.labels.length, now.members.length], ['Done', 2, 0]);
});

test('a name that may mean several things, or nothing, is refused with what there is', async () => {
  const other = await makeWorkspace(ada, 'Elsewhere');
  const twin = await makeBoard(ada, { workspace: other, name: 'Website' });
  const ofBoards = await refused('read_board', { board: 'Website' });
  for (const id of [board, twin.board, 'Elsewhere']) assert.ok(ofBoards.includes(id), ofBoards);
  const ofLists = await refused('create_cards', { list: 'To do', cards: [{ title: 'x' }] });
  assert.match(ofLists, /^list: "To do" may mean \d things: .*on "Website".*Give the id/);
  assert.match(
    await refused('create_cards', { list: 'Todo', board, cards: [{ title: 'x' }] }),
    /There are .*"To do"/,
  );
  for (const title of ['Same', 'same']) await makeCard(ada, todo, { title });
  assert.match(await refused('read_card', { card: 'Same' }), /may mean 2 cards: .*"To do" on "Website"/);
  assert.match(await refused('read_card', { card: 'None such' }), /is called "None such".*find/);
  assert.match(await refused('read_card', { card: `${service.publicUrl}/b/${board}` }), /address of a board/);
  await makeCard(ada, nth(twin.lists, 0), { title: 'Found elsewhere' });
  const { results } = await agent.call<{ results: { workspace: string }[] }>('find', {
    query: 'found elsewhere',
  });
  assert.deepEqual(
    results.map((each) => each.workspace),
    [other],
  );
  const within = { query: 'found elsewhere', workspace: 'elsewhere' };
  assert.equal((await agent.call<{ results: unknown[] }>('find', within)).results.length, 1);
});

test('invalid arguments are reported in plain words', async () => {
  assert.match(await refused('create_cards', { list: todo, cards: [{}] }), /cards.0 is missing title/);
  assert.match(await refused('read_board', { board, limit: 0 }), /limit must be at least 1/);
  assert.match(
    await refused('create_cards', { list: todo, cards: [{ title: '' }] }),
    /title must not be empty/,
  );
});

test('an agent knows who it is, and which comments were written under a key', async () => {
  const { key } = await keyWithoutLimits(service, ada);
  const other = await agentOn(service.address, key, { transport: 'http', mode: 'legacy' });
  const me = await other.call<{ user: object; credential: object; workspaces: { id: string }[] }>('overview');
  assert.deepEqual(me.user, { name: 'ada', email: ada.email });
  assert.deepEqual(me.credential, { kind: 'key', name: 'a key', permissions: 'all that your user has' });
  assert.ok(me.workspaces.some(({ id }) => id === workspace));
  const card = await makeCard(ada, todo);
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'Of a person' } });
  await other.call('comment', { card, text: 'Of a program' });
  const { comments } = await other.call<{ comments: { comment: string; apiKey?: string }[] }>('read_card', {
    card,
  });
  assert.deepEqual(
    comments.map(({ comment, apiKey }) => [comment, apiKey]),
    [
      ['Of a program', 'a key'],
      ['Of a person', undefined],
    ],
  );
  await other.close();
});

test('a message that cannot be read is answered by one that says why', async () => {
  const send = async (body: string) => {
    const response = await fetch(`${service.address}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body,
    });
    const { jsonrpc, id, error } = (await response.json()) as {
      jsonrpc: string;
      id: null;
      error: { code: number; message: string };
    };
    assert.deepEqual([response.status, jsonrpc, id, error.code], [400, '2.0', null, -32_700]);
    return error.message;
  };
  const call = (text: string) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'comment', arguments: { text } },
    });
  assert.match(await send(call('a\u0000b')), /the character NUL/);
  assert.match(await send(call('x'.repeat(140_000))), /too large.*at most 128 KB/);
  assert.match(await send('{'), /not valid JSON/);
});
