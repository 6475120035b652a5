import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../../contract/client.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { keyWithoutLimits } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { importedValues, showIn } from './card-fields.ts';
import { second } from './clock.ts';
import { commentFields, itemFields, versionOf } from './edits.ts';

/* Texts that several people write: by passages, and over what was read and nothing else. */

const service = await testService();
const ada = await service.signUp('ada');
const { lists, board } = await makeBoard(ada);

/** A card with a description, a comment and a checklist item of the same text. */
async function written(text: string) {
  const card = await makeCard(ada, nth(lists, 0), { title: 'Plan', description: text });
  const params = { cardPublicId: card };
  const { publicId: comment } = await ada.call(api.comments.create, { params, body: { comment: text } });
  const list = await ada.call(api.checklists.create, { params, body: { name: 'Steps' } });
  const item = await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: list.publicId },
    body: { title: text },
  });
  return { params, comment, item: item.publicId };
}

type Written = Awaited<ReturnType<typeof written>>;

const ways = {
  description: ({ params }: Written, body: { oldText: string; newText: string }) =>
    ada.call(api.cards.editDescription, { params, body }),
  comment: ({ comment }: Written, body: { oldText: string; newText: string }) =>
    ada.call(api.comments.edit, { params: { commentPublicId: comment }, body }),
  item: ({ item }: Written, body: { oldText: string; newText: string }) =>
    ada.call(api.checklists.editItem, { params: { checklistItemPublicId: item }, body }),
};

const issueOf = async (call: Promise<unknown>): Promise<[number, string | undefined]> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, 'it is refused');
  return [error.status, error.issues[0]?.message];
};

for (const [kind, edit] of Object.entries(ways)) {
  test(`a passage of a ${kind} is replaced, and the rest stays as it is`, async () => {
    const made = await written('one 👍🏽 two $& three');
    const edited = await edit(made, { oldText: 'two $&', newText: "$' 2" });
    assert.equal(edited.text, "one 👍🏽 $' 2 three");
    const content = await ada.call(api.cards.content, { params: made.params });
    const { comments } = await ada.call(api.comments.list, { params: made.params });
    const stored = {
      description: content.description,
      comment: comments[0]?.comment,
      item: content.checklists[0]?.items[0]?.title,
    };
    assert.equal(stored[kind as keyof typeof stored], edited.text);
  });

  test(`a passage of a ${kind} that does not occur exactly once is refused, and nothing is stored`, async () => {
    const made = await written('aaa b');
    const types = await service.recorded(async () => {
      for (const [oldText, times] of [
        ['c', 0],
        ['aa', 2],
        ['A', 0],
      ] as const) {
        assert.deepEqual(await issueOf(edit(made, { oldText, newText: 'x' })), [
          409,
          `body/oldText occurs ${times} times, not once`,
        ]);
      }
      const [status] = await issueOf(edit(made, { oldText: 'b', newText: 'x'.repeat(9_999) }));
      assert.equal(status, 400);
    });
    assert.deepEqual(types, []);
  });

  test(`edits of a ${kind} at the same time all stay`, async () => {
    const names = Array.from({ length: 12 }, (_, n) => `<${n}>`);
    const made = await written(names.join(' '));
    await Promise.all(
      names.map((name) => edit(made, { oldText: name, newText: name.replace('<', '<done ') })),
    );
    const { text } = await edit(made, { oldText: '<done 0>', newText: '<done 0>' });
    assert.equal(text, names.map((name) => name.replace('<', '<done ')).join(' '));
  });
}

test('nothing is left of a comment or of a title only by deleting it', async () => {
  const made = await written('all');
  for (const edit of [ways.comment, ways.item]) {
    assert.equal((await issueOf(edit(made, { oldText: 'all', newText: '' })))[0], 400);
  }
  await ways.description(made, { oldText: 'all', newText: '' });
  const { description } = await ada.call(api.cards.content, { params: made.params });
  assert.equal(description, null);
});

