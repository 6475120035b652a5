import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import { makePublicId } from '../../../contract/ids.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, nth } from '../testing/fixtures.ts';
import { type Intent, leadsTo, type Places, titlesIn } from '../testing/intents.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/*
 * Three clients create, move, rename and delete cards at once, their own and next to each other's, on two nodes if the
 * engine allows it. Replies are lost, and requests are repeated at once or much later. After each round the board must
 * equal the result of applying the changes once each, in the order of their positions.
 */

const seed = Number(process.env.MODEL_SEED ?? 20_261_122);
const numRuns = Number(process.env.MODEL_RUNS ?? 12);

const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes = engine === 'postgres' ? [service, await testService({}, {}, database)] : [service];
after(() => database.remove());

const people: Person[] = [];
for (const name of ['ada', 'bob', 'cleo']) people.push(await service.signUp(name));

interface Deed {
  kind: 'create' | 'move' | 'rename' | 'delete';
  card: number;
  list: number;
  neighbour: number | null;
  side: 'afterPublicId' | 'beforePublicId';
  title: string;
  /** How often it is sent at once, as if replies were lost. */
  sends: number;
  /** Index of an earlier request that is repeated, if any. */
  late: number | null;
}

const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom('create', 'create', 'move', 'move', 'move', 'rename', 'delete'),
  card: fc.nat(999),
  list: fc.nat(1),
  neighbour: fc.option(fc.nat(999), { nil: null, freq: 5 }),
  side: fc.constantFrom('afterPublicId', 'beforePublicId'),
  title: fc.stringMatching(/^[a-z]{1,6}$/),
  sends: fc.integer({ min: 1, max: 3 }),
  late: fc.option(fc.nat(999), { nil: null }),
});

interface Answer {
  status: number;
  body: string;
  position: number | null;
}

/** A request of one of the clients, which it may repeat. */
interface Request {
  person: Person;
  intent: Intent;
  key: string;
  /** The first success; refused requests may be retried. */
  done: Answer | undefined;
}

let turn = 0;

async function send({ person, intent, key }: Request): Promise<Answer> {
  const { kind, card, list, title, spot } = intent;
  const requests = {
    create: ['POST', '/cards', { publicId: card, listPublicId: list, title, ...spot }],
    move: ['PATCH', `/cards/${card}`, { listPublicId: list, ...spot }],
    rename: ['PUT', `/cards/${card}`, { title }],
    delete: ['DELETE', `/cards/${card}`, {}],
  } as const;
  const [method, path, body] = requests[kind];
  const response = await nth(nodes, turn++ % nodes.length).raw(path, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      // A created card is identified by its id.
      ...(kind === 'create' ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  const position = response.headers.get('change-position');
  return {
    status: response.status,
    body: await response.text(),
    position: position === null ? null : Number(position),
  };
}

/** Sends a request `times` times at once; all successful answers must be the same. */
async function sendTimes(request: Request, times: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: times }, () => send(request)));
  for (const answer of answers) {
    assert.ok([200, 400, 404].includes(answer.status), `${answer.status} ${answer.body}`);
    if (answer.status !== 200) continue;
    request.done ??= answer;
    assert.deepEqual(answer, request.done, 'what is sent again is answered as the first time');
  }
}

/** Turns a deed into an intent about one of the cards that have ever existed. */
function intentOf(given: Deed, lists: readonly string[], cards: readonly string[]): Intent | undefined {
  const { kind, title, side } = given;
  const pick = (n: number) => cards[n % cards.length];
  const card = kind === 'create' ? makePublicId(service.clock.now() / 1000) : pick(given.card);
  const neighbour = given.neighbour === null ? undefined : pick(given.neighbour);
  if (card === undefined) return undefined;
  return { kind, card, title, list: nth(lists, given.list), spot: neighbour ? { [side]: neighbour } : {} };
}

async function placesOn(board: string): Promise<{ shown: string; live: Map<string, string[]> }> {
  const reads = await Promise.all(
    people.map((each) => each.call(api.boards.get, { params: { boardPublicId: board } })),
  );
  const shown = reads.map(({ lists }) =>
    JSON.stringify(lists.map(({ cards }) => cards.map(({ publicId, title }) => [publicId, title]))),
  );
  assert.equal(new Set(shown).size, 1, 'all see the same');
  const lists = reads[0]?.lists ?? [];
  const live = lists.map(({ publicId, cards }): [string, string[]] => [
    publicId,
    cards.map((card) => card.publicId),
  ]);
  return { shown: nth(shown, 0), live: new Map(live) };
}

async function playOn(board: string, lists: readonly string[], rounds: readonly Deed[][]): Promise<void> {
  let places: Places = { live: new Map(lists.map((list) => [list, []])), away: new Map(), titles: new Map() };
  const all: Request[] = [];
  const cards: string[] = [];
  for (const round of rounds) {
    const there = new Set([...places.live.values()].flat());
    const requests = round.flatMap((given, n): [Request, number][] => {
      const intent = intentOf(given, lists, cards);
      if (!intent) return [];
      if (intent.kind === 'create') cards.push(intent.card);
      return [[{ person: nth(people, n), intent, key: randomUUID(), done: undefined }, given.sends]];
    });
    // A refused request may succeed now, and then counts in this round; a successful one is not applied again.
    const late = round.flatMap(({ late: n }) => (n === null ? [] : (all[n % all.length] ?? [])));
    const again = [...new Set(late)].map((request): [Request, number] => [request, 1]);
    const begun = new Set([...requests, ...again].map(([request]) => request).filter(({ done }) => !done));
    await Promise.all([...requests, ...again].map(([request, times]) => sendTimes(request, times)));
    all.push(...requests.map(([request]) => request));
    const changes = [...begun]
      .flatMap(({ intent, done }) => (done?.position ? [{ intent, position: done.position }] : []))
      .toSorted((a, b) => a.position - b.position);
    assert.equal(new Set(changes.map(({ position }) => position)).size, changes.length);
    for (const { intent, done } of begun) {
      const named = [intent.card, ...Object.values(intent.spot)].filter((id) => id !== undefined);
      const isSure = named.every((id) => there.has(id));
      const deleted = changes.some(
        (each) => each.intent.kind === 'delete' && named.includes(each.intent.card),
      );
      assert.ok(done || !isSure || deleted, `refused for nothing: ${JSON.stringify(intent)}`);
    }
    const { shown, live } = await placesOn(board);
    const found = leadsTo(
      places,
      changes.map(({ intent }) => intent),
      live,
    );
    assert.ok(
      found,
      `${JSON.stringify(changes)} do not lead from ${JSON.stringify([...places.live])} to ${shown}`,
    );
    places = found;
    assert.equal(titlesIn(places, lists), shown);
  }
}

test('whatever is lost and sent again, all clients end with what the changes make, each carried out once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(deed, deed, deed), { minLength: 8, maxLength: 20 }),
      async (rounds) => {
        const { workspace, board, lists } = await makeBoard(nth(people, 0));
        for (const each of people.slice(1)) await addMember(service, workspace, each);
        await playOn(board, lists, rounds);
        const [row] = await service.sql<{ twice: number }>(
          `select count(*) - count(distinct id) as twice from cards where board_id = '${board}'`,
        );
        assert.equal(Number(row?.twice), 0);
      },
    ),
    { seed, numRuns, endOnFailure: true },
  );
});
