import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { longestRead } from '../testing/heavy-card.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const list = nth(made.lists, 0);

type Page = ReplyOf<typeof api.comments.list>;

const pageOf = (card: string, query: { limit?: number; cursor?: string } = {}, person = ada) =>
  person.call(api.comments.list, { params: { cardPublicId: card }, query });

const write = async (card: string, comment: string) =>
  (await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment } })).publicId;

const remove = (card: string, comment: string) =>
  ada.call(api.comments.delete, { params: { cardPublicId: card, commentPublicId: comment } });

/** The texts of all pages; `between` runs after each. */
async function follow(card: string, limit: number, between = async () => {}): Promise<string[]> {
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Page = await pageOf(card, { limit, ...(cursor ? { cursor } : {}) });
    assert.equal(page.hasMore, page.nextCursor !== null);
    all.push(...page.comments.map(({ comment }) => comment));
    cursor = page.nextCursor ?? undefined;
    await between();
  } while (cursor !== undefined);
  return all;
}

test('the comments on a card come newest first, each with its author, without the deleted ones', async () => {
  const card = await makeCard(ada, list);
  const other = await makeCard(ada, list);
  await write(other, 'elsewhere');
  const first = await write(card, 'first');
  const second = await write(card, 'second');
  const third = await write(card, 'third');
  await remove(card, second);
  const params = { cardPublicId: card, commentPublicId: first };
  await ada.call(api.comments.update, { params, body: { comment: 'first, edited' } });
  const { comments, hasMore, nextCursor } = await pageOf(card);
  assert.deepEqual(
    comments.map(({ publicId, comment }) => [publicId, comment]),
    [
      [third, 'third'],
      [first, 'first, edited'],
    ],
  );
  const user = { id: ada.id, name: 'ada', email: ada.email, image: null };
  assert.deepEqual(nth(comments, 0).user, user);
  assert.ok(nth(comments, 0).createdAt > nth(comments, 1).createdAt);
  assert.equal(nth(comments, 0).createdBy, ada.id);
  assert.equal(nth(comments, 0).updatedAt, null);
  assert.ok(nth(comments, 1).updatedAt);
  assert.deepEqual([hasMore, nextCursor], [false, null]);
});

test('a card without comments has an empty page', async () => {
  const card = await makeCard(ada, list);
  assert.deepEqual(await pageOf(card), { comments: [], hasMore: false, nextCursor: null });
});

test('following the cursors returns every comment once, even if several share a microsecond', async () => {
  const card = await makeCard(ada, list);
  const texts: string[] = [];
  for (let n = 0; n < 23; n++) {
    texts.unshift(`comment ${n}`);
    await write(card, `comment ${n}`);
  }
  // As two nodes may write them: three at a time with the same timestamp.
  await service.sql(
    `update comments set created_at = (select count(*) from comments o
      where o.card_id = comments.card_id and o.id < comments.id) / 3 where card_id = '${card}'`,
  );
  for (const limit of [1, 2, 5, 22, 23, 100]) assert.deepEqual(await follow(card, limit), texts);
});

test('nothing is lost or shown twice while others write and delete', async () => {
  const card = await makeCard(ada, list);
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await write(card, `comment ${n}`));
  let round = 0;
  const shown = await follow(card, 3, async () => {
    await write(card, `meanwhile ${round}`);
    // Deletes the last comment of the page: the one that the cursor points at.
    await remove(card, nth(ids, ids.length - 3 * ++round));
  });
  assert.deepEqual(shown, ids.map((_, n) => `comment ${n}`).toReversed());
});

test('a limit is 1 to 100, a cursor is one that was given out', async () => {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  for (const query of [
    { limit: 0 },
    { limit: 101 },
    { limit: 1.5 },
    { limit: 'many' },
    { cursor: '' },
    { cursor: 'x' },
    { cursor: '2026-01-01T00:00:00.000Z' },
    { cursor: "1.0123456789abcde'" },
    { cursor: `99999999999999999.0123456789abcdef` },
  ]) {
    await ada.refused(400, api.comments.list, { params, query: query as { cursor: string } });
  }
});

test('email addresses are null where the workspace hides them', async () => {
  const card = await makeCard(ada, list);
  await write(card, 'x');
  const guest = await service.signUp('guest');
  await addMember(service, made.workspace, guest, { role: 'guest' });
  await service.sql(`update workspaces set show_emails_to_members = 0 where id = '${made.workspace}'`);
  assert.equal(nth((await pageOf(card, {}, guest)).comments, 0).user.email, null);
  assert.equal(nth((await pageOf(card)).comments, 0).user.email, ada.email);
  await service.sql(`update workspaces set show_emails_to_members = 1 where id = '${made.workspace}'`);
  assert.equal(nth((await pageOf(card, {}, guest)).comments, 0).user.email, ada.email);
});

test('callers who may not view comments read none', async () => {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  const blind = await service.signUp('blind');
  await addMember(service, made.workspace, blind, { revoked: ['comment:view'] });
  await blind.refused(403, api.comments.list, { params });
  const key = await keyOf(service, ada, ['card:view']);
  await key.refused(403, api.comments.list, { params });
});

test('a page takes two statements besides authentication', async () => {
  const card = await makeCard(ada, list);
  for (let n = 0; n < 30; n++) await write(card, `comment ${n}`);
  assert.equal(await statementsOf(service, () => pageOf(card, { limit: 20 })), 3);
});

test('the longest comments are read a few hundred kilobytes at a time, and come once each', async (t) => {
  const card = await makeCard(ada, list);
  const texts: string[] = [];
  for (let n = 0; n < 100; n++) {
    texts.unshift(`${n}${'\u{1F600}'.repeat(9_990)}`);
    await write(card, nth(texts, 0));
  }
  const reads = longestRead(t, service);
  const { comments, hasMore } = await pageOf(card, { limit: 100 });
  assert.deepEqual(
    comments.map(({ comment }) => comment),
    texts,
  );
  assert.equal(hasMore, false);
  assert.equal(new Set(comments.map(({ version }) => version)).size, 100);
  const { longest, count } = reads();
  assert.ok(longest < 250_000, `${longest} characters were read at once`);
  assert.ok(count < 60, `${count} statements`);
  for (const limit of [7, 99]) assert.deepEqual(await follow(card, limit), texts);
});
