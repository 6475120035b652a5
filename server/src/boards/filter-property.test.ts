import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import { cardTest, questionsIn, type Reader } from '../../../contract/filter/card-passes.ts';
import { fold } from '../../../contract/filter/fold.ts';
import { parseForTiles } from '../../../contract/filter/on-tiles.ts';
import { bounds, parse } from '../../../contract/filter/parse.ts';
import { day, isoMillis, microsOf } from '../base/clock.ts';
import { dayIn, instantOf } from '../base/days.ts';
import { TilesOfBoard } from '../reading/filter/tiles.ts';
import {
  fields,
  labels,
  lists,
  members,
  type PlainCard,
  plainCard,
  related,
} from '../testing/filters/cards.ts';
import { type Around, type PlainFilter, plainFilter } from '../testing/filters/filters.ts';
import { makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/*
 * Generated filters over generated boards: what the service returns, what the page shows, what streams and webhooks are told of,
 * and what the simplest model says are the same. `FILTER_RUNS` has more of them, `FILTER_SEED` others.
 */

const seed = Number(process.env.FILTER_SEED ?? 20_261_126);
const runs = Number(process.env.FILTER_RUNS ?? 300);
const perBoard = 100;

const service = await testService({ LOG_LEVEL: 'silent' });
service.clock.pass(microsOf('2026-06-17T12:00:00Z') - service.clock.now());
service.clock.hold();
const ada = await service.signUp('ada');
const people = [ada, await service.signUp('bob'), await service.signUp('bobfix')];
for (const [index, name] of members.entries())
  await people[index]?.call(api.users.update, { body: { name } });

interface Made {
  workspace: string;
  board: string;
  around: Around;
  cards: PlainCard[];
}

const byName = (kind: string, found: readonly { publicId: string; name: string }[]) =>
  found.map(({ publicId, name }) => [`${kind} ${name}`, publicId] as const);

async function makeBoard(zone: string, cards: readonly PlainCard[]): Promise<Made> {
  await ada.call(api.users.update, { body: { timeZone: zone } });
  const workspace = await makeWorkspace(ada);
  for (const each of people.slice(1)) await makeMember(service, ada, workspace, each);
  const body = { name: 'Board', lists: [...lists], labels: [...labels] };
  const { publicId: board } = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body,
  });
  const read = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  const ids = new Map([
    ...byName('list', read.allLists),
    ...byName('label', read.labels),
    ...byName(
      'member',
      read.workspace.members.map((each) => ({ ...each, name: each.user?.name ?? '' })),
    ),
  ]);
  for (const [name, { type, options }] of Object.entries(fields)) {
    const chosen = options.length > 0 ? { options: options.map((each) => ({ name: each })) } : {};
    const { publicId } = await ada.call(api.fields.create, {
      params: { boardPublicId: board },
      body: { name, type, ...chosen },
    });
    ids.set(`field ${name}`, publicId);
  }
  const made: PlainCard[] = [];
  for (const card of related(cards))
    made.push(await makeCard(card, made, (of, name) => ids.get(`${of} ${name}`) ?? ''));
  const now = isoMillis(service.clock.now());
  return { workspace, board, around: { now, zone, me: 'Ada Lovelace', ids }, cards: made };
}

