import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import { maskOf } from '../../../contract/permissions.ts';
import { day, isoMillis } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const unknown = '0123456789abcdef';
let people = 0;

/** A new user who is a member of a new workspace of ada's. */
async function newcomer() {
  const person = await service.signUp(`person ${++people}`.replace(' ', ''));
  const made = await makeBoard(ada);
  const member = await addMember(service, made.workspace, person);
  return { person, member, ...made, list: nth(made.lists, 0) };
}

const mine = (person: Pick<Person, 'call'>, query: QueryOf<typeof api.cards.mine> = {}) =>
  person.call(api.cards.mine, { query });

const idsOf = async (person: Pick<Person, 'call'>, query: QueryOf<typeof api.cards.mine> = {}) =>
  (await mine(person, query)).cards.map(({ publicId }) => publicId);

const inDays = (days: number) => isoMillis(service.clock.now() + days * day);

test('my cards are those I am on, with where they are', async () => {
  const { person, member, workspace, board, list, labels } = await newcomer();
  const memberPublicIds = [member];
  await makeCard(ada, list, { title: 'of no one' });
  const card = await makeCard(ada, list, {
    title: 'Mine',
    description: 'text',
    dueDate: '2030-01-02T03:04:05.006Z',
    labelPublicIds: [nth(labels, 0)],
    memberPublicIds,
  });
  const { cards, hasMore, nextCursor } = await mine(person);
  assert.deepEqual([cards.length, hasMore, nextCursor], [1, false, null]);
  const { board: place, workspace: home, ...rest } = nth(cards, 0);
  assert.deepEqual(rest, {
    publicId: card,
    title: 'Mine',
    description: 'text',
    cardNumber: 2,
    dueDate: '2030-01-02T03:04:05.006Z',
    labels: [{ publicId: nth(labels, 0), name: 'Urgent', colourCode: '#0d9488' }],
    members: [{ publicId: member, email: person.email, user: { id: person.id, name: `person${people}` } }],
    list: { publicId: list, name: 'To do' },
  });
  assert.deepEqual([place.publicId, home.publicId], [board, workspace]);
  assert.deepEqual(await idsOf(ada), [], 'who made a card is not on it');
});

