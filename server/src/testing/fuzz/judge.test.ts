import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { api, operations } from '../../../../contract/api.ts';
import { errors } from '../../../../contract/errors.ts';
import { openApiDocument } from '../../../../contract/openapi.ts';
import { documentCheck } from '../document.ts';
import { forbiddenBy } from './forbidden.ts';
import { complaints, type Exchange, writtenInVain } from './judge.ts';
import { curlOf } from './send.ts';

/* A fuzzer that finds nothing may be broken: these tests show it every kind of mistake. */

const served = openApiDocument(operations, 'http://127.0.0.1/api/v1');
const document = documentCheck(served);
const forbidden = forbiddenBy(served);

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'one',
  'x-content-type-options': 'nosniff',
};
const label = { publicId: '0123456789abcdef', name: 'Urgent', colourCode: '#0d9488' };
const getLabel: Exchange = {
  operation: api.labels.get,
  reply: replyOf(200, label),
  clean: true,
  forbidden: undefined,
  asksForCodes: false,
};

function replyOf(status: number, body: unknown): Exchange['reply'] {
  return { status, headers, body: Buffer.from(JSON.stringify(body)), took: 5 };
}

const refusal = (status: keyof typeof errors, ...issues: string[]) =>
  replyOf(status, { ...errors[status], issues: issues.map((message) => ({ message })) });

test('nothing is wrong with what the document says', () => {
  const fine: Exchange[] = [
    getLabel,
    { ...getLabel, reply: refusal(404) },
    {
      ...getLabel,
      reply: refusal(400, 'path/labelPublicId must NOT have fewer than 12 characters'),
      clean: false,
    },
    { ...getLabel, operation: api.health.get, reply: refusal(503) },
    { ...getLabel, operation: undefined, reply: refusal(404) },
  ];
  for (const exchange of fine) assert.deepEqual(complaints(document, exchange), []);
});

const mistakes: [string, Partial<Exchange>, RegExp][] = [
  ['a failure of the service', { reply: refusal(500) }, /answered with 500/],
  ['a status that is not declared', { reply: refusal(409) }, /does not declare the status 409/],
  [
    'a field that is missing',
    { reply: replyOf(200, { ...label, name: undefined }) },
    /required property 'name'/,
  ],
  ['a field that nobody declared', { reply: replyOf(200, { ...label, secret: 1 }) }, /additional properties/],
  ['a null that is not declared', { reply: replyOf(200, { ...label, name: null }) }, /must be string/],
  ['an error without issues', { reply: replyOf(404, errors[404]) }, /required property 'issues'/],
  [
    'another type of content',
    { reply: { ...getLabel.reply, headers: { ...headers, 'content-type': 'text/html' } } },
    /does not declare text\/html/,
  ],
  ['an answer that is no JSON', { reply: { ...getLabel.reply, body: Buffer.from('{') } }, /JSON/],
  [
    'an error of a route that is none',
    { operation: undefined, reply: replyOf(404, { error: 'x' }) },
    /another shape/,
  ],
  [
    'a reply without an id',
    { reply: { ...getLabel.reply, headers: { ...headers, 'x-request-id': '' } } },
    /X-Request-Id/,
  ],
  ['a slow answer', { reply: { ...getLabel.reply, took: 60_000 } }, /took 60000 ms/],
  [
    'an issue without a code',
    { asksForCodes: true, clean: false, reply: refusal(400, 'path/labelPublicId must not be empty') },
    /without a code: path\/labelPublicId/,
  ],
  [
    'an input that should have been refused',
    { forbidden: 'limit: x' },
    /took what the document forbids: limit: x/,
  ],
  [
    'an input that should not have been',
    { reply: refusal(400, 'body/name must be string') },
    /refused what the document allows: body\/name/,
  ],
];

for (const [name, mistake, expected] of mistakes) {
  test(`${name} is found`, () => {
    const found = complaints(document, { ...getLabel, ...mistake });
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', expected);
  });
}

test('only a change that was accepted may write', () => {
  const updated = { operation: api.labels.update, reply: getLabel.reply };
  const refused = { operation: api.labels.update, reply: refusal(400) };
  assert.equal(writtenInVain([updated], ['update labels']), undefined);
  assert.equal(writtenInVain([refused, updated], ['update labels']), undefined);
  assert.equal(writtenInVain([refused], []), undefined);
  assert.match(writtenInVain([refused], ['update labels', 'update labels']) ?? '', /: update labels$/);
  const claimed = ['insert idempotency_keys'];
  assert.equal(writtenInVain([refused], [...claimed, 'delete idempotency_keys']), undefined);
  assert.match(writtenInVain([refused], claimed) ?? '', /: insert idempotency_keys$/);
  assert.match(writtenInVain([getLabel], ['insert changes']) ?? '', /insert changes/);
  assert.match(writtenInVain([{ ...refused, operation: undefined }], ['insert users']) ?? '', /insert users/);
});

test('what the document forbids is distinguished from what it allows', () => {
  const params = { labelPublicId: '0123456789abcdef' };
  const none = new URLSearchParams();
  const isAllowed = (
    operation: (typeof operations)[number],
    input: Partial<Parameters<typeof forbidden>[1]>,
  ) => forbidden(operation, { params, query: none, body: undefined, ...input }) === undefined;
  assert.ok(isAllowed(api.labels.get, {}));
  assert.ok(!isAllowed(api.labels.get, { params: { labelPublicId: 'short' } }));
  for (const body of ['{"name":"x"}', '{"name":" x "}', '{"name":"x","more":1}']) {
    assert.ok(isAllowed(api.labels.update, { body }), body);
  }
  for (const body of [undefined, '', '{', '[]', '{}', '{"name":""}', '{"name":1}', '{"colourCode":"red"}']) {
    assert.ok(!isAllowed(api.labels.update, { body }), body);
  }
  const card = { params: { cardPublicId: '0123456789abcdef' } };
  assert.ok(isAllowed(api.cards.update, { ...card, body: '{"recurrence":null}' }));
  assert.ok(!isAllowed(api.cards.update, { ...card, body: '{"recurrence":{}}' }));
  for (const query of ['', 'limit=1', 'x=1&limit=100', 'dueDateFilters=today&dueDateFilters[]=overdue']) {
    assert.ok(isAllowed(api.cards.mine, { query: new URLSearchParams(query) }), query);
  }
  for (const query of [
    'limit=0',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'dueDateFilters=never',
    'cursor=',
  ]) {
    assert.ok(!isAllowed(api.cards.mine, { query: new URLSearchParams(query) }), query);
  }
  assert.ok(
    !isAllowed(api.boards.checkSlug, { params: { boardPublicId: '0123456789abcdef' } }),
    'a slug is required',
  );
});

test('a request is shown as a command that sends the same bytes', () => {
  const body = Buffer.from([...Array(256).keys()].slice(1));
  const command = curlOf('http://127.0.0.1:1', {
    method: 'PUT',
    path: "/a'b",
    headers: { x: "\u00e9'\\" },
    body,
  });
  const words = execFileSync('bash', [
    '-c',
    `show() { printf '%s\\0' "$@"; }; ${command.replace('curl', 'show')}`,
  ]);
  const told = words.toString('latin1').split('\0');
  assert.deepEqual(told.slice(2), [
    '-X',
    'PUT',
    "http://127.0.0.1:1/a'b",
    '-H',
    "x: \u00e9'\\",
    '--data-binary',
    body.toString('latin1'),
    '',
  ]);
});
