import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { newId } from '../base/ids.ts';
import { agentOn } from '../testing/agents.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/*
 * An agent and a person write on a card of the maximum size. Its texts consist of unique pieces of the same length, so that any
 * lost, duplicated or damaged character is noticed.
 */

const service = await testService();
const ada = await service.signUp('ada');
const agent = await agentOn(service.address, ada.token, { transport: 'http', mode: 'auto' });
after(() => agent.close());

const { lists, board } = await makeBoard(ada);
const card = await makeCard(ada, nth(lists, 0), { title: '𝄞'.repeat(2000) });
const params = { cardPublicId: card };

const pieceLength = 50;
const cutLike = '… (8900 more characters)';

/** A piece that is unique for its place and time. */
const piece = (place: number, time: number): string => {
  const begin = `<${place}:${time} 👍🏽 "é\\" `;
  const end = place % 7 === 3 ? cutLike : '…>';
  return begin + '.'.repeat(pieceLength - Array.from(begin + end).length) + end;
};

const textOf = (pieces: number, time = 0): string[] =>
  Array.from({ length: pieces }, (_, place) => piece(place, time));

/** The expected stored texts. */
const model = { description: textOf(200), comment: textOf(200), item: textOf(10) };
type Target = keyof typeof model;
const whole = (target: Target): string => model[target].join('');

await ada.call(api.cards.update, { params, body: { description: whole('description') } });
const comment = (await ada.call(api.comments.create, { params, body: { comment: whole('comment') } }))
  .publicId;
const filled = await fillCard();
const ids = {
  description: { card },
  comment: { comment },
  item: { item: filled },
};

/** Inserts the max number of checklists and comments directly into the database; returns the id of an item. */
async function fillCard(): Promise<string> {
  const title = whole('item').replaceAll("'", "''");
  let first = '';
  for (let n = 0; n < caps.itemsOfCard / caps.itemsOfChecklist; n++) {
    const list = await ada.call(api.checklists.create, { params, body: { name: `Steps ${n}` } });
    const item = await ada.call(api.checklists.createItem, {
      params: { checklistPublicId: list.publicId },
      body: { title: whole('item') },
    });
    first ||= item.publicId;
    const rows = Array.from({ length: caps.itemsOfChecklist - 1 }, (_, at) => {
      const now = service.clock.now();
      return `('${newId(now)}', '${title}', ${at % 2}, 'b${String(at).padStart(4, '0')}', ${now})`;
    });
    await service.sql(`insert into checklist_items (workspace_id, checklist_id, id, title, completed, position, created_at)
      select k.workspace_id, k.id, v.column1, v.column2, v.column3, v.column4, v.column5
      from checklists k cross join (values ${rows.join(',')}) v where k.id = '${list.publicId}'`);
  }
  for (let n = 0; n < 300; n++) {
    await ada.call(api.comments.create, {
      params,
      body: { comment: `${n} ${'🙂'.repeat((n * 97) % 5000)}${cutLike}` },
    });
  }
  return first;
}

interface Told {
  title: string;
  description: string;
  version: string;
  nextCursor?: string | null;
  nextCommentCursor: string | null;
  checklists?: { id: string; items: { id: string; title: string; completed?: true }[] }[];
  comments?: { id: string; comment: string }[];
}

