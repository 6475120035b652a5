import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../contract/api.ts';
import { makePublicId } from '../../contract/ids.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../server/src/testing/fixtures.ts';
import { type Person, testService } from '../../server/src/testing/service.ts';
import * as commands from '../board/commands.ts';
import * as onCard from '../card/commands.ts';
import { entriesOf, entriesWith } from '../card/history.ts';
import { bulk } from '../sync/bulk.ts';
import { byOrder } from '../sync/by-order.ts';
import type { Mutation } from '../sync/mutation.ts';
import type { Following } from '../sync/stream.ts';
import { Browser, Client, type Line, proxyFor, spotAt, until } from './client.ts';

/*
 * Several clients change one board over connections that fail: requests that never arrive, replies that are lost,
 * proxies that answer in the service's place, streams that are cut, pages that are closed and opened again. At rest, all of them show the server's state, and
 * nothing was done twice.
 */

const service = await testService();
const proxy = await proxyFor(service);

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
    'archiveList',
    'cut',
    'reload',
    'label',
    'bulk',
    'undo',
    'undo',
    'redo',
    'comment',
    'comment',
    'editComment',
    'deleteComment',
    'checklist',
    'item',
    'item',
    'tick',
    'moveItem',
    'renameItem',
    'deleteItem',
    'describe',
    'describe',
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
  fate: fc.constantFrom(
    'ok',
    'ok',
    'ok',
    'never arrives',
    'reply is lost',
    'someone else answers',
    'reply is replaced',
  ) as fc.Arbitrary<Line['fate'][number]>,
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Several operations on some cards, in one request. */
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

/** A command on what the client shows now; undefined if there is nothing to apply it to. */
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
    return commands.addCard(store, makePublicId(), title, spotAt(store, list, b % 5, ''));
  }
  if (what === 'addList')
    return lists.length > 6 ? undefined : commands.addList(store, board, makePublicId(), `List ${a}`);
  if (what === 'archiveList') return lists.length < 3 ? undefined : commands.archiveList(store, list);
  if (!card) return undefined;
  if (what === 'move') return commands.moveCard(store, card, spotAt(store, list, a % 7, card));
  if (what === 'title')
    return commands.editCard(store, card, { title: `${store.get('card', card).peek()?.title}'` });
  if (what === 'archive') return bulk(store, [{ type: 'archive', cardPublicId: card }])[0];
  const label = store.labels.peek()[a % 2];
  return label ? commands.editCard(store, card, { labelPublicIds: a % 3 === 0 ? [] : [label] }) : undefined;
}

/** What a card's page shows: its parts in order, and its feed, newest first. */
function pageOf({ reader, parts, store }: Client, card: string) {
  const { description, checklists = [] } = reader?.card.peek() ?? {};
  const entries = entriesOf(reader?.feed.peek().activities ?? []).filter(({ comment }) => comment);
  const said = entriesWith(entries, parts.of(card).peek(), { id: '', name: null });
  const tile = store.peek('card', card);
  return {
    description,
    checklists: checklists.map(({ name, items }) => ({
      name,
      items: items.map(({ title, completed }) => `${title}${completed ? '!' : ''}`),
    })),
    comments: said.map(({ comment }) => comment?.comment ?? '').sort(),
    // Not every page has read the archived cards.
    counts: tile?.archivedAt === null && [
      tile.commentCount,
      tile.itemCount,
      tile.completedItemCount,
      tile.hasDescription,
    ],
  };
}

