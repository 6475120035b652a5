import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { trashTime } from '../base/access/trash.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { keyOf, type Refused, refusedToOthers } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const unknown = '0123456789abcdef';

type Update = BodyOf<typeof api.lists.update>;

const update = (list: string, body: Update, person: Person = ada) =>
  person.call(api.lists.update, { params: { listPublicId: list }, body });

const create = (board: string, name: string) =>
  ada.call(api.lists.create, { body: { boardPublicId: board, name } });

const at = (list: string) => ({ params: { listPublicId: list } });

/** A board of the lists `a` to `e`. */
async function fiveLists() {
  const made = await makeBoard(ada);
  await Promise.all(made.lists.map((list) => ada.call(api.lists.delete, at(list))));
  const ids: Record<string, string> = {};
  for (const name of 'abcde') ids[name] = (await create(made.board, name)).publicId;
  return { ...made, id: (name: string) => ids[name] ?? '' };
}

/** The names of the lists of a board in order; their indexes count up from 0. */
async function namesOn(made: { workspace: string; board: string }): Promise<string> {
  const boards = await ada.call(api.boards.list, { params: { workspacePublicId: made.workspace } });
  const lists = boards.find(({ publicId }) => publicId === made.board)?.lists ?? [];
  assert.deepEqual(
    lists.map(({ index }) => index),
    lists.map((_, index) => index),
  );
  return lists.map(({ name }) => name).join('');
}

test('a list is made at the end of its board', async () => {
  const made = await makeBoard(ada);
  const types = await service.recorded(async () => {
    const list = await create(made.board, '  Later ');
    assert.deepEqual({ ...list, publicId: '' }, { publicId: '', name: 'Later', index: 2 });
  });
  assert.deepEqual(types, ['list.created']);
  assert.equal(await namesOn(made), 'To doDoneLater');
});

test('a list is made, or moved, right next to another one', async () => {
  const made = await fiveLists();
  const { id } = made;
  const next = async (name: string, body: Partial<BodyOf<typeof api.lists.create>>) =>
    (await ada.call(api.lists.create, { body: { boardPublicId: made.board, name, ...body } })).index;
  assert.equal(await next('v', { afterPublicId: id('b') }), 2);
  assert.equal(await next('w', { beforePublicId: id('a') }), 0);
  assert.equal(await next('x', { index: 1 }), 1);
  assert.equal(await next('y', { index: 99 }), 8);
  assert.equal(await namesOn(made), 'wxabvcdey');
  assert.equal((await update(id('e'), { afterPublicId: id('a') })).index, 3);
  assert.equal((await update(id('a'), { beforePublicId: id('d') })).index, 6);
  assert.equal(await namesOn(made), 'wxebvcady');
  const types = await service.recorded(async () => {
    await update(id('a'), { afterPublicId: id('c') });
    await update(id('a'), { beforePublicId: id('a') });
    await update(id('a'), { afterPublicId: id('a') });
  });
  assert.deepEqual(types, []);
});

test('next to a list that was deleted is where it was', async () => {
  const made = await fiveLists();
  const { board, id } = made;
  await ada.call(api.lists.delete, at(id('c')));
  await update(id('e'), { beforePublicId: id('c') });
  await ada.call(api.lists.create, { body: { boardPublicId: board, name: 'x', afterPublicId: id('c') } });
  assert.equal((await namesOn(made)).split('').toSorted().join(''), 'abdex');
  assert.match(await namesOn(made), /^ab(ex|xe)d$/);
});

test('a list of another board is no neighbour, and indistinguishable from one that does not exist', async () => {
  const made = await fiveLists();
  const elsewhere = await makeBoard(ada);
  const types = await service.recorded(async () => {
    for (const afterPublicId of [unknown, nth(elsewhere.lists, 0), made.board]) {
      const body = { afterPublicId };
      const refused = [
        await ada.refused(400, api.lists.update, { ...at(made.id('a')), body }),
        await ada.refused(400, api.lists.create, { body: { ...body, boardPublicId: made.board, name: 'x' } }),
      ];
      for (const { issues } of refused) {
        assert.deepEqual(issues, [{ message: 'body/afterPublicId is not a list of the board' }]);
      }
    }
    const body = { index: 0, beforePublicId: made.id('b') };
    const { message } = await ada.refused(400, api.lists.update, { ...at(made.id('a')), body });
    assert.match(message, /body\/beforePublicId is not allowed together with index/);
  });
  assert.deepEqual(types, []);
});

