import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const ben = await service.signUp('ben');
const made = await makeBoard(ada);
const benAsMember = await addMember(service, made.workspace, ben);
const list = nth(made.lists, 0);
const unknown = '0123456789abcdef';

type Caller = Pick<Person, 'call' | 'refused'>;

const write = async (card: string, comment: string, person: Caller = ada) =>
  (await person.call(api.comments.create, { params: { cardPublicId: card }, body: { comment } })).publicId;

const at = (card: string, comment: string) => ({ cardPublicId: card, commentPublicId: comment });

const readCard = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });

/** What the newest activities of a card record about comments, newest first. */
async function told(card: string, count: number) {
  const { activities } = await readCard(card);
  return activities
    .toReversed()
    .slice(0, count)
    .map(({ type, comment }) => [type.replace('card.updated.comment.', ''), comment?.comment]);
}

const stored = (comment: string) =>
  service.sql<{ comment: string; updated: number | null; deleted: number | null }>(
    `select comment, updated_at as updated, deleted_at as deleted from comments where id = '${comment}'`,
  );

test('a comment is stored as it was sent, blanks and markup and all', async () => {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  for (const comment of ['  <b>*hi*</b>\n\t', ' ', '[1,2]', 'null', '😀'.repeat(10_000)]) {
    const written = await ada.call(api.comments.create, { params, body: { comment } });
    assert.deepEqual(written, { publicId: written.publicId, comment });
    assert.deepEqual(await told(card, 1), [['added', comment]]);
  }
  const activity = (await readCard(card)).activities.at(-1);
  assert.equal(activity?.comment?.createdBy, ada.id);
  assert.equal(activity?.comment?.updatedAt, null);
  assert.equal(activity?.comment?.deletedAt, null);
});

test('a comment has 1 to 10 000 characters; anything else stores nothing', async () => {
  const card = await makeCard(ada, list);
  const id = await write(card, 'kept');
  const types = await service.recorded(async () => {
    for (const comment of ['', 'x'.repeat(10_001), 1, null, ['x'], undefined]) {
      const body = { comment } as { comment: string };
      await ada.refused(400, api.comments.create, { params: { cardPublicId: card }, body });
      await ada.refused(400, api.comments.update, { params: at(card, id), body });
    }
  });
  assert.deepEqual(types, []);
  assert.deepEqual(await told(card, 1), [['added', 'kept']]);
});

test('an author changes a comment; the activities show its newest text', async () => {
  const card = await makeCard(ada, list);
  const id = await write(card, 'frist', ben);
  const params = at(card, id);
  const changed = await ben.call(api.comments.update, { params, body: { comment: 'first' } });
  assert.deepEqual(changed, { publicId: id, comment: 'first' });
  assert.deepEqual(await told(card, 2), [
    ['updated', 'first'],
    ['added', 'first'],
  ]);
  const activity = (await readCard(card)).activities.at(-1);
  assert.ok(activity?.comment?.updatedAt);
});

test('the same text is no change', async () => {
  const card = await makeCard(ada, list);
  const params = at(card, await write(card, 'same'));
  const types = await service.recorded(() =>
    ada.call(api.comments.update, { params, body: { comment: 'same' } }),
  );
  assert.deepEqual(types, []);
  assert.equal(nth(await stored(params.commentPublicId), 0).updated, null);
});

test('a deleted comment leaves its activities, its author and its time, but not its text', async () => {
  const card = await makeCard(ada, list);
  const id = await write(card, 'secret', ben);
  const reply = await ben.call(api.comments.delete, { params: at(card, id) });
  assert.deepEqual(reply, { publicId: id });
  const { activities } = await readCard(card);
  const shown = activities.toReversed().slice(0, 2);
  assert.deepEqual(
    shown.map(({ type }) => type),
    ['card.updated.comment.deleted', 'card.updated.comment.added'],
  );
  for (const { comment } of shown) {
    assert.equal(comment?.publicId, id);
    assert.equal(comment?.createdBy, ben.id);
    assert.equal(comment?.comment, '');
    assert.ok(comment?.deletedAt);
  }
  assert.equal(nth(await stored(id), 0).comment, '', 'the text is gone from the database, too');
});

test('a second delete returns 404 and records nothing, and a deleted comment cannot be changed', async () => {
  const card = await makeCard(ada, list);
  const params = at(card, await write(card, 'once'));
  await ada.call(api.comments.delete, { params });
  const types = await service.recorded(async () => {
    await ada.refused(404, api.comments.delete, { params });
    await ada.refused(404, api.comments.update, { params, body: { comment: 'again' } });
  });
  assert.deepEqual(types, []);
});

test('a comment of another card, board or workspace is not found under this one', async () => {
  const card = await makeCard(ada, list);
  const elsewhere = await makeBoard(ada);
  for (const other of [await makeCard(ada, list), await makeCard(ada, nth(elsewhere.lists, 0))]) {
    const id = await write(other, 'kept');
    await ada.refused(404, api.comments.delete, { params: at(card, id) });
    await ada.refused(404, api.comments.update, { params: at(card, id), body: { comment: 'x' } });
    assert.equal(nth(await stored(id), 0).comment, 'kept');
  }
});

