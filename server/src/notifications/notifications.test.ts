import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyWithoutLimits, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
let people = 0;

/** A board with a card of Ada's, and others who are members of its workspace. */
async function team(...names: string[]) {
  const { workspace, board, lists } = await makeBoard(ada);
  const others: { person: Person; member: string }[] = [];
  for (const name of names) {
    const person = await service.signUp(`${name}${++people}`);
    others.push({ person, member: await addMember(service, workspace, person) });
  }
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  return { workspace, board, lists, card, others };
}

const inboxOf = (person: Person, query: object = {}) => person.call(api.notifications.list, { query });
const kindsOf = async (person: Person, query: object = {}) =>
  (await inboxOf(person, query)).notifications.map(({ kind, count }) => `${kind} ${count}`);

const put = (by: Person, card: string, member: string) =>
  by.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
const comment = (by: Person, card: string, text: string) =>
  by.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: text } });

test('who is put on a card is told, and not of what they do themselves', async () => {
  const { card, board, workspace, others } = await team('bob');
  const { person: bob, member } = nth(others, 0);
  await put(ada, card, member);
  const { notifications, unread } = await inboxOf(bob);
  assert.equal(unread, 1);
  const [first] = notifications;
  assert.deepEqual(
    [first?.kind, first?.count, first?.text, first?.actor?.id, first?.card?.publicId, first?.board?.publicId],
    ['assigned', 1, `ada put you on Paint the harbour`, ada.id, card, board],
  );
  assert.equal(first?.workspace?.publicId, workspace);
  await comment(bob, card, 'On my way');
  assert.deepEqual(await kindsOf(bob), ['assigned 1']);
  // The one who made the card watches it.
  assert.deepEqual((await kindsOf(ada)).slice(0, 1), ['commented 1']);
});

test('several of a kind on a card within ten minutes are one with a count, while it is unread', async () => {
  const { card, others } = await team('bob');
  const { person: bob, member } = nth(others, 0);
  await put(ada, card, member);
  for (const text of ['One', 'Two', 'Three']) await comment(ada, card, text);
  assert.deepEqual(await kindsOf(bob), ['commented 3', 'assigned 1']);
  const [newest] = (await inboxOf(bob)).notifications;
  assert.equal(newest?.comment?.excerpt, 'Three');
  await bob.call(api.notifications.update, { body: { ids: [newest?.publicId ?? ''], read: true } });
  await comment(ada, card, 'Four');
  assert.deepEqual(await kindsOf(bob), ['commented 1', 'commented 3', 'assigned 1']);
  service.clock.pass(11 * 60_000_000);
  await comment(ada, card, 'Five');
  assert.deepEqual(await kindsOf(bob), ['commented 1', 'commented 1', 'commented 3', 'assigned 1']);
});

test('who is mentioned is told once, by name, also on a card that they do not watch', async () => {
  const { card, others } = await team('bob', 'cyd');
  const [bob, cyd] = [nth(others, 0), nth(others, 1)];
  await comment(ada, card, `Ask @[Bob](member:${bob.member}), and @[Bob](member:${bob.member}) again`);
  const { notifications } = await inboxOf(bob.person);
  assert.deepEqual(
    notifications.map(({ kind, comment: said }) => [kind, said?.excerpt]),
    [['mentioned', 'Ask @Bob, and @Bob again']],
  );
  assert.deepEqual(await kindsOf(cyd.person), []);
  const { comments } = await ada.call(api.comments.list, { params: { cardPublicId: card } });
  const params = { cardPublicId: card, commentPublicId: comments[0]?.publicId ?? '' };
  await ada.call(api.comments.update, {
    params,
    body: { comment: `@[Bob](member:${bob.member}) and @[Cyd](member:${cyd.member})` },
  });
  assert.deepEqual(await kindsOf(bob.person), ['mentioned 1']);
  assert.deepEqual(await kindsOf(cyd.person), ['mentioned 1']);
});

test('who watches a board, a list or a card is told, until they stop', async () => {
  const { card, board, lists, others } = await team('bob', 'cyd', 'dan');
  const [bob, cyd, dan] = others.map(({ person }) => person);
  assert.ok(bob && cyd && dan);
  await bob.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  await cyd.call(api.notifications.watchList, { params: { listPublicId: nth(lists, 0) } });
  await dan.call(api.notifications.watchCard, { params: { cardPublicId: card } });
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { title: 'Paint it again' } });
  for (const person of [bob, cyd, dan]) assert.deepEqual(await kindsOf(person), ['changed 1']);
  await ada.call(api.cards.update, {
    params: { cardPublicId: card },
    body: { listPublicId: nth(lists, 1) },
  });
  assert.deepEqual(await kindsOf(bob), ['moved 1', 'changed 1']);
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { completed: true } });
  assert.deepEqual(await kindsOf(bob), ['completed 1', 'moved 1', 'changed 1']);
  await bob.call(api.notifications.unwatchBoard, { params: { boardPublicId: board } });
  await dan.call(api.notifications.unwatchCard, { params: { cardPublicId: card } });
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { dueDate: '2026-12-24' } });
  assert.deepEqual(await kindsOf(bob), ['completed 1', 'moved 1', 'changed 1']);
  assert.deepEqual(await kindsOf(dan), ['completed 1', 'moved 1', 'changed 1']);
});

