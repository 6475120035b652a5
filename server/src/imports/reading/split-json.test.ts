import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Invalid } from '../../base/errors.ts';
import { JsonSplitter } from './split-json.ts';

/** Reassembles an object from its parts. */
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

test('long texts of one list are not held, and their places are reported, wherever the pieces end', () => {
  const long = 'QUJD'.repeat(2000);
  const text = JSON.stringify({
    files: [{ file: long, name: 'a "b"' }, { file: 'QQ==' }],
    others: [{ file: long }],
  });
  const bytes = Buffer.from(text);
  for (const pieces of [1, 7, 4096, text.length]) {
    const found: { list: string; file: unknown; name: unknown }[] = [];
    const splitter = new JsonSplitter(
      (list, value) => found.push({ list, ...(value as { file: unknown; name: unknown }) }),
      () => {},
      { cut: 'files' },
    );
    for (let at = 0; at < bytes.length; at += pieces) splitter.push(bytes.subarray(at, at + pieces));
    splitter.end();
    const [cut, short, other] = found;
    const place = splitter.cutOf(cut?.file);
    assert.equal(place && text.slice(place.start, place.end + 1), long);
    assert.deepEqual([cut?.name, short?.file, other?.file === long], ['a "b"', 'QQ==', true]);
    assert.equal(splitter.cutOf(short?.file), undefined);
  }
});

test('what is in one object is reported as if it were in the outer one', () => {
  const told = (text: string) => {
    const found: [string, unknown, boolean][] = [];
    const tell = (key: string, value: unknown, inList: boolean) => void found.push([key, value, inList]);
    const splitter = new JsonSplitter(tell, () => {}, { into: 'in' });
    splitter.push(Buffer.from(text));
    splitter.end();
    return found;
  };
  assert.deepEqual(told('{"a":1,"in":{"b":[2,{"in":3}],"in":{"c":4}},"d":[5]}'), [
    ['a', 1, false],
    ['b', 2, true],
    ['b', { in: 3 }, true],
    ['in', { c: 4 }, false],
    ['d', 5, true],
  ]);
  assert.deepEqual(told('{"in":{}}'), []);
  for (const text of ['{"in":{"b":1}', '{"in":{"b":1]}', '{"in":{"b":1}}}']) {
    assert.throws(() => told(text), Invalid);
  }
});
