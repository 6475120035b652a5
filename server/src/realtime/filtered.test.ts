import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type Listening, listen } from '../testing/live.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

/* Streams that are sent only some cards. */

const service = await testService();
const ada = await service.signUp('ada');
const ben = await service.signUp('ben');

async function world() {
  const made = await makeBoard(ada);
  const bens = await addMember(service, made.workspace, ben);
  const [list, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  const [urgent, later] = [nth(made.labels, 0), nth(made.labels, 1)];
  return { ...made, bens, list, done, urgent, later };
}

async function caughtUp(stream: Listening, workspace: string): Promise<void> {
  const [row] = await service.sql<{ position: number }>(
    `select max(position) as position from changes where workspace_id = '${workspace}'`,
  );
  await stream.reached(Number(row?.position ?? 0));
}

/** What was told of cards: the type, the id, and whether that is all. */
const cardsIn = ({ events }: Listening) =>
  events.flatMap(({ type, card, gone = false }) => (card ? [[type, card.publicId, gone]] : []));

const change = (card: string, body: object) =>
  ada.call(api.cards.update, { params: { cardPublicId: card }, body });

const label = (card: string, labelPublicId: string, isOn: boolean) =>
  ada.call(isOn ? api.cards.addLabel : api.cards.removeLabel, {
    params: { cardPublicId: card, labelPublicId },
  });

test('a stream with a filter has the cards that pass, and what cards are not as ever', async () => {
  const { workspace, board, list, urgent } = await world();
  const filter = 'label:urgent -title:hidden';
  const stream = await listen(service, ben, workspace, { boardPublicId: board, filter });
  const card = await makeCard(ada, list, { title: 'Shown', labelPublicIds: [urgent] });
  const other = await makeCard(ada, list, { title: 'secret' });
  const hidden = await makeCard(ada, list, { title: 'secret hidden', labelPublicIds: [urgent] });
  await ada.call(api.lists.update, { params: { listPublicId: list }, body: { name: 'Renamed' } });
  await caughtUp(stream, workspace);
  assert.deepEqual(cardsIn(stream), [
    ['card.created', card, false],
    ['card.created', other, true],
    ['card.created', hidden, true],
  ]);
  assert.equal(stream.events.at(-1)?.type, 'list.updated');
  assert.doesNotMatch(stream.text(), /secret/);
});

test('of a card that does not pass, or no longer, it is told at each change that it is gone', async () => {
  const { workspace, board, list, urgent } = await world();
  const stream = await listen(service, ben, workspace, { boardPublicId: board, filter: 'label:urgent' });
  const card = await makeCard(ada, list, { title: 'secret' });
  const told = async (change: () => Promise<unknown>) => {
    const before = stream.events.length;
    await change();
    await caughtUp(stream, workspace);
    return stream.events.slice(before).map(({ type, card, comment, gone = false }) => {
      const [kind, thing] = card ? ['card', card] : ['comment', comment];
      return [type, kind, thing?.publicId === undefined ? undefined : Object.keys(thing).length > 1, gone];
    });
  };
  const comment = () =>
    ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'secret' } });
  await caughtUp(stream, workspace);
  assert.deepEqual(cardsIn(stream), [['card.created', card, true]]);
  assert.deepEqual(await told(() => change(card, { title: 'secret too' })), [
    ['card.updated.title', 'card', false, true],
  ]);
  assert.deepEqual(await told(comment), [['card.updated.comment.added', 'card', false, true]]);
  assert.doesNotMatch(stream.text(), /secret/);
  assert.deepEqual(await told(() => label(card, urgent, true)), [
    ['card.updated.label.added', 'card', true, false],
  ]);
  assert.deepEqual(await told(comment), [
    ['card.updated.comment.added', 'comment', true, false],
    ['card.updated.comment.added', 'card', true, false],
  ]);
  assert.deepEqual(await told(() => label(card, urgent, false)), [
    ['card.updated.label.removed', 'card', false, true],
  ]);
  await told(() => label(card, urgent, true));
  assert.deepEqual(await told(() => ada.call(api.cards.delete, { params: { cardPublicId: card } })), [
    ['card.deleted', 'card', false, true],
  ]);
  // A stream that resumes does not know what was told before.
  const again = await listen(service, ben, workspace, {
    boardPublicId: board,
    filter: 'label:urgent',
    after: 0,
  });
  await caughtUp(again, workspace);
  assert.ok(again.events.every(({ card, gone }) => !card || gone === true));
});

test('a card that passed in between without being changed is gone when it changes', async () => {
  const { workspace, board, list } = await world();
  const filter = 'list:"in between"';
  const stream = await listen(service, ben, workspace, { boardPublicId: board, filter });
  const card = await makeCard(ada, list);
  await caughtUp(stream, workspace);
  const rename = (name: string) =>
    ada.call(api.lists.update, { params: { listPublicId: list }, body: { name } });
  await rename('In between');
  const params = { boardPublicId: board };
  const { cards } = await ben.call(api.boards.cards, { params, query: { filter } });
  assert.deepEqual(
    cards.map(({ publicId }) => publicId),
    [card],
  );
  await rename('Later');
  await change(card, { title: 'Another' });
  await caughtUp(stream, workspace);
  assert.deepEqual(cardsIn(stream), [
    ['card.created', card, true],
    ['card.updated.title', card, true],
  ]);
});

