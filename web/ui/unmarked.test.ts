import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unmarked } from './unmarked.ts';

test('a text that is not rendered yet is read without its marks, line by line', () => {
  const text = '# Plan\n\nKeep **three** `tickets`, see [the list](/c/1).\n\n- [x] one\n- two\n\n> said';
  assert.equal(unmarked(text), 'Plan\n\nKeep three tickets, see the list.\n\n\u2022 one\n\u2022 two\n\nsaid');
  assert.equal(
    unmarked('![a boat](x.png) costs 2 * 3 \\* 4, snake_case'),
    'a boat costs 2 * 3 * 4, snake_case',
  );
});
