import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Invalid } from '../../base/errors.ts';
import { JsonSplitter } from './split-json.ts';

/** Puts an object together again from its pieces. */
function joined(text: string, pieces: number): unknown {
  const found: Record<string, unknown> = {};
  const splitter = new JsonSplitter(
    (key, value, inList) => {
      if (inList) (found[key] as unknown[]).push(value);
      else found[key] = value;
    },
    (list) => {
      found[list] = [];
    },
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) splitter.push(bytes.subarray(at, at + pieces));
  splitter.end();
  return found;
}

const whole = {
  name: 'a "quoted" \\ name, {with} [brackets]: é 𝒙',
  empty: [],
  none: {},
  nothing: null,
  lists: [{ id: 1, deep: { list: [1, [2, { three: '}]' }]] } }, 'text', 4, true, null, []],
  count: -1.5e3,
};

test('an object comes out as it went in, however it is cut into pieces', () => {
  for (const text of [
    JSON.stringify(whole),
    JSON.stringify(whole, null, 2),
    `\ufeff ${JSON.stringify(whole)}\n`,
  ]) {
    for (const pieces of [1, 2, 7, 100_000]) assert.deepEqual(joined(text, pieces), whole);
  }
});

test('what is no JSON object is refused', () => {
  const texts = [
    '',
    '[]',
    '1',
    'null',
    '{',
    '{"a": [1',
    '{"a": 1}}',
    '{"a": [1}]',
    '{"a" 1}',
    '{a: 1}',
    '{"a": x}',
    '{} {}',
  ];
  for (const text of texts) assert.throws(() => joined(text, 3), Invalid, text);
});

test('what is nested too deep, or has too large an entry, is refused with the reason', () => {
  const deep = `{"a": ${'['.repeat(100_000)}`;
  assert.throws(() => joined(deep, 1000), /nested more than 64 levels/);
  const large = `{"a": ["${'x'.repeat(9 * 1024 * 1024)}"]}`;
  assert.throws(() => joined(large, 65_536), /larger than 8388608 bytes/);
});
