import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const eve = await service.signUp('eve');
const workspace = await makeWorkspace(ada);

type Settings = BodyOf<typeof api.boards.update>;
const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const set = (board: string, body: Settings) => ada.call(api.boards.update, { ...at(board), body });
const make = async () => (await makeBoard(ada, { workspace })).board;
const stored = (board: string) =>
  service.sql(`select name, slug, visibility, archived_at from boards where id = '${board}'`);

test('name, slug, visibility and archive are changed together or alone, and recorded once', async () => {
  const board = await make();
  const types = await service.recorded(async () => {
    const body = { name: '  New name ', slug: 'new-slug', visibility: 'public', isArchived: true } as const;
    assert.deepEqual(await set(board, body), {
      publicId: board,
      name: 'New name',
      slug: 'new-slug',
      visibility: 'public',
      isArchived: true,
      favorite: false,
    });
  });
  assert.deepEqual(types, ['board.updated']);
  assert.deepEqual(await service.recorded(() => set(board, { isArchived: false })), ['board.updated']);
  const { name, slug, visibility, isArchived } = await ada.call(api.boards.get, at(board));
  assert.deepEqual([name, slug, visibility, isArchived], ['New name', 'new-slug', 'public', false]);
});

test('what stays the same is not recorded', async () => {
  const board = await make();
  await set(board, { name: 'Same', slug: `same-${board}`, visibility: 'public', isArchived: true });
  const before = await stored(board);
  const types = await service.recorded(() =>
    set(board, { name: ' Same', slug: `same-${board}`, visibility: 'public', isArchived: true }),
  );
  assert.deepEqual(types, []);
  assert.deepEqual(await stored(board), before);
});

test("a favourite is the caller's own: guests can mark theirs, and no one is notified", async () => {
  const board = await make();
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  const types = await service.recorded(async () => {
    for (const favorite of [true, true, false, false, true]) {
      const reply = await guest.call(api.boards.update, { ...at(board), body: { favorite } });
      assert.equal(reply.favorite, favorite);
      assert.equal((await guest.call(api.boards.get, at(board))).favorite, favorite);
      assert.equal((await ada.call(api.boards.get, at(board))).favorite, false);
    }
  });
  assert.deepEqual(types, []);
});

test('guests, and keys for reading, change nothing else; one field too much stores none', async () => {
  const board = await make();
  const guest = await service.signUp('guest2');
  await addMember(service, workspace, guest, { role: 'guest' });
  const key = await keyOf(service, ada, ['board:view']);
  const before = await stored(board);
  for (const caller of [guest, key]) {
    for (const body of [
      { name: 'x' },
      { slug: 'guest-slug' },
      { visibility: 'public' },
      { isArchived: true },
      { favorite: true, name: 'x' },
    ] satisfies Settings[]) {
      const error = await caller.refused(403, api.boards.update, { ...at(board), body });
      assert.match(nth(error.issues, 0).message, /board:edit/);
    }
  }
  assert.deepEqual(await stored(board), before);
  assert.equal((await guest.call(api.boards.get, at(board))).favorite, false);
});

test('409: a slug that another board of the workspace holds, be it archived or in the trash', async () => {
  const [first, second] = [await make(), await make()];
  await set(first, { slug: 'taken' });
  const before = await stored(second);
  const refused = () => ada.refused(409, api.boards.update, { ...at(second), body: { slug: 'taken' } });
  assert.match(nth((await refused()).issues, 0).message, /slug/);
  await set(first, { isArchived: true });
  await refused();
  await ada.call(api.boards.delete, at(first));
  await refused();
  assert.deepEqual(await stored(second), before);
  const elsewhere = await makeBoard(ada);
  await set(elsewhere.board, { slug: 'taken' });
});

