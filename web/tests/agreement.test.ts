import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../contract/api.ts';
import { makePublicId } from '../../contract/ids.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { type Person, testService } from '../../server/src/testing/service.ts';
import * as commands from '../board/commands.ts';
import { bulk } from '../sync/bulk.ts';
import type { Mutation } from '../sync/mutation.ts';
import { byOrder } from '../sync/store.ts';
import { Browser, Client, type Line, until } from './client.ts';

/*
 * Several clients change one board over lines that fail: requests that never arrive, replies that are lost, streams
 * that are cut, pages that are closed and opened again. At rest all of them show what the server has, and nothing was
 * done twice.
 */

const service = await testService();

const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom(
    'add',
    'add',
    'move',
    'move',
    'move',
    'title',
    'archive',
    'addList',
    'cut',
    'reload',
    'label',
    'bulk',
    'undo',
    'undo',
    'redo',
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
  fate: fc.constantFrom('ok', 'ok', 'never arrives', 'reply is lost') as fc.Arbitrary<Line['fate'][number]>,
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Several operations on some cards, as one request. */
function bulkOf({ store }: Client, { a, b }: Step): Mutation[] {
  const lists = store.lists.peek();
  const listPublicId = lists[a % Math.max(lists.length, 1)];
  const cards = lists.flatMap((each) => store.cardsOf(each).peek());
  const chosen = cards.filter((_, index) => index % 3 === b % 3).slice(0, 4);
  if (!listPublicId || chosen.length === 0) return [];
  return bulk(
    store,
    chosen.map((cardPublicId, index) => {
      if (a % 5 === 0) return { type: 'archive', cardPublicId };
      const afterPublicId = chosen[index - 1];
      return { type: 'move', cardPublicId, listPublicId, ...(afterPublicId ? { afterPublicId } : {}) };
    }),
  );
}

/** A command on what the client shows at this moment; undefined where there is nothing to do it to. */
function commandOf(
  { store }: Client,
  board: string,
  { what, a, b }: Step,
  made: string[],
): Mutation | undefined {
  const lists = store.lists.peek();
  const list = lists[a % Math.max(lists.length, 1)];
  const cards = lists.flatMap((each) => store.cardsOf(each).peek());
  const card = cards[b % Math.max(cards.length, 1)];
  if (!list) return undefined;
  if (what === 'add') {
    const title = `Card ${made.length}`;
    made.push(title);
    return commands.addCard(store, makePublicId(), title, commands.spotAt(store, list, b % 5, ''));
  }
  if (what === 'addList')
    return lists.length > 6 ? undefined : commands.addList(store, board, makePublicId(), `List ${a}`);
  if (!card) return undefined;
  if (what === 'move') return commands.moveCard(store, card, commands.spotAt(store, list, a % 7, card));
  if (what === 'title')
    return commands.editCard(store, card, { title: `${store.get('card', card).peek()?.title}'` });
  if (what === 'archive') return commands.archiveCard(store, card, true, new Date());
  const label = store.labels.peek()[a % 2];
  return label ? commands.editCard(store, card, { labelPublicIds: a % 3 === 0 ? [] : [label] }) : undefined;
}

let played = 0;
const open: Client[] = [];
after(() => {
  for (const client of open) client.close();
});

test('clients on bad lines end with what the server has, and nothing is done twice', async () => {
  const play = async (steps: Step[]) => {
    const ada = await service.signUp(`ada${++played}`);
    const ben = await service.signUp(`ben${played}`);
    const { workspace, board, lists } = await makeBoard(ada);
    await makeMember(service, ada, workspace, ben);
    for (let n = 0; n < 4; n++) await makeCard(ada, nth(lists, 0), { title: `First ${n}` });
    // Two tabs of one browser, and another browser.
    const browser = new Browser(service, ada);
    const clients = [
      new Client(service, ada, board, browser),
      new Client(service, ada, board, browser),
      new Client(service, ben, board),
    ];
    open.push(...clients);
    await Promise.all(clients.map(({ follower }) => follower.ready));
    const made: string[] = [];
    for (const each of steps) {
      const client = nth(clients, each.who);
      client.line.fate.push(each.fate);
      if (each.what === 'cut') client.cut();
      else if (each.what === 'reload') {
        client.reload();
        await client.follower.ready;
      } else if (each.what === 'undo') client.steps.undo();
      else if (each.what === 'redo') client.steps.redo();
      else if (each.what === 'bulk') client.steps.do(bulkOf(client, each));
      else {
        const mutation = commandOf(client, board, each, made);
        if (mutation) client.steps.do([mutation]);
      }
      if (each.a % 4 === 0) await new Promise((resolve) => setTimeout(resolve, each.b % 40));
    }
    for (const client of clients) client.line.fate.length = 0;
    await until(
      () => {
        for (const { outbox } of clients) if (outbox.offline.peek()) outbox.retry();
        return clients.every(({ outbox }) => outbox.waiting.peek() === 0);
      },
      () => `not sent: ${clients.map(({ outbox }) => outbox.waiting.peek()).join()}`,
    );
    const reader = new Client(service, ada, board);
    open.push(reader);
    await reader.follower.ready;
    await until(
      () => clients.every(({ position }) => position >= reader.position),
      () => `behind: ${clients.map(({ position }) => position).join()} of ${reader.position}`,
    );
    const expected = reader.shown();
    for (const client of clients) {
      assert.deepEqual(client.shown(), expected);
      const contentsOf = ({ store }: Client) => {
        const { cards, lists: all } = store.contents();
        return {
          cards: cards.filter(({ archivedAt }) => archivedAt === null).sort(byOrder),
          lists: all.toSorted(byOrder),
        };
      };
      assert.deepEqual(contentsOf(client), contentsOf(reader));
    }
    const { lists: stored } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
    assert.deepEqual(
      stored.map(({ name, cards }) => ({ list: name, cards: cards.map(({ title }) => title) })),
      expected,
    );
    const titles = expected.flatMap(({ cards }) => cards.map((title) => title?.replaceAll("'", '')));
    assert.equal(new Set(titles).size, titles.length, 'a card was made twice');
    for (const client of open.splice(0)) client.close();
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), play), {
    numRuns: Number(process.env.AGREEMENT_RUNS ?? 4),
    endOnFailure: true,
    ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}),
  });
});