/** An operation on a card's page as it is shown now. */
function onPage(client: Client, id: string, { what, a, b }: Step, made: string[]): Mutation | undefined {
  const { reader, store, parts } = client;
  const card = reader?.card.peek();
  if (!reader || !card) return undefined;
  const on = { store, id, card, etag: reader.etag };
  const name = (kind: string) => {
    made.push(`${kind} ${made.length}`);
    return made.at(-1) ?? '';
  };
  const one = <T>(all: readonly T[]): T | undefined => all[b % Math.max(all.length, 1)];
  const entries = entriesOf(reader.feed.peek().activities);
  const said =
    one(
      entriesWith(entries, parts.of(id).peek(), { id: '', name: null }).filter(
        ({ user, comment }) => comment && (user.id === client.me || user.id === ''),
      ),
    )?.comment ?? undefined;
  const checklist = card.checklists[a % Math.max(card.checklists.length, 1)];
  const item = one(checklist?.items ?? []);
  if (what === 'comment') return onCard.writeComment(on, makePublicId(), name('Comment'));
  if (what === 'describe') return onCard.describe(on, name('Text'));
  if (what === 'editComment') return said && onCard.editComment(on, said.publicId, `${said.comment}'`);
  if (what === 'deleteComment') {
    const mutation = said && onCard.deleteComment(on, said.publicId, said.comment);
    return mutation && { ...mutation, notBefore: Date.now() + (a % 60) };
  }
  if (what === 'checklist')
    return card.checklists.length > 2 ? undefined : onCard.addChecklist(on, makePublicId(), name('List'));
  if (!checklist) return undefined;
  if (what === 'item') return onCard.addItem(on, checklist.publicId, makePublicId(), name('Item'));
  if (!item) return undefined;
  const change = (fields: Parameters<typeof onCard.changeItem>[3]) =>
    onCard.changeItem(on, checklist.publicId, item, fields);
  if (what === 'tick') return change({ completed: !item.completed });
  if (what === 'moveItem') return change({ index: a % checklist.items.length });
  if (what === 'renameItem') return change({ title: `${item.title}'` });
  return what === 'deleteItem' ? onCard.deleteItem(on, checklist.publicId, item) : undefined;
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
    const first = await makeCard(ada, nth(lists, 0), { title: 'First 0' });
    for (let n = 1; n < 4; n++) await makeCard(ada, nth(lists, 0), { title: `First ${n}` });
    // Two tabs of one browser, and another browser.
    const browser = new Browser(proxy, ada);
    const clients = [
      new Client(proxy, ada, board, browser),
      new Client(proxy, ada, board, browser),
      new Client(proxy, ben, board),
    ];
    open.push(...clients);
    await Promise.all(clients.map(({ follower }) => follower.ready));
    for (const client of clients) client.read(first);
    const made: string[] = [];
    const onPages: string[] = [];
    for (const each of steps) {
      const client = nth(clients, each.who);
      client.line.fate.push(each.fate);
      if (each.what === 'cut') client.cut();
      else if (each.what === 'reload') {
        client.reload();
        await client.follower.ready;
        client.read(first);
      } else if (each.what === 'undo') client.steps.undo();
      else if (each.what === 'redo') client.steps.redo();
      else if (each.what === 'bulk') client.steps.do(bulkOf(client, each));
      else {
        const part = onPage(client, first, each, onPages);
        const mutation = part ? undefined : commandOf(client, board, each, made);
        if (part) client.outbox.add(part);
        if (mutation) client.steps.do([mutation]);
      }
      if (each.a % 4 === 0) await new Promise((resolve) => setTimeout(resolve, each.b % 40));
    }
    for (const client of clients) client.line.fate.length = 0;
    await until(
      () => {
        for (const { outbox } of clients) if (outbox.offline.peek()) outbox.retry();
        return clients.every(({ outbox }) => outbox.left.peek() === 0);
      },
      () => `not sent: ${clients.map(({ outbox }) => outbox.left.peek()).join()}`,
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
    const read = reader.read(first);
    await until(
      () => read.isRead,
      () => 'the card was not read',
    );
    await read.readAgain();
    await until(
      () =>
        JSON.stringify(clients.map((each) => pageOf(each, first))) ===
        JSON.stringify(clients.map(() => pageOf(reader, first))),
      () =>
        JSON.stringify(
          [...clients, reader].map((each) => pageOf(each, first)),
          null,
          1,
        ),
    );
    const page = pageOf(reader, first);
    for (const client of clients)
      assert.deepEqual(client.parts.of(first).peek(), [], 'nothing is shown over it');
    const shown = [...page.comments, ...page.checklists.flatMap(({ items }) => items)];
    const names = shown.map((each) => each?.replace(/['!]/g, ''));
    assert.equal(new Set(names).size, names.length, `made twice: ${names.join()}`);
    const { comments } = await ada.call(api.comments.list, { params: { cardPublicId: first } });
    assert.deepEqual(comments.map(({ comment }) => comment).sort(), page.comments);
    checkTexts(clients, page.description ?? null);
    for (const client of open.splice(0)) client.close();
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), play), {
    numRuns: Number(process.env.AGREEMENT_RUNS ?? 4),
    endOnFailure: true,
    ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}),
  });
});

/** Checks that each text replaced the one that its author had read, and that the refused ones were reported. */
function checkTexts(clients: readonly Client[], last: string | null): void {
  const byKey = new Map(clients.flatMap(({ settled }) => settled).map((each) => [each.mutation.id, each]));
  const written = [...byKey.values()].filter(({ mutation: { part } }) => part?.kind === 'description');
  let before: string | null = null;
  for (const { mutation } of written.sort((a, b) => a.position - b.position)) {
    if (mutation.part?.kind !== 'description') continue;
    assert.equal(mutation.over?.description, before, 'nobody lost a text that they had not read');
    before = mutation.part.fields.description;
  }
  assert.equal(last, before);
}