test('of many that want one slug at once, one gets it', async () => {
  const boards = await Promise.all(Array.from({ length: 16 }, make));
  const answers = await Promise.allSettled(boards.map((board) => set(board, { slug: 'wanted' })));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const answer of answers) {
    if (answer.status === 'rejected') assert.equal((answer.reason as { status: number }).status, 409);
  }
});

test('changes of one board at once are all kept', async () => {
  const board = await make();
  await Promise.all([
    set(board, { name: 'renamed' }),
    set(board, { slug: 'changed-at-once' }),
    set(board, { visibility: 'public' }),
    set(board, { isArchived: true }),
    set(board, { favorite: true }),
  ]);
  const { name, slug, visibility, isArchived, favorite } = await ada.call(api.boards.get, at(board));
  assert.deepEqual(
    [name, slug, visibility, isArchived, favorite],
    ['renamed', 'changed-at-once', 'public', true, true],
  );
});

test('a slug is reported as available before it is taken', async () => {
  const [board, other] = [await make(), await make()];
  await set(board, { slug: 'asked-for' });
  const ask = (boardPublicId: string, boardSlug: string) =>
    ada.call(api.boards.checkSlug, { params: { boardPublicId }, query: { boardSlug } });
  assert.deepEqual(await ask(other, 'asked-for'), { isAvailable: false, isReserved: true });
  assert.deepEqual(await ask(board, 'asked-for'), { isAvailable: true, isReserved: false });
  assert.deepEqual(await ask(other, 'not-asked-for'), { isAvailable: true, isReserved: false });
  assert.deepEqual(await ask(other, 'settings'), { isAvailable: false, isReserved: true });
  const elsewhere = await makeBoard(ada);
  assert.deepEqual(await ask(elsewhere.board, 'asked-for'), { isAvailable: true, isReserved: false });
  await ada.call(api.boards.delete, at(board));
  assert.deepEqual(await ask(other, 'asked-for'), { isAvailable: false, isReserved: true });
});

test('400: a reserved slug, a field that breaks a rule, nothing to change', async () => {
  const board = await make();
  const before = await stored(board);
  const bad: unknown[] = [
    {},
    { colour: 'red' },
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(101) },
    { name: null },
    { slug: 'settings' },
    { slug: 'ab' },
    { slug: 'u p' },
    { slug: 'with space' },
    { slug: 'x'.repeat(65) },
    { visibility: 'secret' },
    { favorite: 'true' },
    { isArchived: 1 },
    { name: 'good', slug: 'settings' },
  ];
  const types = await service.recorded(async () => {
    for (const body of bad) {
      await ada.refused(400, api.boards.update, { ...at(board), body: body as Settings });
    }
  });
  assert.deepEqual(types, []);
  assert.deepEqual(await stored(board), before);
  for (const boardSlug of ['ab', 'u p', 'x'.repeat(65)]) {
    await ada.refused(400, api.boards.checkSlug, { ...at(board), query: { boardSlug } });
  }
});

test('401, 403 and 404', async () => {
  const board = await make();
  const change = { ...at(board), body: { favorite: true } };
  const ask = { ...at(board), query: { boardSlug: 'some-slug' } };
  await service.caller().refused(401, api.boards.update, change);
  await service.caller().refused(401, api.boards.checkSlug, ask);
  await eve.refused(403, api.boards.update, change);
  await eve.refused(403, api.boards.checkSlug, ask);
  const invited = await service.signUp('invited');
  await addMember(service, workspace, invited, { role: 'admin', status: 'invited' });
  await invited.refused(403, api.boards.update, change);
  const blind = await service.signUp('blind');
  await addMember(service, workspace, blind, { revoked: ['board:view'] });
  await blind.refused(403, api.boards.update, { ...at(board), body: { name: 'x' } });
  await ada.call(api.boards.delete, at(board));
  for (const absent of [board, '0123456789abcdef']) {
    await ada.refused(404, api.boards.update, { ...change, ...at(absent) });
    await ada.refused(404, api.boards.checkSlug, { ...ask, ...at(absent) });
  }
});