test('a write that names a version is refused where a field that it sets has changed, and only there', async () => {
  const { params } = await written('first');
  const { version, ...read } = await ada.call(api.cards.content, { params });
  assert.equal(version, versionOf(showIn('version')(importedValues(read))));
  await ada.call(api.cards.update, { params, body: { description: 'of a person' } });
  await ada.call(api.comments.create, { params, body: { comment: 'of a person' } });
  const over = ada.call(api.cards.update, { params, body: { description: 'of an agent', version } });
  assert.deepEqual(await issueOf(over), [409, 'body/version: description changed since it was read']);
  await ada.call(api.cards.update, { params, body: { title: 'Another title', version } });
  const now = await ada.call(api.cards.content, { params });
  assert.deepEqual([now.title, now.description], ['Another title', 'of a person']);
  const none = ada.call(api.cards.update, { params, body: { title: 'x', version: 'none' } });
  assert.equal((await issueOf(none))[0], 409);
});

test('comments and checklist items are written over what was read and nothing else', async () => {
  const { comment, item } = await written('first');
  const ofComment = versionOf(commentFields({ comment: 'first' }));
  const updateComment = (body: { comment: string; version?: string }) =>
    ada.call(api.comments.updateById, { params: { commentPublicId: comment }, body });
  await updateComment({ comment: 'second', version: ofComment });
  assert.equal((await issueOf(updateComment({ comment: 'third', version: ofComment })))[0], 409);
  const ofItem = versionOf(itemFields({ title: 'first', completed: false }));
  const updateItem = (body: { title?: string; completed?: boolean; version?: string }) =>
    ada.call(api.checklists.updateItem, { params: { checklistItemPublicId: item }, body });
  await updateItem({ completed: true });
  await updateItem({ title: 'second', version: ofItem });
  // The specification lists no 409 for this operation.
  const refused = await issueOf(updateItem({ title: 'third', version: ofItem }));
  assert.deepEqual(refused, [400, 'body/version: title changed since it was read']);
});

test('the content of a card says what is archived, and comments say by which key they were written', async () => {
  const { params } = await written('text');
  const { key } = await keyWithoutLimits(service, ada);
  await service.caller(key).call(api.comments.create, { params, body: { comment: 'by a program' } });
  const { comments } = await ada.call(api.comments.list, { params });
  assert.deepEqual(
    comments.map(({ apiKey }) => apiKey?.name ?? null),
    ['a key', null],
  );
  await ada.call(api.cards.archive, { params });
  const content = await ada.call(api.cards.content, { params });
  assert.ok(content.archivedAt);
  assert.deepEqual([content.list.archivedAt, content.board.archivedAt], [null, null]);
  assert.equal(content.board.publicId, board);
});

test('a credential tells its kind and its limits', async () => {
  assert.deepEqual(await ada.call(api.users.credential), {
    kind: 'session',
    isBot: false,
    name: null,
    permissions: null,
    workspacePublicId: null,
    boardPublicIds: null,
  });
  const made = await ada.call(api.users.createApiKey, {
    body: { name: 'Reader', permissions: ['board:view', 'card:view'] },
  });
  assert.deepEqual(await service.caller(made.key).call(api.users.credential), {
    kind: 'key',
    isBot: false,
    name: 'Reader',
    permissions: ['board:view', 'card:view'],
    workspacePublicId: null,
    boardPublicIds: null,
  });
});

test('a key counts for as long as is asked for', async () => {
  service.clock.hold();
  const send = (headers: Record<string, string>) =>
    service.raw('/cards', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'short',
        ...headers,
      },
      body: JSON.stringify({ title: 'Once', listPublicId: nth(lists, 0) }),
    });
  const replayed = async (headers: Record<string, string> = {}) =>
    (await send(headers)).headers.get('idempotent-replayed');
  assert.equal(await replayed({ 'idempotency-time': '600' }), null);
  service.clock.pass(599 * second);
  assert.equal(await replayed({ 'idempotency-time': '600' }), 'true');
  service.clock.pass(2 * second);
  assert.equal(await replayed(), null);
  for (const time of ['0', '86401', 'x', '-1']) {
    assert.equal((await send({ 'idempotency-time': time })).status, 400, time);
  }
});
