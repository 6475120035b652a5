import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operations } from '../../../../contract/api.ts';
import { deepestBody, largestBody, maxValuesOf, unknownValues } from '../../../../contract/body-size.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { manyLines, oneLine } from '../../../../contract/text-patterns.ts';
import { testService } from '../../testing/service.ts';
import { outlineOf } from './json-outline.ts';
import { bodyValidator } from './validate.ts';

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  example?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maximum?: number;
  minLength?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** The largest value that a schema allows, with its free texts made of `character`. */
function largest(schema: Schema, character: string): unknown {
  const { type, enum: allowed, items, properties, pattern, maxLength = 64 } = schema;
  if (type === 'array' && items) {
    assert.ok(schema.maxItems !== undefined, 'a list has a limit');
    if (schema.uniqueItems && items.enum) return items.enum.slice(0, schema.maxItems);
    return Array.from({ length: schema.maxItems }, () => largest(items, character));
  }
  if (type === 'object') {
    const entries = Object.entries(properties ?? {});
    return Object.fromEntries(entries.map(([name, each]) => [name, largest(each, character)]));
  }
  if (allowed) return allowed.at(-1);
  if (type === 'boolean') return false;
  if (type === 'integer') return schema.maximum ?? schema.example ?? 0;
  const isFree = (!pattern && !schema.format) || pattern === oneLine || pattern === manyLines;
  return typeof schema.example === 'string' && !(isFree && maxLength > 64)
    ? schema.example
    : character.repeat(maxLength);
}

/** JSON at its longest, with all non-ASCII characters escaped. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\ud800-\udfff]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const withBody = operations.filter(({ body, consumes }) => body && !consumes);

const pathOf = ({ path }: Operation): string => path.replace(/\{\w+\}/g, '0123456789abcdef');

suite('the size of bodies', async () => {
  const service = await testService();
  const ada = await service.signUp('ada');

  const send = async ({ method }: Operation, path: string, body: string) => {
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
    const reply = await service.raw(path, { method, headers, body });
    const { issues = [] } = (await reply.json()) as { issues?: { message: string }[] };
    return { status: reply.status, issue: issues[0]?.message ?? '' };
  };

  test('the largest body that the schema of an operation allows is no larger than a body may be', async () => {
    assert.ok(withBody.length > 40);
    for (const operation of withBody.filter(({ path }) => path !== '/users/me')) {
      const { body = {}, maxBody = largestBody } = operation;
      const texts = ['\u{1F600}', 'x'].map((character) => escaped(largest(body as Schema, character)));
      const text = texts.find((each) => each.length <= maxBody) ?? '';
      assert.notEqual(text, '', operation.id);
      const { values } = outlineOf(Buffer.from(text));
      assert.ok(values <= maxValuesOf(operation) - unknownValues, `${operation.id}: ${values}`);
      const { issue } = await send(operation, pathOf(operation), text);
      assert.doesNotMatch(issue, /^The body|too large/, operation.id);
    }
  });

  test('what that input holds is valid, so that it is the largest that can be sent', () => {
    for (const operation of withBody) {
      const validate = bodyValidator(operation.body ?? {});
      const value = largest(operation.body as Schema, 'x');
      assert.ok(validate(value), `${operation.id}: ${JSON.stringify(validate.errors?.[0]?.instancePath)}`);
    }
  });

  test('as many unknown keys and values as are ignored are ignored; of more the body is refused unread', async () => {
    const update = operations.find(({ id }) => id === 'updateUser');
    assert.ok(update);
    const known = '{"name":"Ada","x":[';
    const most = maxValuesOf(update);
    // The object, its two keys and two of its values count too.
    const bodyOf = (values: number) => `${known}${'0,'.repeat(values - 6)}0]}`;
    assert.equal(outlineOf(Buffer.from(bodyOf(most))).values, most);
    assert.equal((await send(update, '/users', bodyOf(most))).status, 200);
    const { status, issue } = await send(update, '/users', bodyOf(most + 1));
    assert.deepEqual([status, issue], [400, `The body has more than ${most} keys and values`]);
  });

  test('hostile bodies of 1 MiB are refused by their bytes', async (t) => {
    const bodies = Object.entries(hostile).map(([name, each]) => [name, filled(each)] as const);
    const parse = t.mock.method(JSON, 'parse');
    for (const operation of withBody.filter(({ id }) => attacked.includes(id))) {
      for (const [name, body] of bodies) {
        const { status } = await send(operation, pathOf(operation), body);
        assert.equal(status, 400, `${operation.id}: ${name}`);
      }
    }
    // The test parses replies with the same function.
    const longest = Math.max(...parse.mock.calls.map(({ arguments: [text] }) => String(text).length));
    assert.ok(longest < 100_000, `a text of ${longest} characters was parsed`);
  });
});

const attacked = ['signIn', 'updateUser', 'updateCard', 'changeCards', 'importFile'];

/** The start, repeated part and end of hostile bodies. */
const hostile: Record<string, [string, (at: number) => string, string]> = {
  'unknown keys': ['{"z":0', (at) => `,"k${at}":0`, '}'],
  'the same key': ['{"z":0', () => ',"z":0', '}'],
  'empty objects': ['{"operations":[{}', () => ',{}', ']}'],
  'empty lists': ['{"a":[[]', () => ',[]', ']}'],
  numbers: ['{"a":[0', () => ',1e9', ']}'],
  texts: ['{"a":[""', () => ',""', ']}'],
  'bad operations': ['{"operations":[0', () => ',{"type":7}', ']}'],
  levels: ['{"a":', () => '[', ''],
};

/** Repeats it up to about 1 MiB. */
function filled([start, repeated, end]: [string, (at: number) => string, string]): string {
  let body = start;
  for (let at = 0; body.length < largestBody - 100; at++) body += repeated(at);
  return body + end;
}

test('brackets, commas and colons count where they are not part of a text', () => {
  const of = (text: string) => outlineOf(Buffer.from(text));
  assert.deepEqual(of('{"a":[1,"[{,:\\"]}"],"b\\\\":{}}'), { isWhole: true, depth: 2, values: 8 });
  assert.deepEqual(of('"x"'), { isWhole: true, depth: 0, values: 1 });
  for (const text of ['[', '{"a":"}', '["\\"]', ']']) assert.equal(of(text).isWhole, false, text);
  const nested = `${'['.repeat(deepestBody + 1)}${']'.repeat(deepestBody + 1)}`;
  assert.equal(of(nested).depth, deepestBody + 1);
});