test('due dates from the year 1000 to 2999 are paged through in their order, those without one last', async () => {
  const { person, member, list } = await newcomer();
  const made: string[] = [];
  const dates = ['1000-01-01T00:00:00Z', '2999-12-30T00:00:00Z', '2999-12-31T00:00:00Z', null, null];
  for (const dueDate of dates) {
    made.push(await makeCard(ada, list, { memberPublicIds: [member], dueDate }));
  }
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof mine>> = await mine(person, {
      limit: 1,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.cards.map(({ publicId }) => publicId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(found, made);
  assert.deepEqual(await idsOf(person, { dueDateFilters: ['overdue'] }), [nth(made, 0)]);
});

test('my cards of all workspaces come together, the next due first and those without a date last', async () => {
  const one = await newcomer();
  const two = await makeBoard(ada);
  const secondMember = await addMember(service, two.workspace, one.person);
  const never = await makeCard(ada, one.list, { memberPublicIds: [one.member] });
  const late = await makeCard(ada, one.list, { memberPublicIds: [one.member], dueDate: inDays(9) });
  const soon = await makeCard(ada, nth(two.lists, 1), {
    memberPublicIds: [secondMember],
    dueDate: inDays(1),
  });
  const past = await makeCard(ada, nth(two.lists, 0), {
    memberPublicIds: [secondMember],
    dueDate: '1969-07-20T20:17:40.250Z',
  });
  assert.deepEqual(await idsOf(one.person), [past, soon, late, never]);
  assert.deepEqual(await idsOf(one.person, { workspacePublicId: two.workspace }), [past, soon]);
  assert.deepEqual(await idsOf(one.person, { dueDateFilters: ['overdue'] }), [past]);
  assert.deepEqual(await idsOf(one.person, { dueDateFilters: ['tomorrow', 'no-due-date'] }), [soon, never]);
  assert.deepEqual(await idsOf(one.person, { dueDateFilters: ['today'] }), []);
  const filters = { dueDateFilters: ['no-due-date' as const], workspacePublicId: two.workspace };
  assert.deepEqual(await idsOf(one.person, filters), []);
});

test('my cards that are completed, or open, are asked for alone', async () => {
  const { person, member, list } = await newcomer();
  const memberPublicIds = [member];
  const open = await makeCard(ada, list, { memberPublicIds });
  const done = await makeCard(ada, list, { memberPublicIds, completed: true });
  assert.deepEqual(await idsOf(person, { completed: true }), [done]);
  assert.deepEqual(await idsOf(person, { completed: false }), [open]);
});

test('the pages return every card once, with and without due dates', async () => {
  const { person, member, list } = await newcomer();
  const expected: string[] = [];
  for (const dueDate of [inDays(3), '1960-01-01T00:00:00Z', inDays(1), inDays(1), null, null, null]) {
    expected.push(await makeCard(ada, list, { memberPublicIds: [member], dueDate }));
  }
  const order = [1, 2, 3, 0, 4, 5, 6].map((n) => nth(expected, n));
  for (const limit of [1, 2, 3, 7, 100]) {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await mine(person, { limit, ...(cursor ? { cursor } : {}) });
      assert.ok(page.cards.length <= limit);
      assert.equal(page.hasMore, page.nextCursor !== null);
      seen.push(...page.cards.map(({ publicId }) => publicId));
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen, order, `in pages of ${limit}`);
  }
});

test('what is archived or deleted, or lies below it, is not among my cards; nor is what is on templates', async () => {
  const { person, member, workspace, list } = await newcomer();
  const memberPublicIds = [member];
  const onNewBoard = async () => {
    const made = await makeBoard(ada, { workspace });
    await makeCard(ada, nth(made.lists, 0), { memberPublicIds });
    return made;
  };
  const kept = await makeCard(ada, list, { memberPublicIds });
  const archived = await makeCard(ada, list, { memberPublicIds });
  const deleted = await makeCard(ada, list, { memberPublicIds });
  await ada.call(api.cards.archive, { params: { cardPublicId: archived } });
  await ada.call(api.cards.delete, { params: { cardPublicId: deleted } });
  const { lists } = await onNewBoard();
  await ada.call(api.lists.delete, { params: { listPublicId: nth(lists, 0) } });
  const { board } = await onNewBoard();
  await ada.call(api.boards.delete, { params: { boardPublicId: board } });
  const { board: away } = await onNewBoard();
  await ada.call(api.boards.update, { params: { boardPublicId: away }, body: { isArchived: true } });
  const { board: template } = await onNewBoard();
  await service.sql(`update boards set type = 'template' where id = '${template}'`);
  assert.deepEqual(await idsOf(person), [kept]);
});

test('only workspaces where I am active and may view cards show my cards', async () => {
  const { person, member, workspace, list } = await newcomer();
  const card = await makeCard(ada, list, { memberPublicIds: [member] });
  assert.deepEqual(await idsOf(person), [card]);
  for (const status of ['invited', 'paused', 'removed'] as const) {
    await setStatus(service, member, status);
    assert.deepEqual(await idsOf(person), []);
  }
  await setStatus(service, member, 'active');
  assert.deepEqual(await idsOf(await keyOf(service, person, ['card:view'])), [card]);
  assert.deepEqual(await idsOf(await keyOf(service, person, ['board:view', 'card:edit'])), []);
  const elsewhere = await keyOf(service, person, ['card:view']);
  const { workspace: other } = await makeBoard(ada);
  await service.sql(
    `update api_keys set workspace_id = '${other}' where id = (select max(id) from api_keys where user_id = '${person.id}')`,
  );
  assert.deepEqual(await idsOf(elsewhere), []);
  await service.sql(`update members set revoked = ${maskOf(['card:view'])} where id = '${member}'`);
  assert.deepEqual(await idsOf(person), [], 'a revoked card:view hides them');
  await service.sql(`update members set revoked = 0 where id = '${member}'`);
  await ada.call(api.workspaces.delete, { params: { workspacePublicId: workspace } });
  assert.deepEqual(await idsOf(person), []);
});

test('a workspace that is not mine, or does not exist, is refused', async () => {
  const { person } = await newcomer();
  const foreign = await makeBoard(ada);
  for (const workspacePublicId of [foreign.workspace, unknown]) {
    await person.refused(403, api.cards.mine, { query: { workspacePublicId } });
  }
});

test('a workspace that hides email addresses hides them here, too', async () => {
  const { person, member, workspace, list } = await newcomer();
  await makeCard(ada, list, { memberPublicIds: [member] });
  await service.sql(`update workspaces set show_emails_to_members = 0 where id = '${workspace}'`);
  const emails = async () => (await mine(person)).cards.flatMap((card) => card.members.map((m) => m.email));
  assert.deepEqual(await emails(), [null]);
  await service.sql(`update workspaces set show_emails_to_members = 1 where id = '${workspace}'`);
  assert.deepEqual(await emails(), [person.email]);
});

test('my cards are read in three statements', async () => {
  const { person, member, list } = await newcomer();
  for (let n = 0; n < 3; n++) await makeCard(ada, list, { memberPublicIds: [member] });
  assert.equal(await statementsOf(service, () => mine(person)), 3, 'for the token, and for policies');
});

test('bad filters are 400, nobody 401', async () => {
  for (const query of [
    { limit: 0 },
    { limit: 101 },
    { cursor: 'x' },
    { dueDateFilters: ['someday'] },
    { workspacePublicId: 'short' },
  ]) {
    await ada.refused(400, api.cards.mine, { query });
  }
  await service.caller().refused(401, api.cards.mine);
});

test('a filter narrows my cards down, page by page, with the names of each workspace', async () => {
  const { person, member, workspace, list, labels } = await newcomer();
  const other = await makeBoard(ada);
  const there = await addMember(service, other.workspace, person);
  const made: string[] = [];
  for (const [index, dueDate] of [inDays(1), inDays(3), inDays(5), null].entries()) {
    const urgent = { memberPublicIds: [member], labelPublicIds: [nth(labels, 0)] };
    made.push(await makeCard(ada, list, { title: `Urgent ${index}`, dueDate, ...urgent }));
  }
  await makeCard(ada, list, { title: 'later', dueDate: inDays(2), memberPublicIds: [member] });
  const elsewhere = { memberPublicIds: [there], labelPublicIds: [nth(other.labels, 0)] };
  made.push(await makeCard(ada, nth(other.lists, 0), { title: 'Elsewhere', ...elsewhere }));
  assert.deepEqual(await idsOf(person, { filter: 'label:urgent' }), made);
  assert.deepEqual(
    await idsOf(person, { filter: 'label:urgent', workspacePublicId: workspace }),
    made.slice(0, 4),
  );
  assert.deepEqual(await idsOf(person, { filter: 'label:urgent due:<4d' }), made.slice(0, 2));
  assert.deepEqual(await idsOf(person, { filter: `@${person.email} or elsewhere` }), made.slice(4));
  const pages: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await mine(person, { filter: '-later @me', limit: 2, cursor });
    pages.push(...page.cards.map(({ publicId }) => publicId));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  assert.deepEqual(pages, made);
  const wrong = await person.refused(400, api.cards.mine, { query: { filter: 'is:odd' } });
  assert.match(wrong.message, /character 3/);
});