test('an unknown id returns 404, and 403 where the specification lists no 404 (E7)', async () => {
  const card = await makeCard(ada, list);
  const body = { comment: 'x' };
  await ada.refused(403, api.comments.create, { params: { cardPublicId: unknown }, body });
  await ada.refused(400, api.comments.create, { params: { cardPublicId: 'short' }, body });
  await ada.refused(404, api.comments.list, { params: { cardPublicId: unknown } });
  await ada.refused(400, api.comments.list, { params: { cardPublicId: 'short' } });
  for (const [status, params] of [
    [404, at(card, unknown)],
    [404, at(unknown, unknown)],
    [400, at(card, 'short')],
    [400, at('short', unknown)],
  ] as const) {
    await ada.refused(status, api.comments.delete, { params });
    await ada.refused(status, api.comments.update, { params, body });
  }
});

test('the comments on a card in the trash address nothing', async () => {
  const card = await makeCard(ada, list);
  const params = at(card, await write(card, 'x'));
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  await ada.refused(403, api.comments.create, { params: { cardPublicId: card }, body: { comment: 'x' } });
  await ada.refused(404, api.comments.update, { params, body: { comment: 'y' } });
  await ada.refused(404, api.comments.delete, { params });
  await ada.refused(404, api.comments.list, { params: { cardPublicId: card } });
});

test('a guest reads comments and writes none; an outsider and a caller without token do neither', async () => {
  const card = await makeCard(ada, list);
  const id = await write(card, 'kept');
  const guest = await service.signUp('guest');
  await addMember(service, made.workspace, guest, { role: 'guest' });
  const refusedAs = async (person: Caller, status: number) => {
    await person.refused(status, api.comments.create, {
      params: { cardPublicId: card },
      body: { comment: 'x' },
    });
    await person.refused(status, api.comments.update, { params: at(card, id), body: { comment: 'x' } });
    await person.refused(status, api.comments.delete, { params: at(card, id) });
  };
  const types = await service.recorded(async () => {
    const outsider = await service.signUp('outsider');
    await makeWorkspace(outsider);
    await refusedAs(guest, 403);
    await refusedAs(outsider, 403);
    await refusedAs(service.caller(), 401);
    await outsider.refused(403, api.comments.list, { params: { cardPublicId: card } });
    await service.caller().refused(401, api.comments.list, { params: { cardPublicId: card } });
  });
  assert.deepEqual(types, []);
  const { comments } = await guest.call(api.comments.list, { params: { cardPublicId: card } });
  assert.deepEqual(
    comments.map(({ comment }) => comment),
    ['kept'],
  );
});

test('a comment of someone else is changed by `comment:edit` and deleted by `comment:delete`', async () => {
  const card = await makeCard(ada, list);
  const id = await write(card, "ada's");
  const params = at(card, id);
  await ben.refused(403, api.comments.update, { params, body: { comment: "ben's" } });
  await ben.refused(403, api.comments.delete, { params });
  const editor = await service.signUp('editor');
  await addMember(service, made.workspace, editor, { granted: ['comment:edit'] });
  await editor.call(api.comments.update, { params, body: { comment: 'edited' } });
  await editor.refused(403, api.comments.delete, { params });
  const activity = (await readCard(card)).activities.at(-1);
  assert.equal(activity?.user.name, 'editor');
  assert.equal(activity?.comment?.createdBy, ada.id, 'the author stays');
  const cleaner = await service.signUp('cleaner');
  await addMember(service, made.workspace, cleaner, { role: 'guest', granted: ['comment:delete'] });
  await cleaner.refused(403, api.comments.update, { params, body: { comment: 'x' } });
  await cleaner.call(api.comments.delete, { params });
  const bens = await write(card, "ben's", ben);
  await ada.call(api.comments.update, { params: at(card, bens), body: { comment: 'edited' } });
  await ada.call(api.comments.delete, { params: at(card, bens) });
});

test('an author changes and deletes their own comments as an active member without any permission', async () => {
  const author = await service.signUp('author');
  const member = await addMember(service, made.workspace, author);
  const card = await makeCard(ada, list);
  const id = await write(card, 'mine', author);
  await service.sql(`update members set revoked = -1 where id = '${member}'`);
  await author.refused(403, api.comments.create, { params: { cardPublicId: card }, body: { comment: 'x' } });
  await author.call(api.comments.update, { params: at(card, id), body: { comment: 'still mine' } });
  await author.call(api.comments.delete, { params: at(card, id) });
});

test('an author who is not an active member changes and deletes nothing', async () => {
  const card = await makeCard(ada, list);
  const params = at(card, await write(card, 'mine', ben));
  for (const status of ['invited', 'paused', 'removed'] as const) {
    await setStatus(service, benAsMember, status);
    await ben.refused(403, api.comments.update, { params, body: { comment: 'x' } });
    await ben.refused(403, api.comments.delete, { params });
    await ben.refused(403, api.comments.create, { params: { cardPublicId: card }, body: { comment: 'x' } });
    await ben.refused(403, api.comments.list, { params: { cardPublicId: card } });
  }
  await setStatus(service, benAsMember, 'active');
  await ben.call(api.comments.delete, { params });
});

