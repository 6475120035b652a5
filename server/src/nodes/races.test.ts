import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../../contract/client.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/*
 * 64 calls at once, spread over two nodes if the engine allows it. None of their conflicts reaches a caller, and the
 * result is that of some sequential order.
 */

const many = 64;

const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes = engine === 'postgres' ? [service, await testService({}, {}, database)] : [service];
after(() => database.remove());
const ada = await service.signUp('ada');

/** The same person on alternating nodes. */
const at = (turn: number, person: Person): Pick<Person, 'call'> =>
  nth(nodes, turn % nodes.length).caller(person.token);

/** Makes `many` calls at once; throws if any fails. */
const atOnce = <T>(call: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: many }, (_, turn) => call(turn)));

const read = (cardPublicId: string) => ada.call(api.cards.get, { params: { cardPublicId } });

/** All activities of a card, oldest first. */
async function historyOf(card: string) {
  const found = await service.sql<Record<string, string>>(
    `select type, from_title, to_title, from_list, to_list from activities where card_id = '${card}' order by created_at`,
  );
  return found;
}

/** Throws unless each live card of a list has a position of its own. */
async function assertPlaces(lists: readonly string[], count: number): Promise<void> {
  for (const list of lists) {
    const rows = await service.sql<{ position: string }>(
      `select position from cards where list_id = '${list}' and deleted_at is null and archived_at is null`,
    );
    assert.equal(new Set(rows.map(({ position }) => position)).size, rows.length);
    count -= rows.length;
  }
  assert.equal(count, 0, 'every card is in one of the lists');
}

test('of renames at once each begins where the one before it ended', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Title' });
  await atOnce((turn) =>
    at(turn, ada).call(api.cards.update, {
      params: { cardPublicId: card },
      body: { title: `Title ${turn}` },
    }),
  );
  const renames = (await historyOf(card)).filter(({ type }) => type === 'card.updated.title');
  assert.equal(renames.length, many);
  let title = 'Title';
  for (const { from_title: from, to_title: to = '' } of renames) {
    assert.equal(from, title);
    title = to;
  }
  assert.equal((await read(card)).title, title);
});

test('moves between two lists in both directions leave each card at a place of its own', async () => {
  const { lists } = await makeBoard(ada);
  const cards = await atOnce((turn) => makeCard(ada, nth(lists, turn % 2)));
  for (const shift of [1, 0]) {
    await atOnce((turn) =>
      at(turn, ada).call(api.cards.update, {
        params: { cardPublicId: nth(cards, turn) },
        body: { listPublicId: nth(lists, (turn + shift) % 2), index: turn % 7 },
      }),
    );
  }
  await assertPlaces(lists, many);
  for (const card of cards) {
    const moves = (await historyOf(card)).filter(({ type }) => type === 'card.updated.list');
    assert.equal(moves.length, 2);
    assert.equal(
      JSON.parse(moves[1]?.from_list ?? '').publicId,
      JSON.parse(moves[0]?.to_list ?? '').publicId,
    );
  }
});

test('one card moved to and fro leaves a chain of moves', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  await atOnce((turn) =>
    at(turn, ada).call(api.cards.update, {
      params: { cardPublicId: card },
      body: { listPublicId: nth(lists, turn % 2) },
    }),
  );
  let list = nth(lists, 0);
  for (const { type, from_list: from, to_list: to } of await historyOf(card)) {
    if (type !== 'card.updated.list') continue;
    assert.equal(JSON.parse(from ?? '').publicId, list);
    list = JSON.parse(to ?? '').publicId;
  }
  assert.equal((await read(card)).list.publicId, list);
});

test('toggles of members and labels take turns: as many put on as taken off', async () => {
  const { workspace, lists, labels } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const member = { cardPublicId: card, workspaceMemberPublicId: nth(members, 0).publicId };
  const label = { cardPublicId: card, labelPublicId: nth(labels, 0) };
  const [put, labelled] = await Promise.all([
    atOnce(async (turn) => (await at(turn, ada).call(api.cards.toggleMember, { params: member })).newMember),
    atOnce(async (turn) => (await at(turn, ada).call(api.cards.toggleLabel, { params: label })).newLabel),
  ]);
  assert.equal(put.filter(Boolean).length, many / 2);
  assert.equal(labelled.filter(Boolean).length, many / 2);
  const kinds = (await historyOf(card)).map(({ type }) => type);
  for (const kind of ['member', 'label']) {
    const own = kinds.filter((type) => type?.startsWith(`card.updated.${kind}`));
    assert.deepEqual(
      own,
      Array.from({ length: many }, (_, n) => `card.updated.${kind}.${n % 2 === 0 ? 'added' : 'removed'}`),
    );
  }
  assert.deepEqual((await read(card)).members, []);
});