/** Everything that an agent can read of the card, page by page; asserts that each page is short. */
async function readAll() {
  const ask = async (input: object): Promise<Told> => {
    const { text, isError } = await agent.ask('read_card', { card, ...input });
    assert.ok(!isError && text.length <= 40_000, `${text.length} characters: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Told;
  };
  const first = await ask({});
  const items = (page: Told) => (page.checklists ?? []).flatMap((each) => each.items);
  const read = { first, items: items(first), comments: first.comments ?? [] };
  for (let cursor = first.nextCursor; cursor; ) {
    const page = await ask({ cursor });
    read.items.push(...items(page));
    cursor = page.nextCursor;
  }
  for (let commentCursor: string | null = first.nextCommentCursor; commentCursor; ) {
    const page: Told = await ask({ commentCursor, commentLimit: 20 });
    read.comments.push(...(page.comments ?? []));
    commentCursor = page.nextCommentCursor;
  }
  return read;
}

/** Everything stored, as the API returns it. */
async function stored() {
  const content = await ada.call(api.cards.content, { params });
  const comments: { publicId: string; comment: string }[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ada.call(api.comments.list, {
      params,
      query: { limit: 100, ...(cursor ? { cursor } : {}) },
    });
    comments.push(...page.comments);
    if (page.nextCursor === null) return { ...content, comments };
    cursor = page.nextCursor;
  }
}

test('every character of the largest card is returned, in pages', async () => {
  const [read, truth] = [await readAll(), await stored()];
  assert.equal(read.first.title, truth.title);
  assert.equal(read.first.description, truth.description);
  assert.equal(Array.from(read.first.description).length, 10_000);
  const itemsOf = truth.checklists.flatMap(({ items }) => items);
  assert.equal(itemsOf.length, caps.itemsOfCard);
  assert.deepEqual(
    read.items.map(({ id, title, completed = false }) => [id, title, completed]),
    itemsOf.map(({ publicId, title, completed }) => [publicId, title, completed]),
  );
  assert.deepEqual(
    read.comments.map(({ id, comment: text }) => [id, text]),
    truth.comments.map(({ publicId, comment: text }) => [publicId, text]),
  );
});

test('every card of a board with long titles is returned, in pages', async () => {
  const titles = Array.from({ length: 60 }, (_, n) => `${n} ${'🙂'.repeat(1900)}${cutLike}`);
  for (const title of titles) await makeCard(ada, nth(lists, 1), { title });
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { text } = await agent.ask('read_board', { board, filter: 'list:Done', limit: 200, cursor });
    assert.ok(text.length <= 40_000, `${text.length} characters`);
    const page = JSON.parse(text) as {
      cards: { cards: { title: string }[] }[];
      nextCursor: string | null;
    };
    seen.push(...page.cards.flatMap(({ cards }) => cards.map(({ title }) => title)));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, titles);
});

let time = 0;

/** Replaces a piece in the model; returns the old and the new text. */
function replaced(target: Target, at: number): { oldText: string; newText: string } {
  const place = at % model[target].length;
  const oldText = nth(model[target], place);
  const newText = piece(place, ++time);
  model[target][place] = newText;
  return { oldText, newText };
}

/** A person saves a whole text, as a page does. */
async function personWrites(target: Target): Promise<void> {
  const text = whole(target);
  if (target === 'description') await ada.call(api.cards.update, { params, body: { description: text } });
  if (target === 'comment') {
    await ada.call(api.comments.updateById, {
      params: { commentPublicId: comment },
      body: { comment: text },
    });
  }
  if (target === 'item') {
    const of = { checklistItemPublicId: filled };
    await ada.call(api.checklists.updateItem, { params: of, body: { title: text } });
  }
}

/** An agent reads the description, a person may change it, and the agent writes its edited version. */
async function agentWritesWhole(at: number, personAt: number | undefined): Promise<void> {
  const { description, version } = await agent.call<Told>('read_card', { card });
  assert.equal(description, whole('description'));
  if (personAt !== undefined) {
    replaced('description', personAt);
    await personWrites('description');
  }
  const { oldText, newText } = replaced('description', personAt === at ? at + 1 : at);
  const write = (text: string, over: string) =>
    agent.ask('write', { card, description: text.replace(oldText, () => newText), version: over });
  const first = await write(description, version);
  assert.equal(first.isError, personAt !== undefined, first.text.slice(0, 300));
  if (!first.isError) return;
  assert.match(first.text, /^Nothing was changed: description changed since it was read/);
  const now = JSON.parse(first.text.slice(first.text.indexOf('{'), first.text.lastIndexOf('}') + 1)) as Told;
  const second = await write(now.description, now.version);
  assert.equal(second.isError, false, second.text.slice(0, 300));
}

const number = fc.nat({ max: 199 });
const target = fc.constantFrom<Target>('description', 'comment', 'item');
const step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), target, at: number }),
  fc.record({ kind: fc.constant('person' as const), target, at: number }),
  fc.record({
    kind: fc.constant('whole' as const),
    at: number,
    personAt: fc.option(number, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('together' as const), target, at: number }),
);

test('whatever an agent and a person write, no character is lost', async () => {
  const play = async (each: typeof step extends fc.Arbitrary<infer S> ? S : never) => {
    if (each.kind === 'whole') return agentWritesWhole(each.at, each.personAt);
    if (each.kind === 'edit') {
      return void (await agent.call('edit_text', { ...ids[each.target], ...replaced(each.target, each.at) }));
    }
    if (each.kind === 'together') {
      // Two agents edit one text concurrently.
      const both = [replaced(each.target, each.at), replaced(each.target, each.at + 1)];
      return void (await Promise.all(
        both.map((edit) => agent.call('edit_text', { ...ids[each.target], ...edit })),
      ));
    }
    replaced(each.target, each.at);
    return personWrites(each.target);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const each of steps) await play(each);
      const content = await ada.call(api.cards.content, { params });
      assert.equal(content.description, whole('description'));
      const item = await ada.call(api.checklists.getItem, { params: { checklistItemPublicId: filled } });
      assert.equal(item.title, whole('item'));
    }),
    { numRuns: 20 },
  );
  const read = await readAll();
  assert.equal(read.first.description, whole('description'));
  assert.equal(read.comments.find(({ id }) => id === comment)?.comment, whole('comment'));
  assert.equal(read.items.find(({ id }) => id === filled)?.title, whole('item'));
});
