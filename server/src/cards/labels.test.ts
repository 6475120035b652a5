import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, type Refused, refusedToOthers } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const [urgent, later] = [nth(made.labels, 0), nth(made.labels, 1)];
const unknown = '0123456789abcdef';

const newCard = (given = {}) => makeCard(ada, nth(made.lists, 0), given);
const on = (card: string, label: string) => ({ params: { cardPublicId: card, labelPublicId: label } });
const read = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });
const labelsOn = async (card: string) => (await read(card)).labels.map(({ publicId }) => publicId);

test('toggling puts a label on a card, then takes it off, and records both', async () => {
  const card = await newCard();
  const types = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.cards.toggleLabel, on(card, urgent)), { newLabel: true });
    assert.deepEqual(await labelsOn(card), [urgent]);
    assert.deepEqual(await ada.call(api.cards.toggleLabel, on(card, urgent)), { newLabel: false });
    assert.deepEqual(await labelsOn(card), []);
  });
  assert.deepEqual(types, ['card.updated.label.added', 'card.updated.label.removed']);
  const [removed, added] = (await read(card)).activities.toReversed();
  assert.deepEqual(removed?.label, { publicId: urgent, name: 'Urgent' });
  assert.deepEqual(added?.label, { publicId: urgent, name: 'Urgent' });
});

test('adding and removing again changes nothing', async () => {
  const card = await newCard();
  const types = await service.recorded(async () => {
    await ada.call(api.cards.removeLabel, on(card, later));
    assert.deepEqual(await ada.call(api.cards.addLabel, on(card, later)), { success: true });
    await ada.call(api.cards.addLabel, on(card, later));
    assert.deepEqual(await labelsOn(card), [later]);
    assert.deepEqual(await ada.call(api.cards.removeLabel, on(card, later)), { success: true });
    await ada.call(api.cards.removeLabel, on(card, later));
  });
  assert.deepEqual(types, ['card.updated.label.added', 'card.updated.label.removed']);
  assert.deepEqual(await labelsOn(card), []);
});

test('an activity keeps the name that the label had then', async () => {
  const body = { name: 'Before', colourCode: '#000000', boardPublicId: made.board };
  const { publicId } = await ada.call(api.labels.create, { body });
  const card = await newCard();
  await ada.call(api.cards.toggleLabel, on(card, publicId));
  await ada.call(api.labels.update, { params: { labelPublicId: publicId }, body: { name: 'After' } });
  await ada.call(api.labels.delete, { params: { labelPublicId: publicId } });
  assert.deepEqual((await read(card)).activities.at(-1)?.label, { publicId, name: 'Before' });
});

const operations = [api.cards.toggleLabel, api.cards.addLabel, api.cards.removeLabel];

test('a label of another board, of another workspace, or of none is 404', async () => {
  const card = await newCard();
  const sibling = await makeBoard(ada, { workspace: made.workspace });
  const foreign = await makeBoard(ada);
  const types = await service.recorded(async () => {
    for (const label of [nth(sibling.labels, 0), nth(foreign.labels, 0), unknown]) {
      for (const operation of operations) await ada.refused(404, operation, on(card, label));
    }
  });
  assert.deepEqual(types, []);
  assert.deepEqual(await labelsOn(card), []);
});

test('an unknown or deleted card is 404, a short id 400', async () => {
  const card = await newCard();
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  for (const operation of operations) {
    await ada.refused(404, operation, on(card, urgent));
    await ada.refused(404, operation, on(unknown, urgent));
    await ada.refused(400, operation, on('short', urgent));
    await ada.refused(400, operation, on(card, 'short'));
  }
});

test('only who may edit cards labels them: no outsider, guest, or member that is not active', async () => {
  const card = await newCard({ labelPublicIds: [later] });
  const refusedAs: Refused = async (person, status) => {
    for (const operation of operations) await person.refused(status, operation, on(card, later));
  };
  const types = await service.recorded(() => refusedToOthers(service, made.workspace, refusedAs));
  assert.deepEqual(types, []);
  assert.deepEqual(await labelsOn(card), [later]);
});

test('32 toggles of one label by several people: what is on the card is what the activities add up to', async () => {
  const card = await newCard();
  const people = [ada];
  for (const name of ['cleo', 'dan', 'eve']) {
    const person = await service.signUp(name);
    await addMember(service, made.workspace, person);
    people.push(person);
  }
  for (const toggles of [31, 32]) {
    const before = (await labelsOn(card)).length;
    const replies: boolean[] = [];
    const types = await service.recorded(() =>
      Promise.all(
        Array.from({ length: toggles }, async (_, n) => {
          const { newLabel } = await nth(people, n % 4).call(api.cards.toggleLabel, on(card, urgent));
          replies.push(newLabel);
        }),
      ),
    );
    const added = types.filter((type) => type === 'card.updated.label.added').length;
    const removed = types.filter((type) => type === 'card.updated.label.removed').length;
    assert.equal(added + removed, toggles, 'every toggle is recorded');
    assert.equal(replies.filter(Boolean).length, added, 'every reply tells what was done');
    assert.equal((await labelsOn(card)).length, before + added - removed);
    types.reduce((was, type) => {
      assert.notEqual(type, was, 'added and removed take turns');
      return type;
    }, '');
  }
});

test('a label added by many at once is added once', async () => {
  const card = await newCard();
  const types = await service.recorded(() =>
    Promise.all(Array.from({ length: 32 }, () => ada.call(api.cards.addLabel, on(card, urgent)))),
  );
  assert.deepEqual(types, ['card.updated.label.added']);
});
