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

test('four requests begin in a turn, and the addresses take turns', async () => {
  const rounds = new Rounds();
  const begun: string[] = [];
  const addresses = ['a', 'b', 'c', 'd', 'e'];
  for (const address of addresses)
    for (const each of [1, 2, 3]) rounds.begin(address, () => begun.push(`${address}${each}`));
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2']);
  await turn();
  assert.deepEqual(begun.slice(4), ['a3', 'c1', 'd1', 'e1']);
  for (let turns = 0; turns < 10; turns++) await turn();
  assert.deepEqual(begun.slice(8), ['b3', 'c2', 'd2', 'e2', 'c3', 'd3', 'e3']);
  assert.deepEqual(
    begun.toSorted(),
    addresses.flatMap((address) => [1, 2, 3].map((each) => `${address}${each}`)),
  );
});

test('requests of an address that sent little begin before those of addresses that sent much', async () => {
  const rounds = new Rounds();
  const begun: string[] = [];
  for (const address of ['mallory', 'eve'])
    for (let each = 0; each < 20; each++) rounds.begin(address, () => begun.push(address), 100);
  for (let each = 0; each < 4; each++) rounds.begin('ada', () => begun.push('ada'));
  for (let turns = 0; turns < 2; turns++) await turn();
  assert.equal(begun.length, 12);
  assert.equal(begun.filter((address) => address === 'ada').length, 4);
});

test('a request whose connection has gone takes the place of no other', async () => {
  const rounds = new Rounds();
  const begun: string[] = [];
  for (let each = 0; each < 20; each++) rounds.begin('mallory', () => false);
  for (let each = 0; each < 2; each++) rounds.begin('mallory', () => begun.push('mallory'));
  await turn();
  assert.deepEqual(begun, ['mallory', 'mallory']);
});
