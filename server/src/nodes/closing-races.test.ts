import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../../contract/client.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { retriesOf, untilBlocked } from '../testing/moments.ts';
import { type Person, testService } from '../testing/service.ts';

/*
 * A board is closed, or somebody loses access to it in another way, while others write there. Afterwards nobody is
 * assigned to a card of a board that they cannot see, and nothing was written by anyone without access at the time the
 * row was locked.
 */

const skip = engine === 'sqlite' && 'SQLite has one writer at a time';
const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes = engine === 'postgres' ? [service, await testService({}, {}, database)] : [service];
after(() => database.remove());
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

/** Two boards in ada's workspace, of which bob is a member, and a card on the first. */
async function made() {
  const { workspace, board, lists } = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace });
  const bobs = await addMember(service, workspace, bob);
  return { workspace, board, other, lists, bobs, card: await makeCard(ada, nth(lists, 0)) };
}

const setAccess = (person: Pick<Person, 'call'>, boardPublicId: string, access: 'members' | 'workspace') =>
  person.call(api.boards.update, { params: { boardPublicId }, body: { access } });

/** Returns the status of a call that may fail. */
async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

type Made = Awaited<ReturnType<typeof made>>;

/** Ways in which bob is assigned to a card of the board; each prepares what it needs and returns the call. */
const assignments: Record<string, (of: Made) => Promise<() => Promise<unknown>>> = {
  'is put on a card of it': async ({ card, bobs }) => {
    const params = { cardPublicId: card, workspaceMemberPublicId: bobs };
    return () => ada.call(api.cards.addMember, { params });
  },
  'is among the members that a card of it is given': async ({ card, bobs }) => {
    const params = { cardPublicId: card };
    return () => ada.call(api.cards.update, { params, body: { memberPublicIds: [bobs] } });
  },
  'is on a card that moves there': async ({ other, lists, bobs }) => {
    const cardPublicId = await makeCard(ada, nth(other.lists, 0), { memberPublicIds: [bobs] });
    const body = { listPublicId: nth(lists, 0) };
    return () => ada.call(api.cards.update, { params: { cardPublicId }, body });
  },
  'is on one of the cards that move there': async ({ other, lists, bobs }) => {
    const cardPublicId = await makeCard(ada, nth(other.lists, 0), { memberPublicIds: [bobs] });
    const operations = [{ type: 'move' as const, cardPublicId, listPublicId: nth(lists, 0) }];
    return () => ada.call(api.cards.bulk, { body: { operations } });
  },
};

const closed = 'it is closed';

/** Ways in which bob loses access to the board. */
const losses: Record<string, (of: Made) => Promise<unknown>> = {
  [closed]: ({ board }) => setAccess(ada, board, 'members'),
  'the role loses the permission': async ({ workspace }) => {
    const params = { workspacePublicId: workspace };
    const { roles } = await ada.call(api.roles.list, { params });
    const rolePublicId = roles.find(({ name }) => name === 'member')?.publicId ?? '';
    await ada.call(api.roles.revoke, {
      params: { ...params, rolePublicId },
      body: { permission: 'board:view' },
    });
  },
  'another role is given': ({ workspace, bobs }) =>
    ada.call(api.members.changeRole, {
      params: { workspacePublicId: workspace, memberPublicId: bobs },
      body: { role: 'guest-of-boards' },
    }),
};

for (const [loses, lose] of Object.entries(losses)) {
  for (const [comes, prepare] of Object.entries(assignments)) {
    test(`${loses} before somebody is held who ${comes}: they are not put there`, { skip }, async () => {
      const of = await made();
      const assign = await prepare(of);
      let status = 0;
      const work = async () => {
        status = await statusOf(assign());
      };
      await retriesOf(service, work, { 'before members': () => lose(of) });
      // A member who can no longer see any board was unassigned before the card moved.
      const isMove = comes.includes('move');
      assert.equal(status, isMove && loses !== closed ? 200 : 400);
      await assertConsistent(service);
    });

    test(`${loses} once somebody is held who ${comes}: they fall off`, { skip }, async () => {
      const of = await made();
      const assign = await prepare(of);
      let losing: Promise<unknown> | undefined;
      const retries = await retriesOf(service, () => assign().then(() => losing), {
        'after members': async () => {
          losing = lose(of);
          await untilBlocked(database);
        },
      });
      assert.equal(retries, 0);
      await assertConsistent(service);
    });
  }
}

