import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Door } from './door.ts';
import { Unread } from './unread.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('connections of an address that holds much wait until it holds less; those of others enter at once', async () => {
  const unread = new Unread(100);
  const door = new Door(unread);
  const entered: string[] = [];
  unread.count('mallory', 60);
  for (const each of [1, 2, 3]) door.pass('mallory', () => entered.push(`mallory ${each}`));
  door.pass('ada', () => entered.push('ada'));
  await turn();
  assert.deepEqual(entered, ['ada']);
  unread.count('mallory', -20);
  for (let turns = 0; turns < 4; turns++) await turn();
  assert.deepEqual(entered, ['ada', 'mallory 1', 'mallory 2', 'mallory 3']);
});

test('no more enter than there is room for', async () => {
  const unread = new Unread(100);
  const door = new Door(unread);
  let entered = 0;
  unread.count('mallory', 60);
  for (let each = 0; each < 5; each++) {
    door.pass('mallory', () => {
      entered++;
      unread.count('mallory', 20);
    });
  }
  unread.count('mallory', -20);
  for (let turns = 0; turns < 9; turns++) await turn();
  assert.equal(entered, 1);
  unread.count('mallory', -60);
  for (let turns = 0; turns < 9; turns++) await turn();
  assert.equal(entered, 4);
});