test('a list moves to the index that is asked for, in both directions, and past the end to the end', async () => {
  const moves: [string, number, string, number][] = [
    ['a', 0, 'abcde', 0],
    ['a', 1, 'bacde', 1],
    ['a', 2, 'bcade', 2],
    ['a', 4, 'bcdea', 4],
    ['e', 0, 'eabcd', 0],
    ['e', 3, 'abced', 3],
    ['c', 1, 'acbde', 1],
    ['c', 3, 'abdce', 3],
    ['b', 99, 'acdeb', 4],
  ];
  for (const [name, index, expected, shown] of moves) {
    const made = await fiveLists();
    const reply = await update(made.id(name), { index });
    assert.deepEqual(reply, { publicId: made.id(name), name, index: shown });
    assert.equal(await namesOn(made), expected, `${name} to ${index}`);
  }
});

test('a list is renamed and moved in one call, which is one event', async () => {
  const made = await fiveLists();
  const types = await service.recorded(async () => {
    assert.deepEqual(await update(made.id('b'), { name: ' B ', index: 3 }), {
      publicId: made.id('b'),
      name: 'B',
      index: 3,
    });
  });
  assert.deepEqual(types, ['list.updated']);
  assert.equal(await namesOn(made), 'acdBe');
  const { name, index } = await update(made.id('b'), { name: 'b' });
  assert.deepEqual([name, index], ['b', 3], 'a rename leaves the list where it is');
});

test('a change that changes nothing is not recorded', async () => {
  const made = await fiveLists();
  const types = await service.recorded(async () => {
    await update(made.id('c'), { name: 'c' });
    await update(made.id('c'), { index: 2 });
    await update(made.id('e'), { index: 4000 });
  });
  assert.deepEqual(types, []);
});

test('bad input is refused and stores nothing', async () => {
  const made = await fiveLists();
  const bad: unknown[] = [
    {},
    { name: '' },
    { name: '  ' },
    { name: 'x'.repeat(256) },
    { name: null },
    { index: -1 },
    { index: 1.5 },
    { index: '1' },
    { name: 'x', index: null },
    [],
  ];
  const types = await service.recorded(async () => {
    for (const body of bad) {
      await ada.refused(400, api.lists.update, { ...at(made.id('a')), body: body as Update });
    }
    await ada.refused(400, api.lists.update, { ...at('short'), body: { name: 'x' } });
    for (const body of [
      { name: 'x' },
      { boardPublicId: made.board },
      { name: '', boardPublicId: made.board },
    ]) {
      await ada.refused(400, api.lists.create, { body: body as BodyOf<typeof api.lists.create> });
    }
    await ada.refused(400, api.lists.create, { body: { name: 'x', boardPublicId: unknown } });
    await ada.refused(400, api.lists.delete, at('short'));
    await ada.refused(400, api.lists.restore, at('short'));
  });
  assert.deepEqual(types, []);
  assert.equal(await namesOn(made), 'abcde');
});

test('a list that is not there is 404', async () => {
  await ada.refused(404, api.lists.update, { ...at(unknown), body: { name: 'x' } });
  await ada.refused(404, api.lists.delete, at(unknown));
  await ada.refused(404, api.lists.restore, at(unknown));
});

test('a deleted list takes its cards along and is not addressed any more', async () => {
  const made = await fiveLists();
  const card = await makeCard(ada, made.id('b'));
  const types = await service.recorded(() => ada.call(api.lists.delete, at(made.id('b'))));
  assert.deepEqual(types, ['list.deleted']);
  assert.equal(await namesOn(made), 'acde');
  await ada.refused(404, api.lists.delete, at(made.id('b')));
  await ada.refused(404, api.lists.update, { ...at(made.id('b')), body: { name: 'x' } });
  await ada.refused(404, api.cards.get, { params: { cardPublicId: card } });
  await ada.refused(404, api.cards.restore, { params: { cardPublicId: card } });
  await ada.refused(400, api.cards.create, { body: { title: 'x', listPublicId: made.id('b') } });
  const other = await makeCard(ada, made.id('a'));
  await ada.refused(400, api.cards.update, {
    params: { cardPublicId: other },
    body: { listPublicId: made.id('b') },
  });
});