test('who does not want to watch a card is not told, although they are on it', async () => {
  const { card, others } = await team('bob');
  const { person: bob, member } = nth(others, 0);
  await put(ada, card, member);
  await bob.call(api.notifications.unwatchCard, { params: { cardPublicId: card } });
  await comment(ada, card, 'Hello');
  assert.deepEqual(await kindsOf(bob), ['assigned 1']);
});

test('what may no longer be seen is not shown, nor counted, and comes back with the right to see it', async () => {
  const { card, board, others } = await team('bob');
  const { person: bob, member } = nth(others, 0);
  await put(ada, card, member);
  await comment(ada, card, 'Secret');
  const setAccess = (access: 'members' | 'workspace') =>
    ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access } });
  await setStatus(service, member, 'paused');
  assert.deepEqual(await inboxOf(bob), { notifications: [], hasMore: false, nextCursor: null, unread: 0 });
  await setStatus(service, member, 'active');
  assert.equal((await inboxOf(bob)).unread, 2);
  await setAccess('members');
  assert.equal((await inboxOf(bob)).unread, 0);
  assert.deepEqual(await kindsOf(bob), []);
  await setAccess('workspace');
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  assert.equal((await inboxOf(bob)).unread, 0);
});

test('a comment is not quoted to somebody who may not read comments', async () => {
  const { card, workspace, others } = await team();
  assert.equal(others.length, 0);
  const eve = await service.signUp(`eve${++people}`);
  const member = await addMember(service, workspace, eve, { revoked: ['comment:view'] });
  await put(ada, card, member);
  await comment(ada, card, 'Secret');
  const { notifications } = await inboxOf(eve);
  assert.doesNotMatch(JSON.stringify(notifications), /Secret/);
});

test('notifications are marked by their ids or up to a time, put off, and those of others are left alone', async () => {
  const { card, others } = await team('bob', 'cyd');
  const [bob, cyd] = [nth(others, 0), nth(others, 1)];
  await put(ada, card, bob.member);
  await put(ada, card, cyd.member);
  await comment(ada, card, 'Hello');
  const { notifications } = await inboxOf(bob.person);
  const ids = notifications.map(({ publicId }) => publicId);
  const mark = (person: Person, body: object) => person.call(api.notifications.update, { body });
  // To cyd, bob's ids mean nothing; bob was also told that cyd was put on the card.
  await mark(cyd.person, { ids, read: true, archived: true });
  assert.equal((await inboxOf(bob.person)).unread, 3);
  assert.deepEqual(await mark(bob.person, { ids: ids.slice(0, 1), archived: true, read: true }), {
    unread: 2,
  });
  assert.equal((await inboxOf(bob.person, { state: 'archived' })).notifications.length, 1);
  assert.equal((await inboxOf(bob.person)).notifications.length, 2);
  const later = new Date(service.clock.now() / 1000 + 3_600_000).toISOString();
  assert.deepEqual(await mark(bob.person, { ids: ids.slice(1, 2), snoozeUntil: later }), { unread: 1 });
  // What is put off stays so, whatever is marked meanwhile.
  await mark(bob.person, { before: '2100-01-01T00:00:00Z', read: true });
  service.clock.pass(3_700_000_000);
  const [back] = (await inboxOf(bob.person, { state: 'unread' })).notifications;
  assert.equal(back?.publicId, ids[1]);
  assert.deepEqual(
    await mark(bob.person, { before: new Date(service.clock.now() / 1000).toISOString(), read: true }),
    {
      unread: 0,
    },
  );
  await bob.person.refused(400, api.notifications.update, { body: { read: true } });
  await bob.person.refused(400, api.notifications.update, {
    body: { ids, snoozeUntil: '2020-01-01T00:00:00Z' },
  });
  await bob.person.refused(400, api.notifications.update, { body: { before: later, snoozeUntil: later } });
});