async function makeCard(
  card: PlainCard,
  before: readonly PlainCard[],
  idOf: (of: string, name: string) => string,
): Promise<PlainCard> {
  const { publicId } = await ada.call(api.cards.create, {
    body: {
      title: card.title,
      description: card.description,
      listPublicId: idOf('list', card.list),
      labelPublicIds: card.labels.map((name) => idOf('label', name)),
      memberPublicIds: card.members.map((name) => idOf('member', name)),
      dueDate: card.due || null,
      startDate: card.start || null,
      completed: card.done,
      fields: Object.fromEntries(
        Object.entries(card.values).map(([name, value]) => [
          name,
          name === 'Owner' ? idOf('member', String(value)) : value,
        ]),
      ),
    },
  });
  const params = { cardPublicId: publicId };
  const cover = card.cover === 'none' ? null : { colour: card.cover };
  if (card.cover !== '') await ada.call(api.cards.update, { params, body: { cover } });
  for (const type of ['blocks', 'parent'] as const) {
    const other = before[card[type] - 1];
    if (other) await ada.call(api.relations.create, { params, body: { type, cardPublicId: other.id } });
  }
  if (card.items.length > 0) {
    const list = await ada.call(api.checklists.create, { params, body: { name: 'Items' } });
    for (const completed of card.items) {
      const item = await ada.call(api.checklists.createItem, {
        params: { checklistPublicId: list.publicId },
        body: { title: 'Item' },
      });
      if (completed)
        await ada.call(api.checklists.updateItem, {
          params: { checklistItemPublicId: item.publicId },
          body: { completed },
        });
    }
  }
  if (card.isTemplate) await ada.call(api.cards.update, { params, body: { isTemplate: true } });
  for (let n = 0; n < card.comments; n++)
    await ada.call(api.comments.create, { params, body: { comment: 'x' } });
  await claim(card, publicId);
  const { cardNumber } = await ada.call(api.cards.get, { params });
  return { ...card, id: publicId, number: cardNumber, created: isoMillis(service.clock.now()) };
}

/** Has somebody hold a card, or have held it until now. */
async function claim({ claimedBy, hasLapsed }: PlainCard, cardPublicId: string): Promise<void> {
  if (claimedBy === '') return;
  const holder = people[members.findIndex((name) => name === claimedBy)];
  await holder?.call(api.claims.put, { params: { cardPublicId }, body: {} });
  if (hasLapsed)
    await service.sql(
      `update card_claims set expires_at = ${service.clock.now()} where card_id = '${cardPublicId}'`,
    );
}

/** What a page of the board knows. What tiles do not tell, it asks the service, whose answers are the model's here. */
async function pageOf({ board, around }: Made) {
  const { cards, ...shown } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
  const candidates = {
    label: shown.labels.map(({ publicId: id, name }) => ({ id, name })),
    list: shown.lists.map(({ publicId: id, name }) => ({ id, name })),
    member: shown.members.map(({ publicId: id, user }) => ({ id, name: user?.name ?? '' })),
    board: [{ id: board, name: shown.board.name }],
    creator: [],
  };
  const now = microsOf(around.now);
  const readerWith = (answers: ReadonlyMap<string, ReadonlySet<string>>): Reader => ({
    now: now / 1000,
    today: dayIn(now, around.zone) / day,
    firstDay: 1,
    startOf: (at) => instantOf(at * day, around.zone) / 1000,
    me: shown.members.flatMap(({ publicId, user }) => (user?.name === around.me ? publicId : [])),
    boardId: board,
    fields: shown.fields,
    candidates: (of) => candidates[of === 'claimed' ? 'member' : of],
    answered: (question) => answers.get(question),
  });
  return { cards, readerWith };
}

async function passing(board: string, filter: string): Promise<string[]> {
  const query = { filter, limit: 500 };
  const { cards } = await ada.call(api.boards.cards, { params: { boardPublicId: board }, query });
  return cards.map(({ publicId }) => publicId).sort();
}

async function shownOnPage(page: Page, board: string, text: string) {
  const { filter } = parse(text);
  assert.ok(filter, text);
  const answers = new Map<string, ReadonlySet<string>>();
  for (const question of questionsIn(filter)) answers.set(question, new Set(await passing(board, question)));
  const test = cardTest(filter, page.readerWith(answers));
  return page.cards.flatMap((card) => (test(card) ? card.publicId : [])).sort();
}

/** What a stream or a webhook judges to pass; undefined for a filter that they refuse. */
async function judged({ workspace, board, around }: Made, page: Page, text: string) {
  const { filter } = parseForTiles(text);
  if (!filter) return undefined;
  const { now, me } = page.readerWith(new Map());
  const sources = { db: service.db, turns: <T>(step: () => Promise<T>) => step() };
  const tiles = new TilesOfBoard(sources, { workspaceId: workspace, boardId: board }, page.cards);
  const by = { now: now * 1000, timeZone: around.zone, me, showMembers: true };
  return [...(await tiles.passing(filter, by)).ids].sort();
}

type Page = Awaited<ReturnType<typeof pageOf>>;

