import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const made = await makeBoard(ada);
const here = await addMember(service, made.workspace, bob);
const [urgent, later] = [nth(made.labels, 0), nth(made.labels, 1)];
const list = nth(made.lists, 0);

const members = (await ada.call(api.workspaces.get, { params: { workspacePublicId: made.workspace } }))
  .members;
const own = members.find(({ email }) => email === ada.email)?.publicId ?? '';

const read = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });
const idsOf = async (card: string) => {
  const { labels, members: on } = await read(card);
  return [labels.map(({ publicId }) => publicId), on.map(({ publicId }) => publicId)];
};

for (const operation of [api.cards.put, api.cards.update]) {
  const change = (
    card: string,
    body: { labelPublicIds?: string[]; memberPublicIds?: string[]; title?: string },
  ) => ada.call(operation, { params: { cardPublicId: card }, body });

  test(`${operation.method}: the labels and members of a card become those that are given`, async () => {
    const card = await makeCard(ada, list, { labelPublicIds: [urgent], memberPublicIds: [own] });
    const types = await service.recorded(() =>
      change(card, { labelPublicIds: [later, later], memberPublicIds: [here, own], title: 'New' }),
    );
    assert.deepEqual(types, [
      'card.updated.title',
      'card.updated.label.removed',
      'card.updated.label.added',
      'card.updated.member.added',
    ]);
    assert.deepEqual(await idsOf(card), [[later], [own, here].toSorted()]);
    const same = { labelPublicIds: [later], memberPublicIds: [own, here] };
    assert.deepEqual(await service.recorded(() => change(card, same)), []);
    await change(card, { labelPublicIds: [], memberPublicIds: [] });
    assert.deepEqual(await idsOf(card), [[], []]);
  });

  test(`${operation.method}: one label or member from elsewhere, and nothing is stored`, async () => {
    const elsewhere = await makeBoard(ada);
    const card = await makeCard(ada, list, {
      labelPublicIds: [urgent],
      memberPublicIds: [own],
      title: 'Kept',
    });
    const foreign = nth(
      (await ada.call(api.workspaces.get, { params: { workspacePublicId: elsewhere.workspace } })).members,
      0,
    ).publicId;
    const types = await service.recorded(async () => {
      for (const body of [
        { title: 'New', labelPublicIds: [later, nth(elsewhere.labels, 0)] },
        { title: 'New', labelPublicIds: ['absent0absent000'] },
        { title: 'New', labelPublicIds: [], memberPublicIds: [here, foreign] },
        { labelPublicIds: Array.from({ length: 101 }, () => urgent) },
        { labelPublicIds: ['short'] },
        { memberPublicIds: null as unknown as string[] },
      ]) {
        const { issues } = await ada.refused(400, operation, { params: { cardPublicId: card }, body });
        assert.match(nth(issues, 0).message, /^body\/(label|member)PublicIds/);
      }
    });
    assert.deepEqual(types, []);
    assert.equal((await read(card)).title, 'Kept');
    assert.deepEqual(await idsOf(card), [[urgent], [own]]);
  });
}

test('with a move to another board, the labels are those of that board', async () => {
  const params = { workspacePublicId: made.workspace };
  const body = { name: 'Other', lists: ['There'], labels: ['Blue'] };
  const { publicId: other } = await ada.call(api.boards.create, { params, body });
  const { lists, labels } = await ada.call(api.boards.get, { params: { boardPublicId: other } });
  const card = await makeCard(ada, list, { labelPublicIds: [urgent] });
  const target = nth(lists, 0).publicId;
  const blue = nth(labels, 0).publicId;
  const to = { params: { cardPublicId: card } };
  await ada.refused(400, api.cards.update, {
    ...to,
    body: { listPublicId: target, labelPublicIds: [urgent] },
  });
  await ada.call(api.cards.update, { ...to, body: { listPublicId: target, labelPublicIds: [blue] } });
  assert.deepEqual((await idsOf(card))[0], [blue]);
});

test('it needs card:edit, like every change of a card', async () => {
  const card = await makeCard(ada, list);
  const key = await keyOf(service, ada, ['card:view']);
  await key.refused(403, api.cards.update, {
    params: { cardPublicId: card },
    body: { labelPublicIds: [urgent] },
  });
});

test('concurrent requests that set a card’s members leave one of the sets whole', async () => {
  const card = await makeCard(ada, list);
  const sets = [[own], [here], [own, here], []];
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      ada.call(api.cards.update, {
        params: { cardPublicId: card },
        body: { memberPublicIds: nth(sets, n % 4), labelPublicIds: n % 2 === 0 ? [urgent] : [later] },
      }),
    ),
  );
  const [labels = [], on = []] = await idsOf(card);
  assert.equal(labels.length, 1);
  assert.ok(sets.some((set) => set.toSorted().join() === on.toSorted().join()));
});
