import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { engine } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const ben = await service.signUp('ben');
const bensMember = await addMember(service, made.workspace, ben);
const unknown = '0123456789abcdef';

const newCard = (given = {}) => makeCard(ada, nth(made.lists, 0), given);
const on = (card: string, member: string) => ({
  params: { cardPublicId: card, workspaceMemberPublicId: member },
});
const read = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });
const membersOn = async (card: string) => (await read(card)).members.map(({ publicId }) => publicId);

test('toggling puts a member on a card, then takes the member off, and records both', async () => {
  const card = await newCard();
  const types = await service.recorded(async () => {
    assert.deepEqual(await ben.call(api.cards.toggleMember, on(card, bensMember)), { newMember: true });
    assert.deepEqual((await read(card)).members, [
      { publicId: bensMember, email: 'ben@example.com', user: { id: ben.id, name: 'ben' } },
    ]);
    assert.deepEqual(await ada.call(api.cards.toggleMember, on(card, bensMember)), { newMember: false });
    assert.deepEqual(await membersOn(card), []);
  });
  assert.deepEqual(types, ['card.updated.member.added', 'card.updated.member.removed']);
  const [removed, added] = (await read(card)).activities.toReversed();
  const member = { publicId: bensMember, user: { name: 'ben', email: 'ben@example.com' } };
  assert.deepEqual(removed?.member, member);
  assert.deepEqual(added?.member, member);
  assert.deepEqual([added?.user.name, removed?.user.name], ['ben', 'ada']);
});

test('toggling reads the credential, the card and the member, and writes the set, the activity, versions and log', async () => {
  const card = await newCard();
  const counts = [];
  for (let n = 0; n < 4; n++) {
    const before = service.db.statements;
    await ada.call(api.cards.toggleMember, on(card, bensMember));
    counts.push(service.db.statements - before);
  }
  // PostgreSQL holds the card and the member as well.
  assert.equal(Math.min(...counts), engine === 'postgres' ? 9 : 7);
});

test('adding and removing again changes nothing', async () => {
  const card = await newCard();
  const types = await service.recorded(async () => {
    await ada.call(api.cards.removeMember, on(card, bensMember));
    assert.deepEqual(await ada.call(api.cards.addMember, on(card, bensMember)), { success: true });
    await ada.call(api.cards.addMember, on(card, bensMember));
    assert.deepEqual(await membersOn(card), [bensMember]);
    assert.deepEqual(await ada.call(api.cards.removeMember, on(card, bensMember)), { success: true });
    await ada.call(api.cards.removeMember, on(card, bensMember));
  });
  assert.deepEqual(types, ['card.updated.member.added', 'card.updated.member.removed']);
});

const operations = [api.cards.toggleMember, api.cards.addMember, api.cards.removeMember];

test('a member of another workspace, and an unknown one, is 404', async () => {
  const card = await newCard();
  const foreign = await makeBoard(ada);
  const foreignMember = await addMember(service, foreign.workspace, ben);
  const types = await service.recorded(async () => {
    for (const member of [foreignMember, unknown, ben.id]) {
      for (const operation of operations) await ada.refused(404, operation, on(card, member));
    }
  });
  assert.deepEqual(types, []);
  assert.deepEqual(await membersOn(card), []);
});

test('an unknown or deleted card is 404, a short id 400', async () => {
  const card = await newCard();
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  for (const operation of operations) {
    await ada.refused(404, operation, on(card, bensMember));
    await ada.refused(404, operation, on(unknown, bensMember));
    await ada.refused(400, operation, on('short', bensMember));
    await ada.refused(400, operation, on(card, 'short'));
  }
});

test('invited and paused members can be put on a card', async () => {
  for (const status of ['invited', 'paused'] as const) {
    const card = await newCard();
    const member = await addMember(service, made.workspace, await service.signUp(status), { status });
    assert.deepEqual(await ada.call(api.cards.toggleMember, on(card, member)), { newMember: true });
    assert.deepEqual(await membersOn(card), [member]);
  }
});

test('a removed member cannot be put on a card, only taken off', async () => {
  const member = await addMember(service, made.workspace, await service.signUp('gone'));
  const card = await newCard({ memberPublicIds: [member] });
  await setStatus(service, member, 'removed');
  assert.deepEqual(await ada.call(api.cards.toggleMember, on(card, member)), { newMember: false });
  for (const operation of operations) await ada.refused(404, operation, on(card, member));
  assert.deepEqual(await membersOn(card), []);
});

test('only who may edit cards puts members on them: no outsider, guest, inactive member or key with too little', async () => {
  const card = await newCard({ memberPublicIds: [bensMember] });
  const refusedAs = async (person: Pick<Person, 'refused'>, status: number) => {
    for (const operation of operations) await person.refused(status, operation, on(card, bensMember));
  };
  const types = await service.recorded(async () => {
    await refusedAs(service.caller(), 401);
    await refusedAs(await service.signUp('outsider'), 403);
    const guest = await service.signUp('guest');
    await addMember(service, made.workspace, guest, { role: 'guest' });
    await refusedAs(guest, 403);
    await refusedAs(await keyOf(service, ada, ['card:view', 'card:create']), 403);
    for (const status of ['invited', 'paused', 'removed'] as const) {
      await setStatus(service, bensMember, status);
      await refusedAs(ben, 403);
    }
    await setStatus(service, bensMember, 'active');
  });
  assert.deepEqual(types, []);
  assert.deepEqual(await membersOn(card), [bensMember]);
});

test('after 32 toggles of one member by several people, the card matches its activities', async () => {
  const card = await newCard();
  for (const toggles of [31, 32]) {
    const before = (await membersOn(card)).length;
    const replies: boolean[] = [];
    const types = await service.recorded(() =>
      Promise.all(
        Array.from({ length: toggles }, async (_, n) => {
          const person = n % 2 === 0 ? ada : ben;
          const { newMember } = await person.call(api.cards.toggleMember, on(card, bensMember));
          replies.push(newMember);
        }),
      ),
    );
    const added = types.filter((type) => type === 'card.updated.member.added').length;
    const removed = types.filter((type) => type === 'card.updated.member.removed').length;
    assert.equal(added + removed, toggles, 'every toggle is recorded');
    assert.equal(replies.filter(Boolean).length, added, 'every reply tells what was done');
    assert.equal((await membersOn(card)).length, before + added - removed);
    types.reduce((was, type) => {
      assert.notEqual(type, was, 'added and removed take turns');
      return type;
    }, '');
  }
});

test('a member added by many at once is added once', async () => {
  const card = await newCard();
  const types = await service.recorded(() =>
    Promise.all(Array.from({ length: 32 }, () => ada.call(api.cards.addMember, on(card, bensMember)))),
  );
  assert.deepEqual(types, ['card.updated.member.added']);
});
