import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../contract/api.ts';
import { makePublicId } from '../../contract/ids.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { type Person, testService } from '../../server/src/testing/service.ts';
import * as commands from '../board/commands.ts';
import { Follower } from '../sync/follow.ts';
import type { Mutation } from '../sync/mutation.ts';
import { type Keeper, Outbox } from '../sync/outbox.ts';
import { type Server, serverAt } from '../sync/server.ts';
import { byOrder, Store } from '../sync/store.ts';

/*
 * Several clients change one board over lines that fail: requests that never arrive, replies that are lost, streams
 * that are cut, pages that are closed and opened again. At rest all of them show what the server has, and nothing was
 * done twice.
 */

const service = await testService();

/** A line that fails as often as it is told to. */
interface Line {
  /** What happens to the next requests; `ok` once there are no more. */
  fate: ('ok' | 'never arrives' | 'reply is lost')[];
  streams: Set<AbortController>;
}

function flaky(server: Server, line: Line): Server {
  return {
    async ask(operation, input, options) {
      if (operation.method === 'GET') return server.ask(operation, input, options);
      const fate = line.fate.shift() ?? 'ok';
      if (fate === 'never arrives') throw new TypeError('the line is down');
      const answer = await server.ask(operation, input, options);
      if (fate === 'reply is lost') throw new TypeError('the line went down');
      return answer;
    },
    open(operation, input, signal) {
      const cut = new AbortController();
      line.streams.add(cut);
      return server.open(operation, input, AbortSignal.any([signal, cut.signal]));
    },
  };
}

/** What outlives a page, as the browser's database has it. */
function memory(): Keeper {
  const kept = new Map<string, Mutation>();
  return {
    load: async () => [...kept.values()],
    keep: async (mutation) => void kept.set(mutation.id, mutation),
    drop: async (id) => void kept.delete(id),
  };
}

class Client {
  readonly line: Line = { fate: [], streams: new Set() };
  readonly refusals: string[] = [];
  readonly #keeper = memory();
  readonly #server: Server;
  readonly #board: string;
  store = new Store();
  outbox: Outbox;
  follower: Follower;
  position = 0;

  constructor(person: Person, board: string) {
    this.#server = flaky(serverAt(service.baseUrl, person.token), this.line);
    this.#board = board;
    [this.outbox, this.follower] = this.#open();
  }

  /** The page is closed, with whatever is under way, and opened again. */
  reload(): void {
    this.close();
    this.store = new Store();
    [this.outbox, this.follower] = this.#open();
  }

  cut(): void {
    for (const stream of this.line.streams) stream.abort();
    this.line.streams.clear();
  }

  close(): void {
    this.follower.stop();
    this.outbox.stop();
  }

  #open(): [Outbox, Follower] {
    const { store } = this;
    const outbox = new Outbox(this.#server, this.#keeper, {
      pending: (mutations) => store.setPending(mutations),
      refused: ({ operation }, { status }) => this.refusals.push(`${operation.join('.')} ${status}`),
      signedOut: () => assert.fail('nobody signs out'),
    });
    const follower = new Follower(this.#server, this.#board, store, {
      reached: (position) => {
        this.position = position;
        outbox.reached(position);
      },
      cardChanged: () => undefined,
      signedOut: () => assert.fail('nobody signs out'),
    });
    void outbox.open();
    return [outbox, follower];
  }

  /** What the page shows: lists with their cards, in order. */
  shown() {
    return this.store.lists.peek().map((id) => ({
      list: this.store.get('list', id).peek()?.name,
      cards: this.store
        .cardsOf(id)
        .peek()
        .map((card) => this.store.get('card', card).peek()?.title),
    }));
  }
}

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
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
  fate: fc.constantFrom('ok', 'ok', 'never arrives', 'reply is lost') as fc.Arbitrary<Line['fate'][number]>,
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

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

async function until(isDone: () => boolean, what: () => string): Promise<void> {
  for (let tries = 0; !isDone(); tries++) {
    if (tries > 200) assert.fail(what());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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
    const clients = [ada, ada, ben].map((person) => new Client(person, board));
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
      } else {
        const mutation = commandOf(client, board, each, made);
        if (mutation) client.outbox.add(mutation);
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
    const reader = new Client(ada, board);
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