/** The titles of a list, as the server has them. */
async function titlesIn(person: Person, board: string, index: number): Promise<string[]> {
  const { lists } = await person.call(api.boards.get, { params: { boardPublicId: board } });
  return nth(lists, index).cards.map(({ title }) => title);
}

test('a hundred edits over a line that is cut in their middle arrive once, after the tab was closed', async () => {
  const ada = await service.signUp('cut');
  const { board, lists } = await makeBoard(ada);
  const list = nth(lists, 1);
  const client = new Client(service, ada, board);
  open.push(client);
  await client.follower.ready;
  const { line } = client;
  // The reply to the fiftieth is lost with the line.
  line.fate.push(...Array.from({ length: 49 }, () => 'ok' as const), 'reply is lost');
  line.isDownAfter = 50;
  const titles = Array.from({ length: 50 }, (_, index) => `Card ${index}`);
  for (const title of titles) {
    const { store, steps } = client;
    const id = makePublicId();
    steps.do([commands.addCard(store, id, 'Not named yet', commands.spotAt(store, list, 1000, ''))]);
    steps.do([commands.editCard(store, id, { title })]);
  }
  await until(
    () => line.asked >= 51,
    () => `asked ${line.asked}`,
  );
  const missing = client.outbox.waiting.peek();
  assert.ok(missing > 40, `${missing} did not arrive`);
  client.reload();
  assert.equal(client.outbox.waiting.peek(), 0, 'the new page knows nothing yet');
  line.isDownAfter = Number.POSITIVE_INFINITY;
  await client.follower.ready;
  await until(
    () => client.loaded && client.pending === 0,
    () => `pending ${client.pending}`,
  );
  assert.deepEqual(await titlesIn(ada, board, 1), titles);
  assert.deepEqual(client.shown()[1]?.cards, titles);
  assert.deepEqual(client.refusals, []);
});

test('whoever is taken off a workspace while away is told what was not done, and shows it no more', async () => {
  const ada = await service.signUp('keeps');
  const ben = await service.signUp('loses');
  const { workspace, board, lists } = await makeBoard(ada);
  const member = await makeMember(service, ada, workspace, ben);
  const card = await makeCard(ada, nth(lists, 0), { title: 'As it was' });
  const client = new Client(service, ben, board);
  open.push(client);
  await client.follower.ready;
  client.line.isDownAfter = 0;
  const { store, steps } = client;
  steps.do([commands.editCard(store, card, { title: 'Changed too late' })]);
  const made = makePublicId();
  steps.do([commands.addCard(store, made, 'Made too late', commands.spotAt(store, nth(lists, 1), 0, ''))]);
  steps.do([commands.editCard(store, made, { title: 'Named too late' })]);
  await ada.call(api.members.remove, {
    params: { workspacePublicId: workspace, memberPublicId: member },
  });
  client.line.isDownAfter = Number.POSITIVE_INFINITY;
  client.outbox.retry();
  await until(
    () => client.follower.isGone.peek() && client.outbox.waiting.peek() === 0,
    () => `${client.outbox.waiting.peek()} wait`,
  );
  assert.equal(client.refusals.length, 2, 'what depends on what was refused is told with it');
  assert.match(client.refusals.join(), /^(?:cards\.\w+ 40[34],?){2}$/);
  assert.deepEqual([await titlesIn(ada, board, 0), await titlesIn(ada, board, 1)], [['As it was'], []]);
  assert.equal(steps.undo(), undefined, 'nothing of it is left to be undone');
});