test('creates and duplicates at once have numbers and places of their own', async () => {
  const { lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const original = await makeCard(ada, list);
  const made = await atOnce(async (turn) => {
    const caller = at(turn, ada);
    if (turn % 2 === 0)
      return caller.call(api.cards.create, { body: { title: 'New', listPublicId: list, index: 0 } });
    const params = { cardPublicId: original };
    return caller.call(api.cards.duplicate, { params, body: { listPublicId: list, index: turn % 3 } });
  });
  const cards = await Promise.all([original, ...made.map(({ publicId }) => publicId)].map(read));
  assert.deepEqual(
    cards.map(({ cardNumber }) => cardNumber).sort((a, b) => a - b),
    cards.map((_, n) => n + 1),
  );
  assert.deepEqual(
    cards.map(({ index }) => index).sort((a, b) => a - b),
    cards.map((_, n) => n),
  );
});

test('an invitation accepted twice by many people makes each a member once', async () => {
  const workspace = await makeWorkspace(ada);
  const params = { workspacePublicId: workspace };
  const { inviteCode } = await ada.call(api.invites.createLink, { params });
  const people = await Promise.all(Array.from({ length: many / 2 }, (_, n) => service.signUp(`guest-${n}`)));
  await atOnce((turn) =>
    at(turn, nth(people, turn % people.length)).call(api.invites.accept, { body: { inviteCode } }),
  );
  const { members } = await ada.call(api.workspaces.get, { params });
  assert.equal(members.length, people.length + 1);
  assert.ok(members.every(({ status }) => status === 'active'));
});

/** The status of a call that may be refused. */
async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

test('a role that changes under use lets a call through whole or refuses it whole', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const bob = await service.signUp('bob');
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Title' });
  const params = { workspacePublicId: workspace, memberPublicId: member };
  const setRole = (turn: number, role: string) =>
    at(turn, ada).call(api.members.changeRole, { params, body: { role } });
  const statuses = await atOnce((turn) =>
    turn % 8 === 0
      ? statusOf(setRole(turn, turn % 16 === 0 ? 'guest' : 'member'))
      : statusOf(
          at(turn, bob).call(api.cards.update, {
            params: { cardPublicId: card },
            body: { title: `Title ${turn}` },
          }),
        ),
  );
  assert.ok(
    statuses.every((status) => status === 200 || status === 403),
    statuses.join(),
  );
  const renames = (await historyOf(card)).filter(({ type }) => type === 'card.updated.title').length;
  assert.equal(renames, statuses.filter((status, turn) => turn % 8 !== 0 && status === 200).length);
  await setRole(0, 'guest');
  await atOnce(async (turn) => {
    const call = at(turn, bob).call(api.cards.update, {
      params: { cardPublicId: card },
      body: { title: 'no' },
    });
    assert.equal(await statusOf(call), 403);
  });
});

test('everything at once on one board: nobody gets an error for a conflict between others', async (t) => {
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const cards = await Promise.all(Array.from({ length: 16 }, (_, n) => makeCard(ada, nth(lists, n % 2))));
  const verbs: ((turn: number, cardPublicId: string) => Promise<unknown>)[] = [
    (turn, id) =>
      at(turn, ada).call(api.cards.update, { params: { cardPublicId: id }, body: { title: `${turn}` } }),
    (turn, id) =>
      at(turn, ada).call(api.cards.update, {
        params: { cardPublicId: id },
        body: { listPublicId: nth(lists, turn % 2), index: turn % 5 },
      }),
    (turn, id) =>
      at(turn, ada).call(api.cards.toggleLabel, {
        params: { cardPublicId: id, labelPublicId: nth(labels, 0) },
      }),
    (turn, id) =>
      at(turn, ada).call(api.comments.create, { params: { cardPublicId: id }, body: { comment: 'Hm.' } }),
    (turn, id) =>
      at(turn, ada).call(api.checklists.create, { params: { cardPublicId: id }, body: { name: 'Steps' } }),
    (turn) =>
      at(turn, ada).call(api.cards.create, { body: { title: 'New', listPublicId: nth(lists, turn % 2) } }),
    (turn, id) =>
      at(turn, ada).call(api.cards.duplicate, {
        params: { cardPublicId: id },
        body: { listPublicId: nth(lists, turn % 2), copyLabels: true },
      }),
    (turn) =>
      at(turn, ada).call(api.lists.update, {
        params: { listPublicId: nth(lists, turn % 2) },
        body: { index: turn % 2 },
      }),
    (turn) =>
      at(turn, ada).call(api.labels.update, {
        params: { labelPublicId: nth(labels, 0) },
        body: { name: `Label ${turn}` },
      }),
    (turn) =>
      at(turn, ada).call(api.boards.update, {
        params: { boardPublicId: board },
        body: { name: `B ${turn}` },
      }),
    (turn) =>
      at(turn, ada).call(api.workspaces.update, {
        params: { workspacePublicId: workspace },
        body: { name: `W ${turn}` },
      }),
  ];
  const deadlocks = async () =>
    engine === 'postgres'
      ? (
          await service.sql<{ deadlocks: number }>(
            'select deadlocks from pg_stat_database where datname = current_database()',
          )
        )[0]?.deadlocks
      : 0;
  for (let round = 0; round < 4; round++) {
    await atOnce((turn) =>
      nth(verbs, (turn + round) % verbs.length)(turn, nth(cards, (turn * 5) % cards.length)),
    );
  }
  const [{ count } = { count: 0 }] = await service.sql<{ count: number }>(
    `select count(*) as count from cards where board_id = '${board}'`,
  );
  await assertPlaces(lists, count);
  t.diagnostic(`${await deadlocks()} deadlocks were resolved`);
});
