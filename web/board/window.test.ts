import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, topsOf } from './window.ts';

const ids = Array.from({ length: 10 }, (_, index) => `card ${index}`);
/** Ten cards 90 pixels high with gaps of 10: one every hundred. */
const tops = topsOf(ids, () => 90, 10);

const written = (span: { top: number; bottom: number }, kept: number[] = [], of = tops) =>
  runsOf(of, span, kept).map(({ from, to, isShown }) => `${isShown ? '' : '-'}${from}..${to}`);

test('cards in a span are shown, those before and after are space', () => {
  assert.deepEqual(written({ top: 0, bottom: 250 }), ['0..3', '-3..10']);
  assert.deepEqual(written({ top: 350, bottom: 500 }), ['-0..3', '3..5', '-5..10']);
  assert.deepEqual(written({ top: 850, bottom: 2000 }), ['-0..8', '8..10']);
  assert.deepEqual(written({ top: -400, bottom: 5000 }), ['0..10']);
});

test('a card that is kept stands at its own place', () => {
  assert.deepEqual(written({ top: 500, bottom: 700 }, [1]), ['-0..1', '1..2', '-2..5', '5..7', '-7..10']);
  assert.deepEqual(written({ top: 500, bottom: 700 }, [4, 6, 9]), ['-0..4', '4..7', '-7..9', '9..10']);
  assert.deepEqual(written({ top: 500, bottom: 700 }, [-1, 10]), ['-0..5', '5..7', '-7..10']);
});

test('a list may be empty, or end above what is looked at', () => {
  assert.deepEqual(
    written(
      { top: 0, bottom: 500 },
      [],
      topsOf([], () => 90, 10),
    ),
    [],
  );
  assert.deepEqual(written({ top: 4000, bottom: 5000 }), ['-0..10']);
});

test('heights that are known count, and guesses for the others', () => {
  const measured = new Map([['card 0', 490]]);
  const some = topsOf(ids, (id) => measured.get(id) ?? 90, 10);
  assert.deepEqual(written({ top: 450, bottom: 550 }, [], some), ['0..2', '-2..10']);
});