test('a card that moves to another board is gone from the one, and passes or not on the other', async () => {
  const { workspace, board, list } = await world();
  const other = await makeBoard(ada, { workspace, name: 'Other' });
  const card = await makeCard(ada, list);
  const streams = [
    await listen(service, ben, workspace, { boardPublicId: board, filter: 'is:open' }),
    await listen(service, ben, workspace, { boardPublicId: other.board, filter: 'is:open' }),
    await listen(service, ben, workspace, { filter: 'board:other' }),
  ];
  await change(card, { listPublicId: nth(other.lists, 0) });
  for (const stream of streams) await caughtUp(stream, workspace);
  const [gone, there] = [
    ['card.updated.list', card, true],
    ['card.updated.list', card, false],
  ];
  assert.deepEqual(streams.map(cardsIn), [[gone], [there], [gone, there]]);
});

test('filters name fields, people and days as elsewhere, each as its reader sees them', async () => {
  const { workspace, board, list, bens } = await world();
  const params = { boardPublicId: board };
  await ada.call(api.fields.create, { params, body: { name: 'Cost', type: 'number' } });
  const owner = await ada.call(api.fields.create, { params, body: { name: 'Owner', type: 'person' } });
  const eve = await service.signUp('eve');
  const eves = await addMember(service, workspace, eve, { revoked: ['member:view'] });
  const passing = async (person: typeof ada, filter: string) => {
    const stream = await listen(service, person, workspace, { boardPublicId: board, filter });
    const card = await makeCard(ada, list, {
      title: 'Plain',
      memberPublicIds: [bens],
      dueDate: '2020-01-01',
      fields: { Cost: 7, Owner: bens },
    });
    await caughtUp(stream, workspace);
    stream.end();
    return cardsIn(stream).some(([, id, gone]) => id === card && gone === false);
  };
  const passes = [
    'Cost:>5',
    'Owner:ben',
    'member:ben',
    '@ben is:overdue',
    'ben',
    '"to do"  OR list:"to do"',
    'due:<today',
  ];
  for (const filter of passes) assert.equal(await passing(ada, filter), true, filter);
  for (const filter of ['Cost:<5', '@ada', 'Owner:me', 'board:other']) {
    assert.equal(await passing(ada, filter), false, filter);
  }
  for (const filter of ['@me', 'Owner:me']) assert.equal(await passing(ben, filter), true, filter);
  // Without `member:view` nobody learns who is on cards, also not by an id.
  const hidden = ['member:ben', `member:${bens}`, 'Owner:ben', `Owner:${bens}`, 'ben'];
  for (const filter of hidden) assert.equal(await passing(eve, filter), false, filter);
  assert.ok(eves && owner);
});

test('a guest’s stream with a filter has nothing of boards that the guest does not see', async () => {
  const { workspace, board, list } = await world();
  const guest = await service.signUp('guest');
  const seat = await addMember(service, workspace, guest, { role: 'guest-of-boards' });
  const other = await makeBoard(ada, { workspace });
  await addBoardMember(service, workspace, board, seat, 'guest');
  const stream = await listen(service, guest, workspace, { filter: 'is:open' });
  const mine = await makeCard(ada, list);
  await makeCard(ada, nth(other.lists, 0));
  await caughtUp(stream, workspace);
  assert.deepEqual(cardsIn(stream), [['card.created', mine, false]]);
});

test('a filter that cannot be read, or that tiles do not answer, is refused with its place', async () => {
  const { workspace, board } = await world();
  const refused = async (filter: string) => {
    const query = { filter, boardPublicId: board };
    const { issues } = await ben.refused(400, api.live.events, {
      params: { workspacePublicId: workspace },
      query,
    });
    return issues[0]?.message;
  };
  assert.match((await refused('is:open (x')) ?? '', /^query\/filter cannot be read at character 8/);
  assert.match((await refused('is:open Nothing:1')) ?? '', /at character 8: “Nothing” is no key/);
  for (const term of [
    'text:x',
    'description:x',
    'creator:me',
    'created:today',
    'is:child',
    'updated:<7d',
    'is:blocking',
  ]) {
    assert.match(
      (await refused(`is:open (due:today OR -${term})`)) ?? '',
      /at character 22: this filter is asked/,
      term,
    );
  }
});

test('a filter costs a fixed number of statements, however many streams have one, and none without', async () => {
  const { workspace, board, list } = await world();
  const card = await makeCard(ada, list);
  let turn = 0;
  const told = (stream: Listening) =>
    statementsOf(service, async () => {
      await change(card, { title: `Title ${++turn}` });
      await caughtUp(stream, workspace);
    });
  const plain = await listen(service, ben, workspace);
  const before = await told(plain);
  const filters = ['is:open', 'label:urgent OR @ben', 'due:today', 'title:"title"'];
  for (let n = 0; n < 40; n++)
    await listen(service, nth([ada, ben], n % 2), workspace, {
      boardPublicId: board,
      filter: nth(filters, n % 4),
    });
  // Polls of the change log are counted as well, depending on the time taken.
  assert.ok((await told(plain)) <= before + 12);
});
