import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../../../contract/api.ts';
import { eventPatterns } from '../../../../contract/events.ts';
import {
  Colour,
  DateTimeInput,
  Email,
  Markdown,
  oneOf,
  PublicId,
  Text,
} from '../../../../contract/schema.ts';
import { issueOf } from './issues.ts';
import { bodyValidator } from './validate.ts';

const field = (schema: object) => ({ type: 'object', properties: { x: schema } });

/** A keyword, a schema, a body that violates it, and the message. */
const cases: [string, object, unknown, string][] = [
  ['required', { type: 'object', required: ['x'] }, {}, 'body must have the field x'],
  ['type', { type: 'object' }, [], 'body must be an object'],
  ['type', field({ type: 'string' }), { x: 1 }, 'body/x must be a string'],
  ['type', field({ type: 'integer' }), { x: 1.5 }, 'body/x must be a whole number'],
  ['type', field({ type: 'boolean' }), { x: 'yes' }, 'body/x must be true or false'],
  ['type', field({ type: 'array' }), { x: {} }, 'body/x must be a list'],
  ['minLength', field(Text(10)), { x: '' }, 'body/x must not be empty'],
  ['minLength', field(PublicId('A card')), { x: 'short' }, 'body/x must have at least 12 characters'],
  ['maxLength', field(Text(10)), { x: 'x'.repeat(11) }, 'body/x must have at most 10 characters'],
  ['pattern', field(Text(10)), { x: 'a\nb' }, 'body/x must be one line'],
  ['pattern', field(Markdown()), { x: '\u0001' }, 'body/x must have no control characters'],
  ['pattern', field(Colour), { x: 'teal' }, 'body/x must be written like #0d9488'],
  ['pattern', field({ type: 'string', pattern: '^a$' }), { x: 'b' }, 'body/x does not have the right form'],
  ['format', field(Email), { x: 'ada' }, 'body/x must be an email address like ada@example.com'],
  [
    'format',
    field({ type: 'string', format: 'uri' }),
    { x: 'nowhere' },
    'body/x must be an address like https://example.com',
  ],
  [
    'format',
    field({ type: 'string', format: 'date-time' }),
    { x: 'now' },
    'body/x must be a date and time like 2026-03-01T09:30:00Z',
  ],
  [
    'anyOf',
    field({ anyOf: [{ pattern: '^a' }, { pattern: '^b' }], example: 'aa' }),
    { x: 'c' },
    'body/x must be written like aa',
  ],
  ['enum', field(oneOf(['asc', 'desc'])), { x: 'up' }, 'body/x must be one of asc, desc'],
  ['minimum', field({ type: 'integer', minimum: 1 }), { x: 0 }, 'body/x must be at least 1'],
  ['maximum', field({ type: 'integer', maximum: 9 }), { x: 10 }, 'body/x must be at most 9'],
  ['minItems', field({ type: 'array', minItems: 1 }), { x: [] }, 'body/x must have at least 1 entry'],
  ['maxItems', field({ type: 'array', maxItems: 2 }), { x: [1, 2, 3] }, 'body/x must have at most 2 entries'],
  [
    'uniqueItems',
    field({ type: 'array', uniqueItems: true }),
    { x: [1, 1] },
    'body/x must not have the same entry twice',
  ],
  [
    'minProperties',
    { ...field({ type: 'string' }), minProperties: 1 },
    {},
    'body must have at least one of the fields x',
  ],
  [
    'maxProperties',
    field({ type: 'object', maxProperties: 1, additionalProperties: { type: 'string' } }),
    { x: { a: '1', b: '2' } },
    'body/x must have at most 1 field',
  ],
];

for (const [keyword, schema, body, issue] of cases) {
  test(`${keyword}: ${issue}`, () => {
    const validate = bodyValidator(schema);
    assert.equal(validate(structuredClone(body)), false);
    assert.ok(validate.errors?.some((error) => error.keyword === keyword));
    assert.equal(issueOf('body', validate.errors).message, issue);
  });
}

test('for a value that is not among many, the nearest ones are named', () => {
  const validate = bodyValidator(field(oneOf(eventPatterns)));
  assert.equal(validate({ x: 'card.create' }), false);
  const { message } = issueOf('body', validate.errors);
  assert.match(message, /^body\/x must be one of \d+ values, such as card\.created, /);
  assert.ok(message.length < 120);
});

test('every keyword of the contract that a value can violate has a message of its own', () => {
  const told = new Set([...cases.map(([keyword]) => keyword), 'x-date-time']);
  // Keywords that describe, rewrite or contain other schemas produce no errors of their own.
  const others = new Set([
    'properties',
    'additionalProperties',
    'items',
    'description',
    'example',
    'default',
    'title',
    'nullable',
    'x-trim',
    'x-lower',
  ]);
  const used = new Set<string>();
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [keyword, value] of Object.entries(schema)) {
      used.add(keyword);
      if (keyword === 'properties') for (const each of Object.values(value as object)) walk(each);
      else if (keyword === 'items' || keyword === 'additionalProperties') walk(value);
    }
  };
  for (const { params, query, body } of operations) for (const part of [params, query, body]) walk(part);
  assert.deepEqual(
    [...used].filter((keyword) => !told.has(keyword) && !others.has(keyword) && !keyword.startsWith('~')),
    [],
  );
});

test('a date that cannot be stored has a message of its own', () => {
  const validate = bodyValidator(field(DateTimeInput('When it is due')));
  assert.equal(validate({ x: 'tomorrow' }), false);
  assert.match(issueOf('body', validate.errors).message, /^body\/x must be (a date|written like)/);
});