test('a restored list stands where it was among its neighbours, with the cards that were in it', async () => {
  const made = await fiveLists();
  const kept = await makeCard(ada, made.id('b'));
  const gone = await makeCard(ada, made.id('b'));
  await ada.call(api.cards.delete, { params: { cardPublicId: gone } });
  await ada.call(api.lists.delete, at(made.id('b')));
  const types = await service.recorded(() => ada.call(api.lists.restore, at(made.id('b'))));
  assert.deepEqual(types, ['list.restored']);
  assert.equal(await namesOn(made), 'abcde');
  const card = await ada.call(api.cards.get, { params: { cardPublicId: kept } });
  assert.equal(card.list.name, 'b');
  await ada.refused(404, api.cards.get, { params: { cardPublicId: gone } });
});

test('a list whose position was taken meanwhile is restored next to the one that took it', async () => {
  const made = await fiveLists();
  await ada.call(api.lists.delete, at(made.id('b')));
  // The midpoint between the same neighbours is the same key, so this list takes the order key of `b`.
  await update(made.id('e'), { index: 1 });
  assert.equal(await namesOn(made), 'aecd');
  await ada.call(api.lists.restore, at(made.id('b')));
  assert.equal(await namesOn(made), 'abecd');
});

test('restoring what is not in the trash changes nothing', async () => {
  const made = await fiveLists();
  assert.deepEqual(await service.recorded(() => ada.call(api.lists.restore, at(made.id('a')))), []);
});

test('after 30 days a list cannot be restored', async () => {
  const made = await fiveLists();
  await ada.call(api.lists.delete, at(made.id('a')));
  await service.sql(`update lists set deleted_at = deleted_at - ${trashTime} where id = '${made.id('a')}'`);
  await ada.refused(404, api.lists.restore, at(made.id('a')));
});

test('only who may delete lists restores them', async () => {
  const made = await fiveLists();
  await ada.call(api.lists.delete, at(made.id('e')));
  await (await keyOf(service, ada, ['list:edit'])).refused(403, api.lists.restore, at(made.id('e')));
  await (await keyOf(service, ada, ['list:delete'])).call(api.lists.restore, at(made.id('e')));
});

test('only who may edit lists changes them: no outsider, guest, or member that is not active', async () => {
  const made = await fiveLists();
  await ada.call(api.lists.delete, at(made.id('e')));
  const refusedAs: Refused = async (person, status) => {
    const body = { name: 'x' };
    await person.refused(status, api.lists.create, { body: { ...body, boardPublicId: made.board } });
    await person.refused(status, api.lists.update, { ...at(made.id('a')), body });
    await person.refused(status, api.lists.delete, at(made.id('a')));
    await person.refused(status, api.lists.restore, at(made.id('e')));
  };
  const types = await service.recorded(() => refusedToOthers(service, made.workspace, refusedAs));
  assert.deepEqual(types, []);
  assert.equal(await namesOn(made), 'abcd');
});

test('32 lists made at once on one board all have a place of their own', async () => {
  const made = await makeBoard(ada);
  const names = Array.from({ length: 32 }, (_, n) => String.fromCharCode(0x100 + n));
  const replies = await Promise.all(names.map((name) => create(made.board, name)));
  assert.deepEqual(
    replies.map(({ index }) => index).toSorted((a, b) => a - b),
    names.map((_, n) => n + 2),
    'every one was told the index it got',
  );
  assert.deepEqual((await namesOn(made)).slice('To doDone'.length).split('').toSorted(), names);
});

test('32 moves at once on one board leave every list at a place of its own', async () => {
  const made = await fiveLists();
  const names = 'abcde'.split('');
  await Promise.all(
    Array.from({ length: 32 }, (_, n) => update(made.id(nth(names, n % 5)), { index: (n * 7) % 5 })),
  );
  assert.deepEqual((await namesOn(made)).split('').toSorted(), names);
  const [row] = await service.sql<{ lists: number; places: number }>(
    `select count(*) as lists, count(distinct position) as places from lists
     where board_id = '${made.board}' and deleted_at is null`,
  );
  assert.deepEqual(row, { lists: 5, places: 5 });
});

test('making, moving, deleting and restoring lists at once all succeed', async () => {
  const made = await fiveLists();
  await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const { publicId } = await create(made.board, String.fromCharCode(0x100 + n));
      await update(publicId, { index: n % 4 });
      await ada.call(api.lists.delete, at(publicId));
      await ada.call(api.lists.restore, at(publicId));
    }),
  );
  assert.equal((await namesOn(made)).length, 5 + 8);
});
