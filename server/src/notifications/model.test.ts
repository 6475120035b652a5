import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import type { NotificationKind } from '../../../contract/notifications.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/*
 * Random days of a team, compared with a model of who is told what: everyone's inbox, after each step. `MODEL_SEED` chooses
 * other days, `MODEL_RUNS` more of them.
 */

const seed = Number(process.env.MODEL_SEED ?? 20_261_126);
const numRuns = Number(process.env.MODEL_RUNS ?? 12);

const minute = 60_000_000;

interface Told {
  kind: NotificationKind;
  card: string;
  count: number;
  isRead: boolean;
  since: number;
}

interface Someone {
  name: string;
  person: Person;
  member: string;
  isAdmin: boolean;
  /** Whether the role allows changes. */
  mayEdit: boolean;
  isPaused: boolean;
  /** Boards that they see although these are closed. */
  seats: Set<string>;
  told: Told[];
}

interface Board {
  id: string;
  lists: string[];
  isClosed: boolean;
}

interface Card {
  id: string;
  board: Board;
  list: string;
  author: Someone;
  members: Set<Someone>;
  isDone: boolean;
}

interface Day {
  everyone: Someone[];
  boards: Board[];
  cards: Card[];
  /** By `name target`: whether they watch it, or said that they do not. */
  watches: Map<string, boolean>;
}

const service = await testService({ LOG_LEVEL: 'silent' });
const people = await Promise.all(['ada', 'bob', 'cyd', 'dan', 'eve'].map((name) => service.signUp(name)));
const memberRole = async (workspace: string): Promise<string> => {
  const rows = await service.sql<{ id: string }>(
    `select id from roles where workspace_id = '${workspace}' and name = 'member'`,
  );
  return nth(rows, 0).id;
};

/** A workspace of Ada's with three members and a guest, and two boards with a card of each who may make one. */
async function freshDay(): Promise<Day> {
  const ada = nth(people, 0);
  await service.sql('delete from notifications');
  const first = await makeBoard(ada);
  const second = await makeBoard(ada, { workspace: first.workspace });
  const everyone: Someone[] = [];
  for (const [n, person] of people.entries()) {
    const role = n === 4 ? 'guest' : 'member';
    const member = n === 0 ? '' : await addMember(service, first.workspace, person, { role });
    everyone.push({
      name: `p${n}`,
      person,
      member,
      isAdmin: n === 0,
      mayEdit: n !== 4,
      isPaused: false,
      seats: new Set(),
      told: [],
    });
  }
  const { members } = (await ada.call(api.boards.get, { params: { boardPublicId: first.board } })).workspace;
  const own = members.find(({ user }) => user?.email === ada.email);
  nth(everyone, 0).member = own?.publicId ?? '';
  const boards = [first, second].map(({ board, lists }) => ({ id: board, lists, isClosed: false }));
  const cards: Card[] = [];
  for (const [n, author] of everyone.slice(0, 4).entries()) {
    const board = nth(boards, n % 2);
    const list = nth(board.lists, 0);
    const id = await makeCard(author.person, list);
    cards.push({ id, board, list, author, members: new Set(), isDone: false });
  }
  return { everyone, boards, cards, watches: new Map() };
}

const sees = (who: Someone, board: Board): boolean =>
  !who.isPaused && (who.isAdmin || !board.isClosed || who.seats.has(board.id));

/** Who is told of a change of a card because they watch it. */
function watchersOf({ everyone, watches }: Day, card: Card, actor: Someone): Someone[] {
  return everyone.filter((who) => {
    if (who === actor || watches.get(`${who.name} ${card.id}`) === false) return false;
    if (card.author === who || (card.members.has(who) && !who.isPaused)) return true;
    return [card.id, card.list, card.board.id].some((id) => watches.get(`${who.name} ${id}`));
  });
}

function tell({ told }: Someone, kind: NotificationKind, card: string): void {
  const now = service.clock.now();
  const open = told.findLast(
    (each) => each.kind === kind && each.card === card && !each.isRead && now - each.since < 10 * minute,
  );
  if (open) open.count++;
  else told.push({ kind, card, count: 1, isRead: false, since: now });
}

