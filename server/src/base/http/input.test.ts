import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const list = nth(made.lists, 0);
const card = await makeCard(ada, list);

type Change = Parameters<typeof change>[0];

const change = (body: {
  title?: string;
  description?: string | null;
  dueDate?: string | null;
  index?: number;
}) => ada.call(api.cards.update, { params: { cardPublicId: card }, body });

/** Checks that all these bodies are refused and leave no trace. */
async function refusesAll(bodies: unknown[]): Promise<void> {
  const params = { cardPublicId: card };
  const before = await ada.call(api.cards.get, { params });
  for (const body of bodies) await ada.refused(400, api.cards.update, { params, body: body as Change });
  assert.deepEqual(await ada.call(api.cards.get, { params }), before);
}

test('a value in a body is never coerced: `"1"` is not an integer, 1 is not a string', async () => {
  await refusesAll([
    { index: '1' },
    { index: true },
    { index: null },
    { index: 1.5 },
    { index: -1 },
    { index: 1e300 },
    { title: 1 },
    { title: true },
    { title: null },
    { title: ['x'] },
    { title: { toString: 'x' } },
    { description: 0 },
    { dueDate: 0 },
    { dueDate: '' },
  ]);
  const body = { listPublicId: list, copyLabels: 'true' } as unknown as { listPublicId: string };
  await ada.refused(400, api.cards.duplicate, { params: { cardPublicId: card }, body });
});

test('an update with no fields, or with unknown ones only, is refused', async () => {
  await refusesAll([{}, { unknown: 'x' }, { publicId: '0123456789abcdef' }, { constructor: 'x' }]);
});

test('what is not declared is ignored and never stored', async () => {
  const body = { title: 'New', cardNumber: 99, createdBy: 'someone', workspace_id: 'x', archived_at: 1 };
  const changed = await change(body);
  assert.deepEqual(Object.keys(changed).toSorted(), [
    'description',
    'dueDate',
    'index',
    'listPublicId',
    'publicId',
    'title',
    'version',
  ]);
  const read = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  assert.equal(read.title, 'New');
  assert.notEqual(read.cardNumber, 99);
  assert.equal(read.createdBy, ada.id);
});

test('a text is trimmed before it is measured, and measured in characters', async () => {
  assert.equal((await change({ title: ` \t\n ${'😀'.repeat(2000)}\u00a0\u2003 ` })).title, '😀'.repeat(2000));
  assert.equal((await change({ title: `${' '.repeat(5000)}x` })).title, 'x');
  await refusesAll([
    { title: '😀'.repeat(2001) },
    { title: '' },
    { title: '   ' },
    { title: '\u00a0\u2003' },
    { description: '😀'.repeat(10_001) },
  ]);
  const description = `  ${'😀'.repeat(9_996)}  `;
  assert.equal((await change({ description })).description, description, 'Markdown is stored as sent');
});

test('text comes back as it was sent, whatever it looks like', async () => {
  for (const title of [
    '[1,2]',
    '{"a":1}',
    'null',
    'true',
    '0',
    "Robert'); drop table cards;--",
    '%_\\',
    '🇩🇪é',
  ]) {
    assert.equal((await change({ title })).title, title);
    const read = await ada.call(api.cards.get, { params: { cardPublicId: card } });
    assert.equal(read.title, title);
  }
});

test('a due date is a date of the calendar; without an offset it is UTC, and a bare day is its midnight', async () => {
  for (const [given, stored] of [
    ['2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-01-01T00:00:00.123456-23:59', '2026-01-01T23:59:00.123Z'],
    ['1969-07-20T20:17:40.5Z', '1969-07-20T20:17:40.500Z'],
    ['1969-07-20T20:17Z', '1969-07-20T20:17:00.000Z'],
    ['1969-07-20T20:17+0100', '1969-07-20T19:17:00.000Z'],
    ['1969-07-20T20:17:40,25Z', '1969-07-20T20:17:40.250Z'],
    ['2027-03-05', '2027-03-05T00:00:00.000Z'],
    ['2027-06-30T12:00', '2027-06-30T12:00:00.000Z'],
    ['2027-06-30T12:00:00', '2027-06-30T12:00:00.000Z'],
    ['2027-06-30T12:00:00.5', '2027-06-30T12:00:00.500Z'],
    ['1000-01-01T00:00:00Z', '1000-01-01T00:00:00.000Z'],
    ['2999-12-31T23:59:59.999Z', '2999-12-31T23:59:59.999Z'],
  ] as const) {
    assert.equal((await change({ dueDate: given })).dueDate, stored);
  }
  await refusesAll(
    [
      '2026-02-30T12:00:00Z',
      '2027-02-29T12:00:00Z',
      '2026-13-01T12:00:00Z',
      '2026-00-10T12:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T12:60:00Z',
      '2026-01-01T23:59:60Z',
      '2026-01-01T12Z',
      '2026-01-01T12:00,5Z',
      '2026-01-01 12:00:00Z',
      '2026-02-30',
      '2026-1-1',
      '2026-01-01T12',
      '20260101',
      // These lie in the years 999 and 3000.
      '1000-01-01T00:00:00+23:59',
      '2999-12-31T23:59:59.999-23:59',
      '2026-01-01T12:00:00+24:00',
      '26-01-01T12:00:00Z',
      '+002026-01-01T12:00:00Z',
      'tomorrow',
      ' 2026-01-01T12:00:00Z',
    ].map((dueDate) => ({ dueDate })),
  );
  assert.equal((await change({ dueDate: null })).dueDate, null);
});

