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
  publicId: string;
  cardNumber: number;
  repeated?: string;
}

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
  await agent.call('update_card', { cardPublicId: card, description: `New ${cut}`, version });
  const { description } = await read(card);
  assert.equal(description, `New ${cut}`);
  for (const [tool, input] of [
    ['update_card', { cardPublicId: card, title: 'T… (3 more)' }],
    ['create_card', { listPublicId: todo, title: 'x', description: cut }],
    ['add_comment', { cardPublicId: card, comment: cut }],
    ['add_checklist', { cardPublicId: card, name: 'x', items: [cut] }],
    ['edit_text', { cardPublicId: card, oldText: 'New', newText: cut }],
  ] as const) {
    assert.match(await refused(tool, input), /seems to have been cut.*get_card.*edit_text/, tool);
  }
});

test('a description that nobody has read is not replaced', async () => {
  const card = await makeCard(ada, todo, { description: 'Of a person' });
  assert.match(
    await refused('update_card', { cardPublicId: card, description: 'x' }),
    /edit_text.*`version`/,
  );
  assert.equal((await read(card)).description, 'Of a person');
  const empty = await makeCard(ada, todo);
  await agent.call('update_card', { cardPublicId: empty, description: 'The first' });
  assert.equal((await read(empty)).description, 'The first');
});

test('a passage that does not occur once is refused with what to do', async () => {
  const card = await makeCard(ada, todo, { description: 'one two two' });
  const edit = (oldText: string) => refused('edit_text', { cardPublicId: card, oldText, newText: 'x' });
  assert.match(await edit('three'), /^409 .*occurs 0 times.*Read the text again/);
  assert.match(await edit('two'), /^409 .*occurs 2 times.*more of the text around it/);
  assert.match(await refused('edit_text', { oldText: 'a', newText: 'b' }), /Give one of cardPublicId/);
});

test('a checklist item that has changed is reported, and not overwritten', async () => {
  const card = await makeCard(ada, todo);
  const { items } = await agent.call<{ items: Made[] }>('add_checklist', {
    cardPublicId: card,
    name: 'A',
    items: ['One'],
  });
  const id = nth(items, 0).publicId;
  const { version } = await agent.call<{ version: string }>('update_checklist_item', {
    checklistItemPublicId: id,
    completed: true,
  });
  await ada.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: id },
    body: { title: 'Of a person' },
  });
  const over = { checklistItemPublicId: id, title: 'Two', version };
  assert.match(
    await refused('update_checklist_item', over),
    /Nothing was changed: title changed.*Of a person/,
  );
});