test('a limited key of the author needs `comment:create`, or the permission itself', async () => {
  const card = await makeCard(ada, list);
  const params = at(card, await write(card, 'mine'));
  const reading = await keyOf(service, ada, ['card:view', 'comment:view', 'card:edit']);
  await reading.refused(403, api.comments.update, { params, body: { comment: 'x' } });
  await reading.refused(403, api.comments.delete, { params });
  const writing = await keyOf(service, ada, ['comment:create']);
  await writing.call(api.comments.update, { params, body: { comment: 'x' } });
  const deleting = await keyOf(service, ada, ['comment:delete']);
  await deleting.refused(403, api.comments.update, { params, body: { comment: 'y' } });
  await deleting.call(api.comments.delete, { params });
  const bens = at(card, await write(card, 'mine', ben));
  const bensKey = await keyOf(service, ben, ['comment:edit', 'comment:delete']);
  await bensKey.refused(403, api.comments.delete, { params: bens });
});

test('32 edits of one comment at once: it ends with one of them, and each is recorded', async () => {
  const card = await makeCard(ada, list);
  const params = at(card, await write(card, 'text'));
  const texts = Array.from({ length: 32 }, (_, n) => `text ${n}`);
  const types = await service.recorded(() =>
    Promise.all(texts.map((comment) => ada.call(api.comments.update, { params, body: { comment } }))),
  );
  assert.deepEqual(types, Array(32).fill('card.updated.comment.updated'));
  assert.ok(texts.includes(nth(await stored(params.commentPublicId), 0).comment));
});

test('of 16 concurrent deletes one succeeds, and concurrent edits never bring the text back', async () => {
  const card = await makeCard(ada, list);
  const params = at(card, await write(card, 'text'));
  const types = await service.recorded(async () => {
    const deletes = Array.from({ length: 16 }, () => ada.call(api.comments.delete, { params }));
    const edits = Array.from({ length: 16 }, (_, n) =>
      ada.call(api.comments.update, { params, body: { comment: `text ${n}` } }),
    );
    const [deleted, edited] = await Promise.all([Promise.allSettled(deletes), Promise.allSettled(edits)]);
    assert.equal(deleted.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of [...deleted, ...edited]) {
      if (result.status === 'rejected') assert.match(String(result.reason), /404 NOT_FOUND/);
    }
  });
  assert.equal(types.filter((type) => type === 'card.updated.comment.deleted').length, 1);
  assert.equal(types.at(-1), 'card.updated.comment.deleted');
  assert.equal(nth(await stored(params.commentPublicId), 0).comment, '');
});

test('32 comments at once are all stored, each with an activity of its own', async () => {
  const card = await makeCard(ada, list);
  const ids = await Promise.all(Array.from({ length: 32 }, (_, n) => write(card, `comment ${n}`)));
  const { activities } = await readCard(card);
  const told = activities.flatMap(({ comment }) => comment?.publicId ?? []);
  assert.deepEqual(told.toSorted(), ids.toSorted());
  assert.equal(new Set(activities.map(({ createdAt }) => createdAt)).size, 33);
});

test('a comment takes six statements besides authentication, five if nothing is locked', async () => {
  const card = await makeCard(ada, list);
  await write(card, 'the first');
  const taken = await statementsOf(service, () => write(card, 'one more'));
  // The lock (PostgreSQL only), the card with its permissions, the comment, the activity, the change, the webhooks, the version.
  assert.equal(taken, service.db.engine === 'postgres' ? 7 : 6);
});

test('comments are read by those who may view the card, too', async () => {
  const reading = await keyOf(service, ada, ['comment:view']);
  const target = await makeCard(ada, list);
  await reading.refused(403, api.comments.list, { params: { cardPublicId: target } });
});

test('a comment is changed and deleted by its own id alone, under the same rules', async () => {
  const card = await makeCard(ada, list);
  const params = { commentPublicId: await write(card, 'first', ben) };
  const outsider = await service.signUp('outside');
  const guest = await service.signUp('guest-by-id');
  await addMember(service, made.workspace, guest, { role: 'guest' });
  for (const person of [outsider, guest]) {
    await person.refused(403, api.comments.updateById, { params, body: { comment: 'x' } });
    await person.refused(403, api.comments.deleteById, { params });
  }
  const changed = await ben.call(api.comments.updateById, { params, body: { comment: 'second' } });
  assert.deepEqual(changed, { publicId: params.commentPublicId, comment: 'second' });
  await ben.call(api.comments.deleteById, { params });
  await ben.refused(404, api.comments.deleteById, { params });
  await ada.refused(404, api.comments.updateById, {
    params: { commentPublicId: unknown },
    body: { comment: 'x' },
  });
});
