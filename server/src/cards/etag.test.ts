import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { makeThings } from '../testing/things.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const at = (card: string) => ({ params: { cardPublicId: card } });

interface Sent {
  token?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a raw request about a card. */
const send = (card: string, { token = ada.token, headers = {}, ...init }: Sent = {}) =>
  service.raw(`/cards/${card}`, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } });

async function tagOf(card: string, token = ada.token): Promise<string> {
  const response = await send(card, { token });
  await response.text();
  return response.headers.get('etag') ?? '';
}

/** Updates a card with `If-Match`. */
const put = async (card: string, known: string, body: object, token = ada.token) => {
  const headers = { 'content-type': 'application/json', 'if-match': known };
  const response = await send(card, { method: 'PUT', headers, body: JSON.stringify(body), token });
  return { status: response.status, body: (await response.json()) as { code?: string; title?: string } };
};

test('a caller who has the newest state of a card gets 304, without a body', async () => {
  const card = await makeCard(ada, nth((await makeBoard(ada)).lists, 0));
  const etag = await tagOf(card);
  assert.match(etag, /^"[\w-]+"$/);
  assert.equal((await send(card, { headers: { 'if-none-match': 'W/*' } })).status, 200);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await send(card, { headers: { 'if-none-match': known } });
    assert.equal(response.status, 304, known);
    assert.equal(await response.text(), '');
    assert.equal(response.headers.get('etag'), etag);
  }
  assert.equal((await send(card, { headers: { 'if-none-match': '"other"' } })).status, 200);
});

test('a tag is never stale: everything that a card shows changes it', async () => {
  const things = await makeThings(service, ada, bob);
  const { card, list, board, label, checklist, checklistItem, comment, attachment, member } = things;
  const neighbour = await makeCard(ada, list, { index: 0 });
  const inList = { params: { listPublicId: list } };
  const changes: Record<string, () => Promise<unknown>> = {
    title: () => ada.call(api.cards.update, { ...at(card), body: { title: 'x' } }),
    description: () => ada.call(api.cards.update, { ...at(card), body: { description: 'x' } }),
    'due date': () => ada.call(api.cards.update, { ...at(card), body: { dueDate: '2030-01-01T00:00:00Z' } }),
    place: () => ada.call(api.cards.update, { ...at(card), body: { index: 0 } }),
    'place of another': () => ada.call(api.cards.update, { ...at(neighbour), body: { index: 0 } }),
    label: () => ada.call(api.cards.toggleLabel, { params: { cardPublicId: card, labelPublicId: label } }),
    'name of a label': () =>
      ada.call(api.labels.update, { params: { labelPublicId: label }, body: { name: 'x' } }),
    member: () =>
      ada.call(api.cards.toggleMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } }),
    'name of a member': () => bob.call(api.users.update, { body: { name: 'Robert' } }),
    'place of a checklist': async () => {
      await ada.call(api.checklists.create, { ...at(card), body: { name: 'second' } });
      const before = await tagOf(card);
      const params = { checklistPublicId: checklist };
      await ada.call(api.checklists.update, { params, body: { index: 1 } });
      assert.notEqual(await tagOf(card), before);
    },
    item: () =>
      ada.call(api.checklists.updateItem, {
        params: { checklistItemPublicId: checklistItem },
        body: { completed: true },
      }),
    comment: () =>
      ada.call(api.comments.update, {
        params: { cardPublicId: card, commentPublicId: comment },
        body: { comment: 'x' },
      }),
    'name of an attachment': () =>
      ada.call(api.attachments.update, {
        params: { attachmentPublicId: attachment },
        body: { filename: 'x' },
      }),
    attachment: () => ada.call(api.attachments.delete, { params: { attachmentPublicId: attachment } }),
    'name of the list': () => ada.call(api.lists.update, { ...inList, body: { name: 'x' } }),
    'name of the board': () =>
      ada.call(api.boards.update, { params: { boardPublicId: board }, body: { name: 'x' } }),
    archive: () => ada.call(api.cards.archive, at(card)),
  };
  for (const [what, change] of Object.entries(changes)) {
    const before = await tagOf(card);
    assert.equal(await tagOf(card), before, `before ${what}`);
    await change();
    const response = await send(card, { headers: { 'if-none-match': before } });
    assert.equal(response.status, 200, what);
  }
});

test('a card that was read is changed, one that has changed since is not', async () => {
  const card = await makeCard(ada, nth((await makeBoard(ada)).lists, 0), { title: 'First' });
  const first = await tagOf(card);
  const { status, body } = await put(card, first, { title: 'Second' });
  assert.deepEqual([status, body.title], [200, 'Second']);
  const types = await service.recorded(async () => {
    for (const known of [first, `W/${await tagOf(card)}`, '"other"', 'nonsense', 'W/*', '']) {
      const refused = await put(card, known, { title: 'Third' });
      assert.deepEqual([refused.status, refused.body.code], [412, 'PRECONDITION_FAILED'], known);
    }
    const headers = { 'if-match': first };
    assert.equal((await send(card, { method: 'DELETE', headers })).status, 412);
    const json = { ...headers, 'content-type': 'application/json' };
    assert.equal((await send(card, { method: 'PATCH', headers: json, body: '{"title":"x"}' })).status, 412);
  });
  assert.deepEqual(types, []);
  assert.equal((await put(card, `"other", ${await tagOf(card)}`, { title: 'Third' })).status, 200);
  assert.equal((await put(card, '*', { title: 'Fourth' })).status, 200);
  const headers = { 'if-match': await tagOf(card) };
  assert.equal((await send(card, { method: 'DELETE', headers })).status, 200);
  assert.equal((await put(card, '*', { title: 'x' })).status, 404);
});