test('cards that have changed since their board was read are not changed, and neither are the others', async () => {
  const { board: own, lists: places } = await makeBoard(ada, { name: 'Read before' });
  const [quiet, busy] = [await makeCard(ada, nth(places, 0)), await makeCard(ada, nth(places, 0))];
  service.clock.pass(second);
  const linesOf = async () =>
    (
      await agent.call<{ cards: { publicId: string; updatedAt: string }[] }>('get_board', {
        boardPublicId: own,
      })
    ).cards;
  const archive = async (read: Awaited<ReturnType<typeof linesOf>>) => ({
    operations: read.map(({ publicId, updatedAt }) => ({
      type: 'archive',
      cardPublicId: publicId,
      unchangedSince: updatedAt,
    })),
  });
  const before = await linesOf();
  assert.deepEqual(
    before.map(({ publicId }) => publicId),
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
  const card = { listPublicId: list.publicId, title: 'Twice' };
  const first = await agent.call<Made>('create_card', card);
  const repeated = await agent.call<Made>('create_card', card);
  assert.equal(repeated.publicId, first.publicId);
  assert.match(repeated.repeated ?? '', /another idempotencyKey/);
  await agent.call('create_card', { ...card, idempotencyKey: 'again' });
  assert.equal((await titlesOf(list.publicId)).length, 2);
  service.clock.pass(601 * second);
  await agent.call('create_card', card);
  await agent.call('create_card', { ...card, idempotencyKey: 'again' });
  assert.equal((await titlesOf(list.publicId)).length, 3);
  assert.match(
    await refused('create_card', { ...card, title: 'Other', idempotencyKey: 'again' }),
    /^409 .*different request.*another idempotencyKey/,
  );
  const text = { cardPublicId: first.publicId, items: ['One', 'Two'], name: 'Steps' };
  await Promise.all([agent.call('add_checklist', text), agent.ask('add_checklist', text)]);
  await agent.call('add_comment', { cardPublicId: first.publicId, comment: 'Done' });
  await agent.call('add_comment', { cardPublicId: first.publicId, comment: 'Done' });
  const content = await read(first.publicId);
  assert.deepEqual(
    content.checklists.map(({ items }) => items.length),
    [2],
  );
  const { comments } = await ada.call(api.comments.list, { params: { cardPublicId: first.publicId } });
  assert.equal(comments.length, 1);
  // The new text contains the old one, so applying the edit twice would extend it.
  await ada.call(api.cards.update, {
    params: { cardPublicId: first.publicId },
    body: { description: 'Log' },
  });
  const edit = { cardPublicId: first.publicId, oldText: 'Log', newText: 'Log\n- one' };
  await agent.call('edit_text', edit);
  await agent.call('edit_text', edit);
  assert.equal((await read(first.publicId)).description, 'Log\n- one');
  // Calls that set a value may be repeated.
  const item = nth(nth(content.checklists, 0).items, 0).publicId;
  for (const completed of [true, false, true]) {
    await agent.call('update_checklist_item', { checklistItemPublicId: item, completed });
  }
  assert.equal(nth(nth((await read(first.publicId)).checklists, 0).items, 0).completed, true);
});

test('everything archived is marked wherever it is shown, and can be listed', async () => {
  const card = await makeCard(ada, todo, { title: 'Unicorn put away' });
  await agent.call('change_cards', { operations: [{ type: 'archive', cardPublicId: card }] });
  const { archivedAt } = await read(card);
  assert.ok(archivedAt);
  const whole = await agent.call<{ archived: string }>('get_card', { cardPublicId: card });
  assert.equal(whole.archived, archivedAt);
  const { results } = await agent.call<{ results: { publicId: string; archived: string }[] }>('search', {
    query: 'unicorn',
  });
  assert.deepEqual(
    results.map(({ publicId, archived }) => [publicId, archived]),
    [[card, archivedAt]],
  );
  const ofBoard = async (archived?: boolean) =>
    (
      await agent.call<{ cards: { publicId: string; archived?: string }[] }>('get_board', {
        boardPublicId: board,
        archived,
      })
    ).cards;
  assert.deepEqual(
    (await ofBoard(true)).map(({ publicId, archived }) => [publicId, archived]),
    [[card, archivedAt]],
  );
  assert.ok((await ofBoard()).every(({ publicId }) => publicId !== card));
  const old = await makeBoard(ada, { workspace, name: 'Old' });
  await ada.call(api.boards.update, { params: { boardPublicId: old.board }, body: { isArchived: true } });
  const listed = await agent.call<{ boards: { publicId: string }[] }>('list_boards', {
    workspacePublicId: workspace,
    archived: true,
  });
  assert.deepEqual(
    listed.boards.map(({ publicId }) => publicId),
    [old.board],
  );
});

test('cards, boards, lists, labels and members are found by what people call them', async () => {
  const made = await agent.call<Made>('create_card', {
    boardPublicId: 'website',
    listPublicId: 'done',
    title: 'A rare title',
    labelPublicIds: ['urgent'],
    memberPublicIds: ['me'],
  });
  const content = await read(made.publicId);
  assert.deepEqual(
    [content.list.name, content.labels[0]?.name, content.members[0]?.user?.name],
    ['Done', 'Urgent', 'ada'],
  );
  const number = `${content.workspace.cardPrefix}-${made.cardNumber}`;
  for (const called of [
    made.publicId,
    number,
    number.toLowerCase(),
    `${service.publicUrl}/c/${made.publicId}`,
    `${service.publicUrl}/c/${made.publicId}?filter=x#y`,
    'a rare title',
  ]) {
    const found = await agent.call<Made>('get_card', { cardPublicId: called });
    assert.equal(found.publicId, made.publicId, called);
  }
  for (const called of [board, `${service.publicUrl}/b/${board}`, 'Website', ' website ']) {
    const found = await agent.call<Made>('get_board', {
      boardPublicId: called,
      members: ['me'],
      labels: ['Urgent'],
    });
    assert.equal(found.publicId, board, called);
  }
  await agent.call('update_card', { cardPublicId: number, listPublicId: 'To do' });
  const operations = [
    { type: 'label', cardPublicId: number, labelPublicId: 'Later' },
    { type: 'assign', cardPublicId: 'A rare title', memberPublicId: 'ada', remove: true },
    { type: 'move', cardPublicId: number, listPublicId: 'Done' },
  ];
  await agent.call('change_cards', { operations });
  const now = await read(made.publicId);
  assert.deepEqual([now.list.name, now.labels.length, now.members.length], ['Done', 2, 0]);
});

test('a name that may mean several things, or nothing, is refused with what there is', async () => {
  const other = await makeWorkspace(ada, 'Elsewhere');
  const twin = await makeBoard(ada, { workspace: other, name: 'Website' });
  const ofBoards = await refused('get_board', { boardPublicId: 'Website' });
  for (const id of [board, twin.board, 'Elsewhere']) assert.ok(ofBoards.includes(id), ofBoards);
  const ofLists = await refused('create_card', { listPublicId: 'To do', title: 'x' });
  assert.match(ofLists, /^listPublicId: “To do” may mean \d things: .*on Website.*Give the id/);
  assert.match(
    await refused('create_card', { listPublicId: 'Todo', boardPublicId: board, title: 'x' }),
    /There are .*“To do”/,
  );
  for (const title of ['Same', 'same']) await makeCard(ada, todo, { title });
  assert.match(await refused('get_card', { cardPublicId: 'Same' }), /may mean 2 cards: .*To do on Website/);
  assert.match(await refused('get_card', { cardPublicId: 'None such' }), /is called “None such”.*search/);
  assert.match(
    await refused('get_card', { cardPublicId: `${service.publicUrl}/b/${board}` }),
    /address of a board/,
  );
  await makeCard(ada, nth(twin.lists, 0), { title: 'Found elsewhere' });
  const { results } = await agent.call<{ results: { workspacePublicId: string }[] }>('search', {
    query: 'found elsewhere',
  });
  assert.deepEqual(
    results.map(({ workspacePublicId }) => workspacePublicId),
    [other],
  );
  const within = { query: 'found elsewhere', workspacePublicId: 'elsewhere' };
  assert.equal((await agent.call<{ results: unknown[] }>('search', within)).results.length, 1);
});

test('invalid arguments are reported in plain words', async () => {
  assert.match(await refused('create_card', { listPublicId: todo }), /is missing title/);
  assert.match(await refused('get_board', { boardPublicId: board, limit: 0 }), /limit must be at least 1/);
  assert.match(await refused('create_card', { listPublicId: todo, title: '' }), /title must not be empty/);
});

test('an agent knows who it is, and which comments were written under a key', async () => {
  const { key } = await keyWithoutLimits(service, ada);
  const other = await agentOn(service.address, key, { transport: 'http', mode: 'legacy' });
  const me = await other.call<{ user: object; credential: object; workspaces: { publicId: string }[] }>(
    'whoami',
  );
  assert.deepEqual(me.user, { name: 'ada', email: ada.email });
  assert.deepEqual(me.credential, { kind: 'key', name: 'a key', permissions: 'all that your user has' });
  assert.ok(me.workspaces.some(({ publicId }) => publicId === workspace));
  const card = await makeCard(ada, todo);
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'Of a person' } });
  await other.call('add_comment', { cardPublicId: card, comment: 'Of a program' });
  const { comments } = await other.call<{ comments: { comment: string; apiKey?: string }[] }>('get_card', {
    cardPublicId: card,
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
  const call = (comment: string) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'add_comment', arguments: { comment } },
    });
  assert.match(await send(call('a\u0000b')), /the character NUL/);
  assert.match(await send(call('x'.repeat(140_000))), /too large.*at most 128 KB/);
  assert.match(await send('{'), /not valid JSON/);
});
