import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { createClient } from '../../../contract/client.ts';
import type { LiveEvent } from '../../../contract/subscribe.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/*
 * Three clients with different rights follow a workspace with the typed client, over connections that are cut after 100
 * milliseconds, while others write, on two nodes if the database supports that. Each starts from a snapshot of the board and must
 * end with the state of a new snapshot. `STREAM_MINUTES` sets the duration.
 */

const milliseconds = Number(process.env.STREAM_MINUTES ?? 0) * 60_000 || 3_000;

type Thing = Record<string, unknown> & { publicId: string };

const kinds = ['card', 'list', 'label'] as const;

/** A client's view of a board: the snapshot it read, with the events since. */
class Page {
  #things = new Map<string, Thing>();
  #isThere = false;
  #position = 0;
  /** Serializes the work: events received during a read are applied to its result. */
  #done: Promise<void> = Promise.resolve();
  readonly #board: string;
  readonly #load: () => Promise<Response>;

  constructor(board: string, load: () => Promise<Response>) {
    this.#board = board;
    this.#load = load;
  }

  read = (): Promise<void> => this.#after(() => this.#read());

  apply = (event: LiveEvent): Promise<void> => this.#after(() => this.#apply(event));

  #after(work: () => Promise<void>): Promise<void> {
    this.#done = this.#done.then(work);
    return this.#done;
  }

  get position(): number {
    return this.#position;
  }

  async #read(): Promise<void> {
    const response = await this.#load();
    const body = (await response.json()) as Record<string, Thing[]>;
    this.#things.clear();
    this.#isThere = response.ok;
    this.#position = Number(response.headers.get('change-position') ?? this.#position);
    for (const kind of kinds)
      for (const each of body[`${kind}s`] ?? []) this.#things.set(`${kind} ${each.publicId}`, each);
  }

  async #apply(event: LiveEvent): Promise<void> {
    // The snapshot already includes it.
    if (event.position <= this.#position) return;
    if (event.boardPublicId !== null && event.boardPublicId !== this.#board) return;
    if (event.reread || event.type === 'board.shown') return this.#read();
    if (event.board && event.gone) {
      this.#isThere = false;
      this.#things.clear();
    }
    // The board was closed during the read and reopened before the server sent either event, so only the reopening is sent.
    if (event.board && !event.gone && !this.#isThere) return this.#read();
    if (!this.#isThere) return;
    for (const kind of kinds) {
      const thing = event[kind] as Thing | undefined;
      if (!thing) continue;
      const key = `${kind} ${thing.publicId}`;
      if (event.gone || thing.archivedAt) this.#things.delete(key);
      else this.#things.set(key, thing);
    }
  }

  /** Everything that the page shows, as one text, without the cards of removed lists and without removed labels. */
  shown(): string {
    if (!this.#isThere) return 'nothing';
    const has = (kind: string, id: unknown) => this.#things.has(`${kind} ${String(id)}`);
    const things = [...this.#things].flatMap(([key, thing]): [string, Thing][] => {
      if (!key.startsWith('card ')) return [[key, thing]];
      if (!has('list', thing.listPublicId)) return [];
      const labelPublicIds = (thing.labelPublicIds as string[]).filter((id) => has('label', id));
      return [[key, { ...thing, labelPublicIds }]];
    });
    return JSON.stringify(things.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

test('clients whose connections are cut all the time end with what the server has', async () => {
  const database = await testDatabase({ migrated: true });
  const one = await testService({}, {}, database);
  const two = engine === 'postgres' ? await testService({}, {}, database) : one;
  after(() => database.remove());
  const ada = await one.signUp('ada');
  const [member, guest] = [await one.signUp('member'), await one.signUp('guest')];
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const elsewhere = await makeBoard(ada, { workspace });
  await addMember(one, workspace, member);
  await addBoardMember(
    one,
    workspace,
    board,
    await addMember(one, workspace, guest, { role: 'guest-of-boards' }),
    'guest',
  );
  for (let n = 0; n < 10; n++) await makeCard(ada, nth(lists, n % 2));

  const ending = new AbortController();
  after(() => ending.abort());
  let cuts = 0;
  let isCutting = true;
  const follow = async (person: Person, node: typeof one) => {
    const load = () =>
      node.raw(`/boards/${board}/snapshot`, { headers: { authorization: `Bearer ${person.token}` } });
    const page = new Page(board, load);
    await page.read();
    const cutting = createClient({
      baseUrl: node.baseUrl,
      token: person.token,
      fetch: (url, init) => {
        cuts++;
        const signals = [
          ...(isCutting ? [AbortSignal.timeout(100)] : []),
          ...(init.signal ? [init.signal] : []),
        ];
        return fetch(url, { ...init, signal: AbortSignal.any(signals) });
      },
    });
    let reached = page.position;
    const followed = cutting.subscribe({
      workspacePublicId: workspace,
      after: page.position,
      onEvent: (event) => void page.apply(event),
      onPosition: ({ position, boardPublicIds }) => {
        reached = position;
        if (boardPublicIds && !boardPublicIds.includes(board)) void page.read();
      },
      onReset: () => void page.read(),
      signal: ending.signal,
    });
    return { page, load, followed, reached: () => reached };
  };
  const clients = [await follow(ada, one), await follow(member, two), await follow(guest, one)];

  const writing = Date.now() + milliseconds;
  const writers = [ada, { ...ada, ...two.caller(ada.token) }].map(async (person, writer) => {
    const at = { cardPublicId: await makeCard(person, nth(lists, 0)) };
    const own = await person.call(api.lists.create, {
      body: { name: `List ${writer}`, boardPublicId: board },
    });
    for (let turn = 0; Date.now() < writing; turn++) {
      const move = (listPublicId: string) =>
        person.call(api.cards.update, { params: at, body: { listPublicId, index: turn % 4 } });
      await move(nth(lists, turn % 2));
      await person.call(api.cards.update, { params: at, body: { title: `Turn ${turn}` } });
      await makeCard(person, own.publicId, { labelPublicIds: [nth(labels, turn % 2)] });
      if (turn % 5 === 0) await move(nth(elsewhere.lists, 0));
      if (turn % 5 === 1) await person.call(api.cards.archive, { params: at });
      if (turn % 5 === 2) await person.call(api.cards.restore, { params: at });
      if (turn % 7 === 3) {
        const params = { listPublicId: own.publicId };
        await person.call(api.lists.delete, { params });
        await person.call(api.lists.restore, { params });
      }
      if (turn % 9 === 4 && writer === 0) {
        const access = turn % 2 === 0 ? 'members' : 'workspace';
        await person.call(api.boards.update, { params: { boardPublicId: board }, body: { access } });
      }
    }
  });
  await Promise.all(writers);
  isCutting = false;

  const [{ position } = { position: 0 }] = await database.sql<{ position: number }>(
    `select max(position) as position from changes where workspace_id = '${workspace}'`,
  );
  for (const { page, load, reached } of clients) {
    await until(() => reached() >= Number(position));
    const now = new Page(board, load);
    await now.read();
    await page.apply({ position: 0, type: '', user: null, boardPublicId: null });
    assert.equal(page.shown(), now.shown());
  }
  assert.ok(cuts > 10, `${cuts} connections`);
  ending.abort();
  await Promise.all(clients.map(({ followed }) => followed));
});