/** Excluded: a role that only loses `board:view` still lets its members edit cards that they know of. */
const { 'the role loses the permission': _, ...unseeing } = losses;

for (const [loses, lose] of Object.entries({
  ...unseeing,
  'a membership of a closed board ends': async ({ board, bobs }: Made) => {
    const params = { boardPublicId: board, workspaceMemberPublicId: bobs };
    await ada.call(api.boardMembers.remove, { params });
  },
})) {
  test(`${loses} before a card is held that a member writes: nothing is written`, { skip }, async () => {
    const of = await made();
    if (!(loses in unseeing)) {
      await addBoardMember(service, of.workspace, of.board, of.bobs);
      await setAccess(ada, of.board, 'members');
    }
    const rename = { params: { cardPublicId: of.card }, body: { title: 'of bob' } };
    let status = 0;
    const work = async () => {
      status = await statusOf(bob.call(api.cards.update, rename));
    };
    await retriesOf(service, work, { 'before cards': () => lose(of) });
    assert.ok([403, 404].includes(status));
    assert.deepEqual(await writtenBy(bob, of.card), []);
  });
}

const writtenBy = ({ id }: Person, card: string) =>
  service.sql<{ type: string }>(
    `select type from activities where card_id = '${card}' and user_id = '${id}' order by created_at`,
  );

test('a board is closed and opened, and memberships end, while its members write and are put on cards', async () => {
  const of = await made();
  const { workspace, board, lists, bobs, other } = of;
  const cyd = await addMember(service, workspace, await service.signUp('cyd'), { role: 'guest-of-boards' });
  const { roles } = await ada.call(api.roles.list, { params: { workspacePublicId: workspace } });
  const rolePublicId = roles.find(({ name }) => name === 'member')?.publicId ?? '';
  const cards = await Promise.all(Array.from({ length: 8 }, (_, n) => makeCard(ada, nth(lists, n % 2))));
  const at = (turn: number, person: Person) => nth(nodes, turn % nodes.length).caller(person.token);
  const ofCyd = { boardPublicId: board, workspaceMemberPublicId: cyd };
  const verbs: ((turn: number, cardPublicId: string) => Promise<unknown>)[] = [
    (turn) => setAccess(at(turn, ada), board, turn % 2 === 0 ? 'members' : 'workspace'),
    (turn) => at(turn, ada).call(api.boardMembers.set, { params: ofCyd, body: { rolePublicId } }),
    (turn, cardPublicId) =>
      at(turn, ada).call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId: bobs } }),
    (turn, cardPublicId) =>
      at(turn, ada).call(api.cards.update, {
        params: { cardPublicId },
        body: { memberPublicIds: [bobs, cyd] },
      }),
    (turn) => at(turn, ada).call(api.boardMembers.remove, { params: ofCyd }),
    (turn, cardPublicId) =>
      at(turn, ada).call(api.cards.update, {
        params: { cardPublicId },
        body: { listPublicId: nth(turn % 3 === 0 ? other.lists : lists, 0) },
      }),
    (turn) =>
      at(turn, ada).call(api.cards.create, {
        body: { title: 'New', listPublicId: nth(lists, 0), memberPublicIds: [bobs] },
      }),
  ];
  let renamed = 0;
  for (let round = 0; round < 4; round++) {
    const refused = new Set<number>();
    await Promise.all(
      Array.from({ length: 64 }, async (_, turn) => {
        const card = nth(cards, (turn * 5) % cards.length);
        if (turn % 4 > 0)
          return refused.add(await statusOf(nth(verbs, (turn + round) % verbs.length)(turn, card)));
        const rename = { params: { cardPublicId: card }, body: { title: `of bob ${round} ${turn}` } };
        const status = await statusOf(at(turn, bob).call(api.cards.update, rename));
        refused.add(status);
        if (status === 200) renamed++;
      }),
    );
    assert.ok(
      [...refused].every((status) => [200, 400, 404].includes(status)),
      [...refused].join(),
    );
    await assertConsistent(service);
  }
  const written = await Promise.all(cards.map((card) => writtenBy(bob, card)));
  assert.equal(written.flat().length, renamed);
});