/** The titles of a list's cards on the server. */
async function titlesIn(person: Person, board: string, index: number): Promise<string[]> {
  const { lists } = await person.call(api.boards.get, { params: { boardPublicId: board } });
  return nth(lists, index).cards.map(({ title }) => title);
}

test('what replaces a text that another tab wrote and that is refused does not replace that of another user', async () => {
  const [ada, ben] = [await service.signUp('nora'), await service.signUp('nils')];
  const { workspace, board, lists } = await makeBoard(ada);
  await makeMember(service, ada, workspace, ben);
  const id = await makeCard(ada, nth(lists, 0));
  const params = { cardPublicId: id };
  const browser = new Browser(service, ada);
  const tabs = [new Client(service, ada, board, browser), new Client(service, ada, board, browser)];
  open.push(...tabs);
  await Promise.all(tabs.map(({ follower }) => follower.ready));
  const readers = tabs.map((each) => each.read(id));
  const becomes = (what: string, isSo: () => boolean) => until(isSo, () => `never: ${what}`);
  await becomes('both have read the card', () => readers.every(({ isRead }) => isRead));
  const describe = (at: number, text: string) => {
    const [{ store, outbox }, reader] = [nth(tabs, at), nth(readers, at)];
    const card = reader.card.peek();
    assert.ok(card);
    outbox.add(onCard.describe({ store, id, card, etag: reader.etag }, text));
  };
  browser.line.fate.push(...Array<'never arrives'>(100).fill('never arrives'));
  describe(0, 'First');
  await becomes('the other tab shows it', () => nth(readers, 1).card.peek()?.description === 'First');
  await ben.call(api.cards.update, { params, body: { description: 'Of another' } });
  await nth(readers, 1).readAgain();
  describe(1, 'Second');
  await becomes('the first tab knows of it', () => nth(tabs, 0).pending === 2);
  browser.line.fate.length = 0;
  for (const { outbox } of tabs) outbox.retry();
  await becomes('all is sent', () => tabs.every(({ outbox }) => outbox.left.peek() === 0));
  assert.equal((await ada.call(api.cards.get, { params })).description, 'Of another');
  assert.deepEqual(
    tabs.map(({ refusals }) => refusals),
    [['cards.update 412'], ['cards.update 412']],
  );
});

test('a change that failed often is sent at once when another one succeeds', async () => {
  const ada = await service.signUp('adele');
  const { board, lists } = await makeBoard(ada);
  const cards = [await makeCard(ada, nth(lists, 0)), await makeCard(ada, nth(lists, 0))];
  const client = new Client(service, ada, board);
  open.push(client);
  await client.follower.ready;
  const { outbox, store, line } = client;
  const [first, second] = cards.map((card, index) =>
    commands.editCard(store, card, { title: `Changed ${index}` }),
  );
  assert.ok(first && second);
  // After so many failures, the next attempt is half a minute away.
  line.fate.push(...Array<'never arrives'>(11).fill('never arrives'));
  outbox.add(first);
  await until(
    () => {
      if (line.asked === 10) return true;
      outbox.retry();
      return false;
    },
    () => `asked ${line.asked} times`,
  );
  outbox.add(second);
  outbox.retry();
  await until(
    () => outbox.left.peek() === 0,
    () => `not sent: ${outbox.left.peek()}`,
  );
  assert.equal(line.asked, 13);
});