test('a card is read without the members of its workspace, and changed by the tag of that form', async () => {
  const made = await makeBoard(ada);
  await addMember(service, made.workspace, bob);
  const card = await makeCard(ada, nth(made.lists, 0), { description: 'of few words' });
  const read = async (path: string, known = '') => {
    const response = await send(path, { headers: known === '' ? {} : { 'if-none-match': known } });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      card: text && JSON.parse(text),
    };
  };
  const alone = `${card}?workspaceMembers=none`;
  const [whole, lean] = [await read(card), await read(alone)];
  assert.equal(whole.card.list.board.workspace.members.length, 2);
  whole.card.list.board.workspace.members = [];
  assert.deepEqual(lean.card, whole.card, 'all else is the same');
  assert.notEqual(lean.etag, whole.etag);
  assert.equal((await read(alone, lean.etag)).status, 304);
  assert.equal((await read(card, lean.etag)).status, 200);
  assert.equal((await put(card, lean.etag, { title: 'first' })).status, 200);
  assert.equal((await put(card, lean.etag, { title: 'second' })).status, 412);
  assert.equal((await put(card, whole.etag, { title: 'second' })).status, 412);
  assert.equal((await send(`${card}?workspaceMembers=some`)).status, 400);
});

test('of 16 changes of what was read once, one is made', async () => {
  const { lists } = await makeBoard(ada);
  for (const bodyOf of [
    (n: number) => ({ title: `Title ${n}` }),
    (n: number) => ({ listPublicId: nth(lists, 1), index: n }),
    (n: number) => ({ description: `${n}`, dueDate: '2030-01-01T00:00:00Z' }),
  ]) {
    const card = await makeCard(ada, nth(lists, 0));
    const etag = await tagOf(card);
    const before = (await ada.call(api.cards.get, at(card))).activities.length;
    const types = await service.recorded(async () => {
      const outcomes = await Promise.all(Array.from({ length: 16 }, (_, n) => put(card, etag, bodyOf(n))));
      const statuses = outcomes.map(({ status }) => status).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [200, ...Array<number>(15).fill(412)]);
    });
    const after = (await ada.call(api.cards.get, at(card))).activities.length;
    assert.equal(after - before, types.length);
  }
});

test('a change and a deletion of what was read once do not both happen', async () => {
  const { lists } = await makeBoard(ada);
  for (let round = 0; round < 8; round++) {
    const card = await makeCard(ada, nth(lists, 0));
    const headers = { 'if-match': await tagOf(card) };
    const [changed, deleted] = await Promise.all([
      put(card, headers['if-match'], { title: 'x' }),
      send(card, { method: 'DELETE', headers }),
    ]);
    const won = [changed.status, deleted.status];
    assert.equal(won.filter((status) => status === 200).length, 1, String(won));
  }
});

test('a card moves from where it was read to be, or not at all', async () => {
  const { lists } = await makeBoard(ada);
  const cards: string[] = [];
  for (let n = 0; n < 8; n++) cards.push(await makeCard(ada, nth(lists, 0)));
  const tags = await Promise.all(cards.map((card) => tagOf(card)));
  const outcomes = await Promise.all(
    cards.map((card, n) => put(card, nth(tags, n), { index: n < 4 ? 7 : 0 })),
  );
  for (const [n, { status }] of outcomes.entries()) {
    if (status === 412) continue;
    assert.equal(status, 200);
    const newest = (await ada.call(api.cards.get, at(nth(cards, n)))).activities.at(-1);
    assert.deepEqual([newest?.type, newest?.fromIndex], ['card.updated.index', n]);
  }
  assert.ok(outcomes.some(({ status }) => status === 200));
});

test('permission is asked before the tag is looked at', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const outsider = await service.signUp('outsider');
  assert.equal((await put(card, '"other"', { title: 'x' }, outsider.token)).status, 403);
  await addMember(service, workspace, outsider, { role: 'guest' });
  assert.equal((await put(card, await tagOf(card), { title: 'x' }, outsider.token)).status, 403);
  assert.equal((await put('0123456789abcdef', '"other"', { title: 'x' })).status, 404);
  assert.equal((await put(card, '"other"', {})).status, 400);
});

test('tags are of what each may see', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const cleo = await service.signUp('cleo');
  await addMember(service, workspace, cleo);
  const params = { workspacePublicId: workspace };
  await ada.call(api.workspaces.update, { params, body: { showEmailsToMembers: false } });
  const [adas, cleos] = [await tagOf(card), await tagOf(card, cleo.token)];
  assert.notEqual(adas, cleos);
  assert.equal((await put(card, adas, { title: 'x' }, cleo.token)).status, 412);
  assert.equal((await put(card, cleos, { title: 'x' }, cleo.token)).status, 200);
});

test('the address of an attachment stays as it is for a while, and with it the tag', async () => {
  const { card } = await makeThings(service, ada, bob);
  service.clock.hold();
  const etag = await tagOf(card);
  service.clock.pass(1000);
  assert.equal((await send(card, { headers: { 'if-none-match': etag } })).status, 304);
  service.clock.pass(3_600_000_000);
  assert.equal((await send(card, { headers: { 'if-none-match': etag } })).status, 200, 'it would expire');
  assert.equal((await put(card, etag, { title: 'As it was read' })).status, 200, 'nothing else has changed');
  assert.equal((await put(card, etag, { title: 'Once more' })).status, 412);
});
