import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rounds } from './rounds.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('an address begins two requests in a turn of the event loop, in order; those of another do not wait for it', async () => {
  const rounds = new Rounds();
  const begun: string[] = [];
  for (const each of [1, 2, 3, 4, 5]) rounds.begin('mallory', () => begun.push(`mallory ${each}`));
  rounds.begin('ada', () => begun.push('ada'));
  assert.deepEqual(begun, ['mallory 1', 'mallory 2', 'ada']);
  await turn();
  assert.deepEqual(begun.slice(3), ['mallory 3', 'mallory 4']);
  rounds.begin('mallory', () => begun.push('mallory 6'));
  rounds.begin('ada', () => begun.push('ada again'));
  assert.deepEqual(begun.slice(5), ['ada again']);
  await turn();
  assert.deepEqual(begun.slice(6), ['mallory 5', 'mallory 6']);
});