test('a colour is `#rrggbb`', async () => {
  const make = (colourCode: string) => ({ body: { name: 'x', boardPublicId: made.board, colourCode } });
  for (const colour of ['#0d9488', '#ABCDEF']) {
    assert.equal(
      (await ada.call(api.labels.create, make(colour))).colourCode.toLowerCase(),
      colour.toLowerCase(),
    );
  }
  for (const colour of [
    '0d9488',
    '#0d948',
    '#0d94888',
    '#0d948g',
    '#fff',
    'teal',
    '',
    '#0d9488\n',
    ' #0d9488',
  ]) {
    await ada.refused(400, api.labels.create, make(colour));
  }
});

test('an id has 12 to 64 characters, in paths, queries and bodies; the rest is asked of the database', async () => {
  for (const [length, inPath] of [
    [1, 400],
    [11, 400],
    [12, 404],
    [64, 404],
    [65, 400],
  ] as const) {
    const id = 'x'.repeat(length);
    await ada.refused(inPath, api.cards.get, { params: { cardPublicId: id } });
    const body = { title: 'x', listPublicId: id };
    const { issues } = await ada.refused(400, api.cards.create, { body });
    assert.match(nth(issues, 0).message, /^body\/listPublicId /);
  }
  for (const id of [
    '../../users/me',
    "' or 1=1 or '",
    '%%%%%%%%%%%%',
    '０１２３４５６７８９ａｂ',
    card.toUpperCase(),
  ]) {
    await ada.refused(404, api.cards.get, { params: { cardPublicId: id } });
  }
});

test('a query holds numbers and booleans as text, each once, and nothing that is neither', async () => {
  const activities = `/cards/${card}/activities`;
  const boards = `/workspaces/${made.workspace}/boards`;
  const headers = { authorization: `Bearer ${ada.token}` };
  for (const [status, address] of [
    [200, `${activities}?limit=1`],
    [200, `${activities}?limit=100&unknown=1`],
    [400, `${activities}?limit=0`],
    [400, `${activities}?limit=101`],
    [400, `${activities}?limit=1.5`],
    [400, `${activities}?limit=`],
    [400, `${activities}?limit=x`],
    [400, `${activities}?limit=1&limit=2`],
    [400, `${activities}?order=sideways`],
    [200, `${boards}?archived=true`],
    [200, `${boards}?archived=false`],
    [400, `${boards}?archived=1`],
    [400, `${boards}?archived=yes`],
    [400, `${boards}?archived=TRUE`],
    [400, `${boards}?archived=`],
  ] as const) {
    const reply = await service.raw(address, { headers });
    assert.equal(reply.status, status, address);
  }
});

test('a name shows itself: nothing in it hides, turns the text around it or takes no room', async () => {
  const hiding = ['\u0080', '\u0085', '\u009f', '\u061c', '\u200b', '\u200e', '\u200f', '\u2060', '\ufeff'];
  const turning = ['\u202a', '\u202e', '\u2066', '\u2069'];
  await refusesAll([...hiding, ...turning].map((each) => ({ title: `x${each}y` })));
  await refusesAll(['\u200b', '\u200d', '\ufe0f', '\u00ad', '\u3164 \u2800'].map((title) => ({ title })));
  for (const title of ['👩‍👩‍👧‍👦 🏳️‍🌈', 'می‌خواهم', 'क्‍ष', 'שלום', 'x\u00a0y', 'co\u00adop']) {
    assert.equal((await change({ title })).title, title);
  }
});

test('a text of one line has no line breaks and no control characters inside, and loses those around it', async () => {
  const breaks = ['\n', '\r', '\t', '\0', '\u001f', '\u007f', '\u2028', '\u2029'];
  await refusesAll(breaks.map((each) => ({ title: `x${each}y` })));
  const params = { cardPublicId: card };
  const { issues } = await ada.refused(400, api.cards.update, { params, body: { title: 'x\ny' } });
  assert.deepEqual(issues, [{ message: 'body/title must be one line' }]);
  assert.equal((await change({ title: ' x y\n' })).title, 'x y');
});

test('a long text has tabs and line breaks, and no other control characters', async () => {
  for (const each of ['\t', '\n', '\r\n', '\u0085', '\u2028']) {
    assert.equal((await change({ description: `x${each}y` })).description, `x${each}y`);
  }
  const others = ['\0', '\u0001', '\b', '\v', '\f', '\u001b', '\u007f', '\u0084', '\u0086', '\u009f'];
  await refusesAll(others.map((each) => ({ description: `x${each}` })));
  const params = { cardPublicId: card };
  const { issues } = await ada.refused(400, api.cards.update, { params, body: { description: 'x\u0001' } });
  assert.deepEqual(issues, [{ message: 'body/description must have no control characters' }]);
  await ada.refused(400, api.comments.create, { params, body: { comment: '\u0001' } });
});

test('a number in an address is a plain decimal integer, and a flag is true or false', async () => {
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${ada.token}` };
    return (await service.raw(`/cards/${card}/activities?${query}`, { headers })).status;
  };
  for (const limit of ['0x10', '1e1', '%205', '5%20', '+5', '', '5.0', '0b1', 'NaN', '5&limit=6']) {
    assert.equal(await ask(`limit=${limit}`), 400, limit);
  }
  for (const limit of ['5', '05', '10']) assert.equal(await ask(`limit=${limit}`), 200, limit);
});