test('what was put off stays so when more of its kind happens, and is counted on once it is back', async () => {
  const { card, others } = await team('bob');
  const { person: bob, member } = nth(others, 0);
  await put(ada, card, member);
  await comment(ada, card, 'One');
  const [first] = (await inboxOf(bob)).notifications;
  const snoozeUntil = new Date(service.clock.now() / 1000 + 120_000).toISOString();
  await bob.call(api.notifications.update, { body: { ids: [first?.publicId ?? ''], snoozeUntil } });
  await comment(ada, card, 'Two');
  await comment(ada, card, 'Three');
  assert.deepEqual(await kindsOf(bob), ['commented 2', 'assigned 1'], 'of what came meanwhile');
  service.clock.pass(180_000_000);
  assert.deepEqual((await kindsOf(bob)).toSorted(), ['assigned 1', 'commented 1', 'commented 2']);
});

test('pages of notifications are complete and without repetition, filtered by kind and workspace', async () => {
  const { lists, workspace, others } = await team('bob');
  const { person: bob, member } = nth(others, 0);
  for (let n = 0; n < 7; n++) await put(ada, await makeCard(ada, nth(lists, 0)), member);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await inboxOf(bob, { limit: 3, ...(cursor ? { cursor } : {}) });
    seen.push(...page.notifications.map(({ publicId }) => publicId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  assert.deepEqual([seen.length, new Set(seen).size], [7, 7]);
  assert.equal((await inboxOf(bob, { kind: 'commented' })).notifications.length, 0);
  assert.equal((await inboxOf(bob, { workspacePublicId: workspace })).notifications.length, 7);
});

test('who acts by an API key is named with it, and a key that opens one workspace shows that one only', async () => {
  const { card, others } = await team('bob');
  const { member, person: bob } = nth(others, 0);
  const key = await keyWithoutLimits(service, ada);
  await key.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
  const [first] = (await inboxOf(bob)).notifications;
  assert.ok(first?.key?.id);
});

test('a kind that is rare among very many is found page by page, and no page looks at all of them', async () => {
  const { card, workspace, board, others } = await team('bob');
  const { person: bob, member } = nth(others, 0);
  await put(ada, card, member);
  const now = service.clock.now();
  const rows = Array.from({ length: 4500 }, (_, n) => {
    const id = `n${String(n).padStart(15, '0')}`;
    const at = now + n;
    return `('${workspace}', '${id}', '${bob.id}', 'moved', '${board}', '${card}', 1, ${at}, ${at})`;
  });
  await service.sql(
    `insert into notifications (workspace_id, id, user_id, kind, board_id, card_id, times, created_at, told_at)
    values ${rows.join(', ')}`,
  );
  service.clock.pass(second);
  const first = await inboxOf(bob, { kind: 'assigned', limit: 5 });
  assert.deepEqual([first.notifications.length, first.hasMore], [0, true]);
  const next = await inboxOf(bob, { kind: 'assigned', limit: 5, cursor: first.nextCursor ?? '' });
  assert.deepEqual([next.notifications.map(({ kind }) => kind), next.hasMore], [['assigned'], false]);
  const all = await inboxOf(bob, { kind: 'moved', limit: 5 });
  assert.deepEqual([all.notifications.length, all.hasMore], [5, true]);
});

test('a card that is moved to a list that completes is told as completed, and not as moved too', async () => {
  const { card, lists, others } = await team('bob');
  const { person: bob } = nth(others, 0);
  const done = nth(lists, 1);
  await ada.call(api.lists.update, { params: { listPublicId: done }, body: { completes: true } });
  const params = { cardPublicId: card };
  await bob.call(api.notifications.watchCard, { params });
  await ada.call(api.cards.update, { params, body: { listPublicId: done } });
  assert.deepEqual(await kindsOf(bob), ['completed 1']);
  const second = await makeCard(ada, nth(lists, 0));
  await bob.call(api.notifications.watchCard, { params: { cardPublicId: second } });
  await ada.call(api.cards.bulk, {
    body: { operations: [{ type: 'move', cardPublicId: second, listPublicId: done }] },
  });
  assert.deepEqual(await kindsOf(bob), ['completed 1', 'completed 1']);
  const { notifications } = await inboxOf(bob);
  await bob.call(api.notifications.update, {
    body: { ids: notifications.map(({ publicId }) => publicId), archived: true },
  });
  // Out of it, it opens again: that it was moved says it.
  await ada.call(api.cards.update, { params, body: { listPublicId: nth(lists, 0) } });
  await ada.call(api.cards.bulk, {
    body: { operations: [{ type: 'move', cardPublicId: second, listPublicId: nth(lists, 0) }] },
  });
  assert.deepEqual(await kindsOf(bob), ['moved 1', 'moved 1']);
  await ada.call(api.cards.update, { params, body: { completed: true } });
  await ada.call(api.cards.update, { params, body: { completed: false } });
  assert.deepEqual(await kindsOf(bob), ['changed 1', 'completed 1', 'moved 1', 'moved 1']);
});
