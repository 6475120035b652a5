import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type Refused, refusedToOthers } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const list = nth(made.lists, 0);
const unknown = '0123456789abcdef';

const readCard = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });

const addChecklist = async (card: string, name: string, person: Person = ada) =>
  (await person.call(api.checklists.create, { params: { cardPublicId: card }, body: { name } })).publicId;

/** The names of the checklists of a card, in order; their indexes count up from 0. */
async function namesOn(card: string): Promise<string[]> {
  const { checklists } = await readCard(card);
  assert.deepEqual(
    checklists.map(({ index }) => index),
    checklists.map((_, index) => index),
  );
  return checklists.map(({ name }) => name);
}

/** The contents of the newest activities of a card, newest first. */
async function told(card: string, count: number) {
  const { activities } = await readCard(card);
  return activities
    .toReversed()
    .slice(0, count)
    .map(({ type, fromTitle, toTitle }) => [type, fromTitle, toTitle]);
}

test('a checklist is added at the end of its card, its name trimmed', async () => {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  const types = await service.recorded(async () => {
    const first = await ada.call(api.checklists.create, { params, body: { name: '  Before release ' } });
    assert.equal(first.name, 'Before release');
    await addChecklist(card, 'After release');
  });
  assert.deepEqual(types, ['card.updated.checklist.added', 'card.updated.checklist.added']);
  assert.deepEqual(await namesOn(card), ['Before release', 'After release']);
  assert.deepEqual(await told(card, 2), [
    ['card.updated.checklist.added', null, 'After release'],
    ['card.updated.checklist.added', null, 'Before release'],
  ]);
});

test('a name has 1 to 255 characters after trimming; anything else stores nothing', async () => {
  const params = { cardPublicId: await makeCard(ada, list) };
  await ada.call(api.checklists.create, { params, body: { name: ` ${'😀'.repeat(255)} ` } });
  const types = await service.recorded(async () => {
    for (const name of ['', '   ', 'x'.repeat(256), 7, null, ['x']]) {
      await ada.refused(400, api.checklists.create, { params, body: { name } as { name: string } });
    }
    await ada.refused(400, api.checklists.create, { params, body: {} as { name: string } });
  });
  assert.deepEqual(types, []);
  assert.equal((await namesOn(params.cardPublicId)).length, 1);
});

test('a checklist is renamed, and the activity tells both names', async () => {
  const card = await makeCard(ada, list);
  const id = await addChecklist(card, 'Before');
  const params = { checklistPublicId: id };
  const changed = await ada.call(api.checklists.update, { params, body: { name: ' After ' } });
  assert.deepEqual(changed, { publicId: id, name: 'After' });
  assert.deepEqual(await told(card, 1), [['card.updated.checklist.renamed', 'Before', 'After']]);
  const types = await service.recorded(() =>
    ada.call(api.checklists.update, { params, body: { name: 'After' } }),
  );
  assert.deepEqual(types, [], 'the same name is no change');
});

test('a checklist is moved on its card; past the end means the end', async () => {
  const card = await makeCard(ada, list);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) ids.push(await addChecklist(card, name));
  const move = async (n: number, index: number) => {
    await ada.call(api.checklists.update, { params: { checklistPublicId: nth(ids, n) }, body: { index } });
    return (await namesOn(card)).join('');
  };
  assert.equal(await move(2, 0), 'cab');
  assert.equal(await move(2, 1), 'acb');
  assert.equal(await move(0, 99), 'cba');
  assert.equal(await move(1, 1), 'cba');
  const params = { checklistPublicId: nth(ids, 0) };
  for (const index of [-1, 0.5, '1', null]) {
    await ada.refused(400, api.checklists.update, { params, body: { index } as { index: number } });
  }
  await ada.refused(400, api.checklists.update, { params, body: {} });
  assert.deepEqual(await namesOn(card), ['c', 'b', 'a']);
});

