import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { fieldNames as allNames, cardFields, type FieldKind, isIn } from '../../../contract/card-fields.ts';
import type { Place } from '../../../contract/card-places.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { agentOn } from '../testing/agents.ts';
import { download, filesIn, linesIn } from '../testing/exports.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { keyWithoutLimits } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/*
 * Each field of a card is in each place where `contract/card-fields.ts` says, and in no other. The values of the board's own
 * fields need fields first: `fields/values.test.ts`.
 */

const fieldNames = allNames.filter((name) => cardFields[name].kind !== 'values');

const service = await testService({ LOG_LEVEL: 'silent', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');

const samples: Record<FieldKind, readonly [before: unknown, after: unknown]> = {
  line: ['One', 'Two'],
  markdown: ['**One**', '**Two**'],
  time: ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z'],
  date: ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z'],
  recurrence: [
    { rule: 'FREQ=WEEKLY;BYDAY=MO', from: 'due', timeZone: 'Europe/Vienna' },
    { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', from: 'completion', timeZone: 'Asia/Tokyo' },
  ],
  minutes: [[60, 1440], [30]],
  values: [{}, {}],
  cover: [{ colour: '#0d9488' }, null],
  flag: [false, true],
};

type Seen = Readonly<Record<string, unknown>>;
type Values = { title: string };

const valuesOf = (which: 0 | 1): Values =>
  Object.fromEntries(fieldNames.map((name) => [name, samples[cardFields[name].kind][which]])) as Values;
const [before, after] = [valuesOf(0), valuesOf(1)];

const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const content = (card: string): Promise<Seen> => ada.call(api.cards.content, at(card));
const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { ...at(card), body });

/** A board with one card, whose fields have the first samples. */
async function whole() {
  const made = await makeBoard(ada);
  return { ...made, list: nth(made.lists, 0), card: await makeCard(ada, nth(made.lists, 0), before) };
}

/** Exports write times with microseconds, and tiles leave out flags that are not set. */
const plain = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(/(\.\d{3})\d{3}Z$/, '$1Z')
    : value === false
      ? undefined
      : (value ?? undefined);

/** Fields in the place have the values `there`; others are as `elsewhere`, or absent. */
function check(place: Place, seen: object, there: object, elsewhere: object = {}): void {
  for (const name of fieldNames) {
    const expected = ((isIn(place, name) ? there : elsewhere) as Seen)[name];
    assert.deepEqual(plain((seen as Seen)[name]), plain(expected), `${name} in the place “${place}”`);
  }
}

test('a card is created with its fields', async () => {
  check('create', await content((await whole()).card), before);
});

test('fields are changed, alone and in bulk, and shown in the reply', async () => {
  const { card, list } = await whole();
  check('changed', await update(card, after), after);
  check('change', await content(card), after, before);
  const other = await makeCard(ada, list, before);
  const given = Object.fromEntries(
    Object.entries(after).filter(([name]) => isIn('bulk', name as keyof Values)),
  );
  await ada.call(api.cards.bulk, {
    body: { operations: [{ type: 'change', cardPublicId: other, ...given }] },
  });
  check('bulk', await content(other), after, before);
});

for (const name of fieldNames)
  test(`a write of ${name} is refused if it has changed since the version that it names`, async () => {
    const { card } = await whole();
    const { version } = (await content(card)) as { version: string };
    const values =
      cardFields[name].kind === 'time' || cardFields[name].kind === 'date'
        ? null
        : after[name as keyof Values];
    await update(card, { [name]: values });
    const again = update(card, { [name]: before[name as keyof Values], version });
    if (isIn('version', name)) await assert.rejects(again, new RegExp(`${name} changed since`));
    else await again;
  });

test('fields are where a card is read', async () => {
  const { card, board } = await whole();
  const params = { boardPublicId: board };
  check('content', await content(card), before);
  check('card', await ada.call(api.cards.get, at(card)), before);
  const { work } = await ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } });
  check('work', work ?? {}, before);
  check('tile', (await ada.call(api.boards.snapshot, { params })).cards[0] ?? {}, before);
  check('board', (await ada.call(api.boards.get, { params })).lists[0]?.cards[0] ?? {}, before);
  check('page', (await ada.call(api.boards.cards, { params })).cards[0] ?? {}, before);
});

for (const name of fieldNames)
  test(`the history says that ${name} was changed, from what and to what`, async () => {
    const { card } = await whole();
    const to =
      cardFields[name].kind === 'time' || cardFields[name].kind === 'date'
        ? null
        : after[name as keyof Values];
    await update(card, { [name]: to });
    const query = { include: ['work' as const], limit: 1 };
    const { activities } = await ada.call(api.activities.list, { ...at(card), query });
    const [{ type, change, ...entry }] = [nth(activities, 0)];
    const { history } = cardFields[name];
    assert.ok(
      typeof history === 'string' ? type === history : Object.values<string>(history).includes(type),
      type,
    );
    const told = name.charAt(0).toUpperCase() + name.slice(1);
    const own: Seen = entry;
    const [was, is] = change ? [change.from, change.to] : [own[`from${told}`], own[`to${told}`]];
    assert.deepEqual([was, is], [before[name as keyof Values], to]);
  });