async function agreeOn(made: Made, page: Page, filter: PlainFilter) {
  const text = filter.text(made.around);
  if (text.length > bounds.characters || parse(text).problem?.code === 'too-many-terms') return;
  const templates = text.includes('is:template');
  const expected = made.cards
    .filter((card) => (templates || !card.isTemplate) && filter.passes(card, made.around))
    .map(({ id }) => id);
  assert.deepEqual(await passing(made.board, text), expected.sort(), text);
  assert.deepEqual(await shownOnPage(page, made.board, text), expected, text);
  assert.deepEqual((await judged(made, page, text)) ?? expected, expected, text);
}

const zones = ['Etc/UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'];

for (let board = 0; board * perBoard < runs; board++) {
  const zone = zones[board % zones.length] ?? 'Etc/UTC';
  test(`page, service and model agree on what passes, in ${zone} (${board + 1})`, async () => {
    const cards = fc.sample(plainCard, { seed: seed + board, numRuns: 30 });
    const made = await makeBoard(zone, cards);
    const page = await pageOf(made);
    await fc.assert(
      fc.asyncProperty(plainFilter, (filter) => agreeOn(made, page, filter)),
      { seed: seed + board, numRuns: Math.min(perBoard, runs - board * perBoard) },
    );
  });
}

test('ten thousand broken filters are refused, each with a place inside it', () => {
  const around = { now: '2026-06-17T12:00:00.000Z', zone: 'Etc/UTC', me: '', ids: new Map<string, string>() };
  const breaks = [
    'OR',
    '(',
    ')',
    '"',
    'is:odd',
    'due:soon',
    'label:',
    '@me,',
    'number:x',
    '-(',
    '()',
    '(sort:due)',
  ];
  const broken = fc.sample(fc.tuple(plainFilter, fc.constantFrom(...breaks), fc.boolean()), {
    seed,
    numRuns: 10_000,
  });
  for (const [filter, part, isFirst] of broken) {
    const text =
      isFirst && part !== '"' ? `${part} ${filter.text(around)}` : `${filter.text(around)} ${part}`;
    const { problem } = parse(text);
    assert.ok(problem, text);
    assert.ok(problem.position + problem.length <= text.length, text);
  }
});

test('cards come in the order that is asked for, page by page', async () => {
  const made = await makeBoard('Etc/UTC', fc.sample(plainCard, { seed, numRuns: 20 }));
  const keys: Record<string, (card: PlainCard) => string | number> = {
    due: ({ due }) => (due === '' ? '' : microsOf(due)),
    number: ({ number }) => number,
    title: ({ title }) => fold(title),
    Cost: ({ values }) => (values.Cost ?? '') as number | string,
    when: ({ values }) => (values.When ?? '') as string,
    '"Story points"': ({ values }) => (values['Story points'] ?? '') as number | string,
    Stage: ({ values }) =>
      values.Stage === undefined ? '' : fields.Stage.options.indexOf(String(values.Stage)),
    Kinds: ({ values }) =>
      Array.isArray(values.Kinds) ? fields.Kinds.options.indexOf(values.Kinds[0] ?? '') : '',
    Owner: ({ values }) => fold(String(values.Owner ?? '')),
    Note: ({ values }) => fold(String(values.Note ?? '')),
    Ready: ({ values }) => (values.Ready === true ? 1 : ''),
  };
  for (const [by, keyOf] of Object.entries(keys)) {
    for (const sign of ['', '-']) {
      const seen: (string | number)[] = [];
      const ids = new Set<string>();
      for (let cursor: string | undefined; ; ) {
        const query = { filter: `sort:${sign}${by} is:template,open,done`, limit: 7, cursor };
        const page = await ada.call(api.boards.cards, { params: { boardPublicId: made.board }, query });
        for (const { publicId } of page.cards) {
          const card = made.cards.find(({ id }) => id === publicId);
          assert.ok(card);
          seen.push(keyOf(card));
          ids.add(publicId);
        }
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      const some = seen.filter((key) => key !== '');
      const sorted = some.toSorted((a, b) => (a === b ? 0 : a < b === (sign === '') ? -1 : 1));
      assert.deepEqual(seen, [...sorted, ...seen.filter((key) => key === '')], by);
      assert.equal(ids.size, made.cards.length);
    }
  }
});
