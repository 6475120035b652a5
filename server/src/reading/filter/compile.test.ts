import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../../contract/filter/parse.ts';
import { compile } from './compile.ts';
import { verdict } from './nodes.ts';

test('each text of a card is folded once, however many terms look into it', async (t) => {
  const terms = Array.from({ length: 50 }, (_, index) => `description:x${index}`);
  const { filter } = parse(terms.join(' OR '));
  assert.ok(filter?.tree);
  const names = { candidates: async () => [], fields: async () => [] };
  const reader = {
    now: 0,
    today: 0,
    firstDay: 1,
    timeZone: null,
    userId: '',
    openBoards: null,
    me: [],
  };
  const node = await compile(filter.tree, names, reader);
  const { mock } = t.mock.method(String.prototype, 'normalize');
  const texts = { number: 1, title: '', description: 'ÄPFEL', fields: {} };
  assert.equal(verdict(node, new Map(), texts), false);
  assert.equal(mock.callCount(), 1);
});