for (const name of fieldNames)
  test(`webhooks are sent what ${name} was before it changed`, async () => {
    const { card, workspace } = await whole();
    const params = { workspacePublicId: workspace };
    const webhook = { name: 'Chat', url: 'http://127.0.0.1:10009/', events: ['card.updated'] };
    await ada.call(api.webhooks.create, { params, body: webhook });
    const to =
      cardFields[name].kind === 'time' || cardFields[name].kind === 'date'
        ? null
        : after[name as keyof Values];
    await update(card, { [name]: to });
    const sent = await service.sql<{ body: string }>(
      `select body from webhook_events where workspace_id = '${workspace}'`,
    );
    const previous = sent.map(
      ({ body }) => (JSON.parse(body) as { data: { previous?: Seen } }).data.previous,
    );
    assert.equal(previous.length, isIn('event', name) ? 1 : 0, name);
    check('event', { ...before, ...previous[0] }, before, before);
    if (isIn('event', name)) assert.deepEqual(Object.keys(previous[0] ?? {}), [name]);
  });

test('fields are among the cards of a person, and on a public board', async () => {
  const { board, card, workspace } = await whole();
  const params = { workspacePublicId: workspace };
  const { members, slug: workspaceSlug } = await ada.call(api.workspaces.get, { params });
  const workspaceMemberPublicId = nth(members, 0).publicId;
  await ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId } });
  const { cards } = await ada.call(api.cards.mine, { query: params });
  check('mine', cards.find(({ publicId }) => publicId === card) ?? {}, before);
  const boardSlug = 'all-fields';
  const shared = { slug: boardSlug, visibility: 'public' as const };
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: shared });
  const read = await service.caller().call(api.boards.getPublic, { params: { workspaceSlug, boardSlug } });
  check('publicBoard', read.lists[0]?.cards[0] ?? {}, before);
});

test('agents write fields and read them', async () => {
  const { list } = await whole();
  const { key } = await keyWithoutLimits(service, ada);
  const agent = await agentOn(service.address, key, { transport: 'http', mode: 'auto' });
  const ofTools = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isIn('tools', name as keyof Values)));
  const input = { list, cards: [ofTools(before)] };
  const { cards } = await agent.call<{ cards: { id: string }[] }>('create_cards', input);
  const card = nth(cards, 0).id;
  const read = await agent.call<{ version: string }>('read_card', { card });
  check('tools', read, before);
  await agent.call('write', { card, version: read.version, ...ofTools(after) });
  check('tools', await agent.call<object>('read_card', { card }), after);
  await agent.close();
});

test('fields are exported, and imported again', async () => {
  const { board, card, workspace } = await whole();
  const file = (format: string) => download(service, ada, `/boards/${board}/export?format=${format}`);
  const zip = new Uint8Array(await (await file('native')).arrayBuffer());
  const files = await filesIn(await file('native'));
  check('export', linesIn(files, board).find(({ id }) => id === card) ?? {}, before);
  const { boardPublicId } = await importFile(service, ada, {
    workspacePublicId: workspace,
    format: 'native',
    content: zip,
  });
  const [{ id } = { id: '' }] = await service.sql<{ id: string }>(
    `select id from cards where board_id = '${boardPublicId}'`,
  );
  check('import', await content(id), before);

  const [head = '', row = ''] = (await (await file('csv')).text()).replace('\ufeff', '').split('\r\n');
  const cells = new Map(head.split(',').map((heading, place) => [heading, row.split(',')[place]]));
  const [text = ''] = [...(await filesIn(await file('markdown')))].flatMap(([name, each]) =>
    name.endsWith('One.md') ? [each] : [],
  );
  for (const name of fieldNames) {
    const { csv, markdown } = cardFields[name].in;
    const value = before[name as keyof Values];
    if (typeof csv === 'string') assert.equal(cells.get(csv), value, `${name} in CSV`);
    if (typeof markdown === 'string')
      assert.ok(text.includes(`\n${markdown}: ${JSON.stringify(value)}\n`), `${name} in Markdown`);
  }
});

test('fields are copied with their card and their board', async () => {
  const { board, card, list, workspace } = await whole();
  const { publicId } = await ada.call(api.cards.duplicate, { ...at(card), body: { listPublicId: list } });
  check('duplicate', await content(publicId), before);
  const copy = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  const [{ id } = { id: '' }] = await service.sql<{ id: string }>(
    `select id from cards where board_id = '${copy.publicId}' order by number`,
  );
  check('copy', await content(id), before);
});

test('a card cannot start after its due date, whichever of the two is set', async () => {
  const { card, list } = await whole();
  const dates = { startDate: '2026-05-02', dueDate: '2026-05-01' };
  const refused = { status: 400, message: /body\/startDate: a card cannot start after its due date/ };
  await assert.rejects(
    ada.call(api.cards.create, { body: { title: 'A', listPublicId: list, ...dates } }),
    refused,
  );
  await assert.rejects(update(card, dates), refused);
  await update(card, { startDate: '2026-05-01', dueDate: '2026-05-01' });
  await assert.rejects(update(card, { startDate: dates.startDate }), refused);
  await assert.rejects(update(card, { dueDate: '2026-04-30' }), refused);
  await update(card, { dueDate: null });
  await update(card, { startDate: dates.startDate });
});
