import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { trashTime } from '../base/access/trash.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const unknown = '0123456789abcdef';

const at = (card: string) => ({ params: { cardPublicId: card } });
const read = (card: string) => ada.call(api.cards.get, at(card));
const indexOf = async (card: string) => (await read(card)).index;
const indexesOf = (cards: string[]) => Promise.all(cards.map(indexOf));

/** A list of four cards, on a board of its own. */
async function fourCards() {
  const made = await makeBoard(ada);
  const list = nth(made.lists, 0);
  const cards: string[] = [];
  for (let n = 0; n < 4; n++) cards.push(await makeCard(ada, list));
  return { ...made, list, cards, card: nth(cards, 1) };
}

test('an archived card gives up its position and stays readable', async () => {
  const { cards, card } = await fourCards();
  const types = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.cards.archive, at(card)), { success: true });
    await ada.call(api.cards.archive, at(card));
  });
  assert.deepEqual(types, ['card.archived'], 'archiving again changes nothing');
  assert.deepEqual(await indexesOf(cards.filter((other) => other !== card)), [0, 1, 2]);
  assert.equal((await read(card)).activities.at(-1)?.type, 'card.archived');
  await ada.call(api.cards.update, { ...at(card), body: { title: 'Still editable' } });
});

test('a restored card stands where it was among its neighbours', async () => {
  const { cards, card } = await fourCards();
  await ada.call(api.cards.archive, at(card));
  const types = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.cards.restore, at(card)), { success: true });
    await ada.call(api.cards.restore, at(card));
  });
  assert.deepEqual(types, ['card.restored'], 'restoring again changes nothing');
  assert.deepEqual(await indexesOf(cards), [0, 1, 2, 3]);
});

test('a deleted card is not found, frees its place, and can be restored', async () => {
  const { cards, card, list, labels } = await fourCards();
  const types = await service.recorded(() => ada.call(api.cards.delete, at(card)));
  assert.deepEqual(types, ['card.deleted']);
  assert.deepEqual(await indexesOf(cards.filter((other) => other !== card)), [0, 1, 2]);
  await ada.refused(404, api.cards.get, at(card));
  await ada.refused(404, api.cards.update, { ...at(card), body: { title: 'x' } });
  await ada.refused(404, api.cards.archive, at(card));
  await ada.refused(404, api.cards.delete, at(card));
  await ada.refused(403, api.cards.duplicate, { ...at(card), body: { listPublicId: list } });
  const params = { cardPublicId: card, labelPublicId: nth(labels, 0) };
  await ada.refused(404, api.cards.toggleLabel, { params });
  await ada.call(api.cards.restore, at(card));
  assert.deepEqual(await indexesOf(cards), [0, 1, 2, 3]);
  assert.deepEqual(
    (await read(card)).activities
      .toReversed()
      .slice(0, 2)
      .map(({ type }) => type),
    ['card.restored', 'card.deleted'],
  );
});

test('a card whose position was taken meanwhile is restored next to the one that took it', async () => {
  for (const leave of [api.cards.archive, api.cards.delete]) {
    const { cards, card, list } = await fourCards();
    await ada.call(leave, at(card));
    // The midpoint between the same neighbours is the same key, so this card takes the order key of `card`.
    const taker = await makeCard(ada, list, { index: 1 });
    await ada.call(api.cards.restore, at(card));
    assert.deepEqual(await indexesOf(cards), [0, 1, 3, 4]);
    assert.equal(await indexOf(taker), 2);
  }
});

test('a card that was archived before it was deleted comes back onto its board', async () => {
  const { cards, card } = await fourCards();
  await ada.call(api.cards.archive, at(card));
  await ada.call(api.cards.delete, at(card));
  await ada.call(api.cards.restore, at(card));
  assert.deepEqual(await indexesOf(cards), [0, 1, 2, 3]);
});

test('a card in a list that is in the trash is restored only after the list', async () => {
  const { card, list } = await fourCards();
  await ada.call(api.cards.delete, at(card));
  await ada.call(api.lists.delete, { params: { listPublicId: list } });
  await ada.refused(404, api.cards.restore, at(card));
  await ada.call(api.lists.restore, { params: { listPublicId: list } });
  await ada.call(api.cards.restore, at(card));
  assert.equal(await indexOf(card), 1);
});

test('after 30 days a card cannot be restored', async () => {
  const { card } = await fourCards();
  await ada.call(api.cards.delete, at(card));
  await service.sql(`update cards set deleted_at = deleted_at - ${trashTime} where id = '${card}'`);
  await ada.refused(404, api.cards.restore, at(card));
});

test('of many who delete one card, one does; of many who archive or restore it, one is recorded', async () => {
  const { card } = await fourCards();
  const sixteen = <T>(work: () => Promise<T>) => Promise.allSettled(Array.from({ length: 16 }, work));
  const types = await service.recorded(async () => {
    const archived = await sixteen(() => ada.call(api.cards.archive, at(card)));
    const unarchived = await sixteen(() => ada.call(api.cards.restore, at(card)));
    assert.ok([...archived, ...unarchived].every(({ status }) => status === 'fulfilled'));
    const deleted = await sixteen(() => ada.call(api.cards.delete, at(card)));
    for (const outcome of deleted) {
      if (outcome.status === 'rejected') assert.match(String(outcome.reason), /404/);
    }
    assert.equal(deleted.filter(({ status }) => status === 'fulfilled').length, 1);
    const restored = await sixteen(() => ada.call(api.cards.restore, at(card)));
    assert.ok(restored.every(({ status }) => status === 'fulfilled'));
  });
  assert.deepEqual(types, ['card.archived', 'card.restored', 'card.deleted', 'card.restored']);
});

test('a card that is not there is 404, a short id 400', async () => {
  for (const operation of [api.cards.archive, api.cards.restore, api.cards.delete]) {
    await ada.refused(404, operation, at(unknown));
    await ada.refused(400, operation, at('short'));
  }
});

test('only who may edit cards archives and restores, only who may delete deletes, and restores that', async () => {
  const { workspace, card, cards } = await fourCards();
  const trashed = nth(cards, 3);
  await ada.call(api.cards.delete, at(trashed));
  const refusedAs = async (person: Pick<Person, 'refused'>, status: number) => {
    await person.refused(status, api.cards.archive, at(card));
    await person.refused(status, api.cards.delete, at(card));
    await person.refused(status, api.cards.restore, at(trashed));
  };
  const types = await service.recorded(async () => {
    await refusedAs(service.caller(), 401);
    await refusedAs(await service.signUp('outsider'), 403);
    const guest = await service.signUp('guest');
    await addMember(service, workspace, guest, { role: 'guest' });
    await refusedAs(guest, 403);
    const editing = await keyOf(service, ada, ['card:edit']);
    await editing.refused(403, api.cards.delete, at(card));
    await editing.refused(403, api.cards.restore, at(trashed));
    const ben = await service.signUp('ben');
    const member = await addMember(service, workspace, ben);
    for (const status of ['invited', 'paused', 'removed'] as const) {
      await setStatus(service, member, status);
      await refusedAs(ben, 403);
    }
  });
  assert.deepEqual(types, []);
  const editing = await keyOf(service, ada, ['card:edit']);
  await editing.call(api.cards.archive, at(card));
  await editing.call(api.cards.restore, at(card));
  const deleting = await keyOf(service, ada, ['card:edit', 'card:delete']);
  await deleting.call(api.cards.restore, at(trashed));
});