test('a checklist is deleted with its items, once', async () => {
  const card = await makeCard(ada, list);
  const id = await addChecklist(card, 'Gone');
  const params = { checklistPublicId: id };
  const { publicId: item } = await ada.call(api.checklists.createItem, { params, body: { title: 'x' } });
  assert.deepEqual(await ada.call(api.checklists.delete, { params }), { success: true });
  assert.deepEqual(await namesOn(card), []);
  assert.deepEqual(await told(card, 1), [['card.updated.checklist.deleted', 'Gone', null]]);
  await ada.refused(404, api.checklists.delete, { params });
  await ada.refused(404, api.checklists.update, { params, body: { name: 'x' } });
  await ada.refused(404, api.checklists.createItem, { params, body: { title: 'x' } });
  await ada.refused(404, api.checklists.deleteItem, { params: { checklistItemPublicId: item } });
  assert.deepEqual(await service.sql(`select id from checklist_items where checklist_id = '${id}'`), []);
});

test('an unknown id returns 404, and 403 where the specification lists no 404 (E5)', async () => {
  await ada.refused(403, api.checklists.create, { params: { cardPublicId: unknown }, body: { name: 'x' } });
  const params = { checklistPublicId: unknown };
  await ada.refused(404, api.checklists.update, { params, body: { name: 'x' } });
  await ada.refused(404, api.checklists.delete, { params });
  const short = { checklistPublicId: 'short' };
  await ada.refused(400, api.checklists.update, { params: short, body: { name: 'x' } });
  await ada.refused(400, api.checklists.delete, { params: short });
  await ada.refused(400, api.checklists.create, { params: { cardPublicId: 'short' }, body: { name: 'x' } });
});

test('the checklists of a card in the trash address nothing', async () => {
  const card = await makeCard(ada, list);
  const id = await addChecklist(card, 'x');
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  await ada.refused(403, api.checklists.create, { params: { cardPublicId: card }, body: { name: 'x' } });
  await ada.refused(404, api.checklists.update, { params: { checklistPublicId: id }, body: { name: 'y' } });
  await ada.refused(404, api.checklists.delete, { params: { checklistPublicId: id } });
});

test('only who may edit cards changes checklists: no outsider, guest, or member that is not active', async () => {
  const card = await makeCard(ada, list);
  const id = await addChecklist(card, 'Kept');
  const refusedAs: Refused = async (person, status) => {
    const params = { checklistPublicId: id };
    const body = { name: 'x' };
    await person.refused(status, api.checklists.create, { params: { cardPublicId: card }, body });
    await person.refused(status, api.checklists.update, { params, body });
    await person.refused(status, api.checklists.delete, { params });
    await person.refused(status, api.checklists.createItem, { params, body: { title: 'x' } });
  };
  const types = await service.recorded(() => refusedToOthers(service, made.workspace, refusedAs));
  assert.deepEqual(types, []);
  assert.deepEqual(await namesOn(card), ['Kept']);
});

test('32 checklists added at once all have a place of their own', async () => {
  const card = await makeCard(ada, list);
  const names = Array.from({ length: 32 }, (_, n) => `List ${n}`);
  await Promise.all(names.map((name) => addChecklist(card, name)));
  assert.deepEqual((await namesOn(card)).toSorted(), names.toSorted());
});

test('32 renames at once leave activities that tell the truth: each begins where the one before it ended', async () => {
  const card = await makeCard(ada, list);
  const id = await addChecklist(card, 'Name 0');
  const rename = (name: string) =>
    ada.call(api.checklists.update, { params: { checklistPublicId: id }, body: { name } });
  await Promise.all(Array.from({ length: 32 }, (_, n) => rename(`Name ${n + 1}`)));
  const renames = (await told(card, 32)).toReversed();
  assert.equal(renames.length, 32);
  let name: string | null | undefined = 'Name 0';
  for (const [type, from, to] of renames) {
    assert.equal(type, 'card.updated.checklist.renamed');
    assert.equal(from, name);
    name = to;
  }
  assert.deepEqual(await namesOn(card), [name]);
});