/** What is told of a change; whom it is most personal to is told of that alone. */
function tellOf(
  day: Day,
  card: Card,
  actor: Someone,
  kind: NotificationKind,
  personal: { kind: NotificationKind; to: readonly Someone[] } = { kind, to: [] },
): void {
  const to = personal.to.filter((who) => who !== actor && !who.isPaused);
  for (const who of watchersOf(day, card, actor)) if (!to.includes(who)) tell(who, kind, card.id);
  for (const who of to) tell(who, personal.kind, card.id);
}

const step = fc.record({
  what: fc.constantFrom(
    ...([
      'comment',
      'mention',
      'title',
      'complete',
      'move',
      'put',
      'put',
      'take',
      'watch',
      'watch',
      'unwatch',
    ] as const),
    ...(['pause', 'close', 'seat', 'read', 'wait', 'wait', 'wait'] as const),
  ),
  actor: fc.nat(4),
  other: fc.nat(4),
  card: fc.nat(3),
  where: fc.nat(2),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What a person does to a card; each returns false if the model has nothing to expect of it. */
type Deed = (day: Day, card: Card, actor: Someone, other: Someone, given: Step) => Promise<void>;

const paramsOf = (card: Card) => ({ cardPublicId: card.id });

const inCard: Record<'comment' | 'mention' | 'title' | 'complete' | 'move' | 'put' | 'take', Deed> = {
  async comment(day, card, actor) {
    await actor.person.call(api.comments.create, { params: paramsOf(card), body: { comment: 'Hello' } });
    tellOf(day, card, actor, 'commented');
    follow(day, card, actor);
  },
  async mention(day, card, actor, other) {
    const comment = `Look, @[You](member:${other.member})`;
    await actor.person.call(api.comments.create, { params: paramsOf(card), body: { comment } });
    tellOf(day, card, actor, 'commented', { kind: 'mentioned', to: [other] });
    follow(day, card, actor);
  },
  async title(day, card, actor) {
    const title = `Title at ${service.clock.now()}`;
    await actor.person.call(api.cards.update, { params: paramsOf(card), body: { title } });
    tellOf(day, card, actor, 'changed');
  },
  async complete(day, card, actor) {
    card.isDone = !card.isDone;
    await actor.person.call(api.cards.update, { params: paramsOf(card), body: { completed: card.isDone } });
    tellOf(day, card, actor, card.isDone ? 'completed' : 'changed');
  },
  async move(day, card, actor) {
    const list = card.board.lists.find((id) => id !== card.list) ?? '';
    await actor.person.call(api.cards.update, { params: paramsOf(card), body: { listPublicId: list } });
    card.list = list;
    tellOf(day, card, actor, 'moved');
  },
  async put(day, card, actor, other) {
    const params = { ...paramsOf(card), workspaceMemberPublicId: other.member };
    // Somebody who is paused may be put on a card, and is not told.
    if (!sees({ ...other, isPaused: false }, card.board)) {
      await actor.person.refused(400, api.cards.addMember, { params });
      return;
    }
    const isNew = !card.members.has(other);
    await actor.person.call(api.cards.addMember, { params });
    card.members.add(other);
    if (isNew) tellOf(day, card, actor, 'changed', { kind: 'assigned', to: [other] });
  },
  async take(day, card, actor, other) {
    if (!card.members.delete(other)) return;
    const params = { ...paramsOf(card), workspaceMemberPublicId: other.member };
    await actor.person.call(api.cards.removeMember, { params });
    tellOf(day, card, actor, 'changed');
  },
};

/** Somebody who comments watches the card from then on, unless they said whether they do. */
function follow({ watches }: Day, card: Card, actor: Someone): void {
  const key = `${actor.name} ${card.id}`;
  if (card.author === actor || card.members.has(actor) || watches.has(key)) return;
  watches.set(key, true);
}

async function setWatch(day: Day, card: Card, actor: Someone, { where, what }: Step): Promise<void> {
  const watches = what === 'watch';
  const { call } = actor.person;
  const id = nth([card.id, card.list, card.board.id], where);
  if (where === 0)
    await call(watches ? api.notifications.watchCard : api.notifications.unwatchCard, {
      params: paramsOf(card),
    });
  else if (where === 1)
    await call(watches ? api.notifications.watchList : api.notifications.unwatchList, {
      params: { listPublicId: id },
    });
  else
    await call(watches ? api.notifications.watchBoard : api.notifications.unwatchBoard, {
      params: { boardPublicId: id },
    });
  const key = `${actor.name} ${id}`;
  if (watches) day.watches.set(key, true);
  // Only a card has other reasons to be watched.
  else if (where === 0) day.watches.set(key, false);
  else day.watches.delete(key);
}

/** What Ada changes of what others may see. */
async function changeSight(day: Day, card: Card, other: Someone, { what }: Step): Promise<void> {
  const ada = nth(day.everyone, 0).person;
  const { board } = card;
  if (what === 'pause') {
    if (other.isAdmin) return;
    other.isPaused = !other.isPaused;
    await setStatus(service, other.member, other.isPaused ? 'paused' : 'active');
  } else if (what === 'close') {
    board.isClosed = !board.isClosed;
    const access = board.isClosed ? 'members' : 'workspace';
    await ada.call(api.boards.update, { params: { boardPublicId: board.id }, body: { access } });
  } else {
    if (other.isAdmin || other.isPaused) return;
    const params = { boardPublicId: board.id, workspaceMemberPublicId: other.member };
    if (board.isClosed && other.seats.delete(board.id)) await ada.call(api.boardMembers.remove, { params });
    else {
      other.seats.add(board.id);
      await ada.call(api.boardMembers.set, {
        params,
        body: { rolePublicId: await memberRole(await workspaceOf(board)) },
      });
    }
  }
  await readMembers(day);
}

const workspaceOf = async ({ id }: Board): Promise<string> =>
  nth(await service.sql<{ w: string }>(`select workspace_id as w from boards where id = '${id}'`), 0).w;

/** Who loses sight of a board is taken off its cards. */
async function readMembers({ everyone, cards }: Day): Promise<void> {
  for (const card of cards) {
    const rows = await service.sql<{ id: string }>(
      `select member_id as id from card_members where card_id = '${card.id}'`,
    );
    card.members = new Set(everyone.filter(({ member }) => rows.some(({ id }) => id === member)));
  }
}

async function take(day: Day, given: Step): Promise<void> {
  const [actor, other, card] = [
    nth(day.everyone, given.actor),
    nth(day.everyone, given.other),
    nth(day.cards, given.card),
  ];
  const { what } = given;
  if (what === 'wait') return service.clock.pass(4 * minute);
  if (what === 'pause' || what === 'close' || what === 'seat') return changeSight(day, card, other, given);
  if (what === 'read') {
    const { notifications } = await actor.person.call(api.notifications.list, { query: { state: 'unread' } });
    const newest = notifications[0];
    if (!newest) return;
    await actor.person.call(api.notifications.update, { body: { ids: [newest.publicId], read: true } });
    const read = actor.told.findLast(
      (each) => each.kind === newest.kind && each.card === newest.card?.publicId && !each.isRead,
    );
    if (read) read.isRead = true;
    return;
  }
  if (!sees(actor, card.board)) {
    await actor.person.refused(403, api.comments.create, {
      params: paramsOf(card),
      body: { comment: 'Hello' },
    });
    return;
  }
  if (what === 'watch' || what === 'unwatch') return setWatch(day, card, actor, given);
  if (!actor.mayEdit && !actor.seats.has(card.board.id)) return;
  await inCard[what](day, card, actor, other, given);
}

async function check({ everyone, cards }: Day): Promise<void> {
  for (const who of everyone) {
    const { notifications, unread } = await who.person.call(api.notifications.list, {
      query: { limit: 100 },
    });
    const got = notifications
      .filter(({ card }) => card !== null)
      .map(({ kind, card, count, readAt }) => `${kind} ${card?.publicId} ${count} ${readAt !== null}`);
    const visible = who.told.filter(({ card }) =>
      sees(
        who,
        nth(
          cards.filter(({ id }) => id === card),
          0,
        ).board,
      ),
    );
    const expected = visible.map(({ kind, card, count, isRead }) => `${kind} ${card} ${count} ${isRead}`);
    assert.deepEqual(got.toSorted(), expected.toSorted(), `what ${who.person.email} is told`);
    const others = notifications.filter(({ card, readAt }) => card === null && readAt === null).length;
    assert.equal(unread - others, visible.filter(({ isRead }) => !isRead).length);
  }
}

test('each is told exactly what they should be, and shown only what they may see', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), async (steps) => {
      const day = await freshDay();
      for (const given of steps) {
        await take(day, given);
        await check(day);
      }
    }),
    { seed, numRuns, unbiased: true, endOnFailure: true },
  );
});
