import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersIn, maxValues, ProcessCrash } from './answers.ts';

async function* said(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

const longest = 4 * 1024 ** 2;

const all = (...chunks: string[]) => Array.fromAsync(answersIn(said(...chunks), longest));

test('answers are lines, however they arrive', async () => {
  assert.deepEqual(await all('{"a":1}\n{"b"', ':2}\n', '{"c":'), [{ a: 1 }, { b: 2 }]);
});

test('what is no answer is the fault of what the process had, and not tried again for ever', async () => {
  for (const line of ['a library speaks', '{', '[]', '1', 'null', '']) {
    await assert.rejects(all(`${line}\n`), ProcessCrash, line);
  }
});

test('a line that does not end is not waited for', async () => {
  const chunk = 'x'.repeat(1024 ** 2);
  let given = 0;
  const endless = async function* () {
    for (;;) {
      given++;
      yield Buffer.from(chunk);
    }
  };
  await assert.rejects(Array.fromAsync(answersIn(endless(), longest)), ProcessCrash);
  assert.equal(given, 5);
});

test('an answer of more values than can be parsed at once is the fault of what the process had', async () => {
  const answer = (values: number) => `{"a":[${Array.from({ length: values }, (_, n) => n).join()}]}\n`;
  assert.equal((await all(answer(maxValues - 10))).length, 1);
  for (const many of [answer(maxValues), `{${'"a":[],'.repeat(maxValues / 2)}"a":1}\n`]) {
    await assert.rejects(all(many), ProcessCrash);
  }
});