test('a hundred edits over a line that is cut in their middle arrive once, after the tab was closed', async () => {
  const ada = await service.signUp('cut');
  const { board, lists } = await makeBoard(ada);
  const list = nth(lists, 1);
  const client = new Client(service, ada, board);
  open.push(client);
  await client.follower.ready;
  const { line } = client;
  // The reply to the fiftieth request is lost with the connection.
  line.fate.push(...Array.from({ length: 49 }, () => 'ok' as const), 'reply is lost');
  line.isDownAfter = 50;
  const titles = Array.from({ length: 50 }, (_, index) => `Card ${index}`);
  for (const title of titles) {
    const { store, steps } = client;
    const id = makePublicId();
    steps.do([commands.addCard(store, id, 'Not named yet', spotAt(store, list, 1000, ''))]);
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

test('a member removed while offline sees which changes were not sent, and no longer sees the board', async () => {
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
  steps.do([commands.addCard(store, made, 'Made too late', spotAt(store, nth(lists, 1), 0, ''))]);
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

suite('events that are older than the snapshot bring nothing back', () => {
  /** A client whose stream the test can play again, with the event of a list that has been archived since. */
  const late = async (name: string) => {
    const ada = await service.signUp(name);
    const { board, lists } = await makeBoard(ada);
    const params = { listPublicId: nth(lists, 0) };
    const browser = new Browser(service, ada);
    const { stream } = browser;
    let told: Following | undefined;
    let reached = 0;
    browser.stream = (following) => {
      told = following;
      const onPosition: Following['onPosition'] = (at) => {
        following.onPosition?.(at);
        reached = at.position;
      };
      return stream({ ...following, onPosition });
    };
    const client = new Client(service, ada, board, browser);
    open.push(client);
    await client.follower.ready;
    await ada.call(api.lists.update, { params, body: { name: 'Renamed' } });
    const hasOld = () => client.shown().some(({ list }) => list === 'Renamed');
    await until(hasOld, () => 'the list was not renamed');
    const renamed = client.heard.find(({ list }) => list);
    await ada.call(api.lists.archive, { params });
    assert.ok(renamed && told);
    const { position } = renamed;
    await until(
      () => !hasOld() && reached >= position,
      () => 'the list was not archived',
    );
    return { hasOld, renamed, told };
  };

  test('when they arrive while it is read', async () => {
    const { hasOld, renamed, told } = await late('held');
    told.onReset(renamed.position);
    told.onEvent(renamed);
    assert.ok(hasOld());
    await until(
      () => !hasOld(),
      () => 'the list came back',
    );
  });

  test('when they arrive after it', async () => {
    const { hasOld, renamed, told } = await late('tardy');
    told.onEvent(renamed);
    assert.ok(!hasOld());
  });
});

suite('tabs of one browser', () => {
  const twoTabs = async (name: string) => {
    const ada = await service.signUp(name);
    const { board, lists } = await makeBoard(ada);
    const browser = new Browser(service, ada);
    const tabs = [new Client(service, ada, board, browser), new Client(service, ada, board, browser)];
    open.push(...tabs);
    await Promise.all(tabs.map(({ follower }) => follower.ready));
    const add = ({ store, steps }: Client, title: string) =>
      steps.do([commands.addCard(store, makePublicId(), title, spotAt(store, nth(lists, 0), 99, ''))]);
    const show = (titles: readonly string[]) =>
      until(
        () => tabs.every((each) => each.shown()[0]?.cards.join() === titles.join()),
        () => JSON.stringify(tabs.map((each) => each.shown()[0]?.cards)),
      );
    return { ada, board, tabs, one: nth(tabs, 0), other: nth(tabs, 1), line: browser.line, add, show };
  };

  test('show what is changed in any of them without a line, and send each change once', async () => {
    const { ada, board, tabs, one, other, line, add, show } = await twoTabs('twins');
    line.isDownAfter = 0;
    add(one, 'A');
    await show(['A']);
    add(other, 'B');
    await show(['A', 'B']);
    line.asked = 0;
    line.isDownAfter = Number.POSITIVE_INFINITY;
    one.outbox.retry();
    other.outbox.retry();
    await until(
      () => tabs.every(({ pending }) => pending === 0),
      () => `pending: ${tabs.map(({ pending }) => pending).join()}`,
    );
    assert.deepEqual(await titlesIn(ada, board, 0), ['A', 'B']);
    await show(['A', 'B']);
    assert.equal(line.asked, 2);
  });

  test('send the changes of one that was closed', async () => {
    const { ada, board, one, other, line, add, show } = await twoTabs('heirs');
    line.isDownAfter = 0;
    add(one, 'A');
    await show(['A']);
    one.close();
    line.isDownAfter = Number.POSITIVE_INFINITY;
    other.outbox.retry();
    await until(
      () => other.pending === 0,
      () => `pending: ${other.pending}`,
    );
    assert.deepEqual(await titlesIn(ada, board, 0), ['A']);
  });

  test('take back in all of them what the server refuses', async () => {
    const { ada, one, line, add, show, other } = await twoTabs('both');
    const { lists } = one.store.contents();
    line.isDownAfter = 0;
    add(one, 'A');
    await show(['A']);
    await ada.call(api.lists.delete, { params: { listPublicId: nth(lists, 0).publicId } });
    line.isDownAfter = Number.POSITIVE_INFINITY;
    one.outbox.retry();
    await until(
      () => one.refused.length === 1 && other.pending === 0,
      () => `refused: ${one.refused.length}, pending: ${other.pending}`,
    );
    assert.equal(other.refused.length, 0);
  });
});
