import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersIn, PictureCrash, shrunkIn } from './answers.ts';

async function* said(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

const all = (...chunks: string[]) => Array.fromAsync(answersIn(said(...chunks)));

test('answers are lines, however they arrive', async () => {
  assert.deepEqual(await all('{"a":1}\n{"b"', ':2}\n', '{"c":'), [{ a: 1 }, { b: 2 }]);
});

test('what is no answer is the fault of the picture, and not tried again for ever', async () => {
  for (const line of ['a library speaks', '{', '[]', '1', 'null', '']) {
    await assert.rejects(all(`${line}\n`), PictureCrash, line);
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
  await assert.rejects(Array.fromAsync(answersIn(endless())), PictureCrash);
  assert.equal(given, 5);
});

test('an answer is a picture that measures something, or says that there is none', () => {
  assert.equal(shrunkIn({ unreadable: 'why' }), undefined);
  assert.deepEqual(shrunkIn({ width: 2, height: 1, preview: 'YQ==' }), {
    width: 2,
    height: 1,
    preview: Buffer.from('a'),
  });
  for (const answer of [
    {},
    { width: 2, height: 1 },
    { width: -1, height: 1, preview: 'YQ==' },
    { width: 2, height: 1e300, preview: 'YQ==' },
    { width: '2', height: 1, preview: 'YQ==' },
    { width: 2, height: 1, preview: '' },
  ]) {
    assert.throws(() => shrunkIn(answer), PictureCrash, JSON.stringify(answer));
  }
});
