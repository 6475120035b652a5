import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Warnings } from './warnings.ts';

test('a report has a bounded number of kinds, and counts the rest together', () => {
  const warnings = new Warnings();
  for (let kind = 0; kind < 1000; kind++) warnings.note(`things of kind ${kind} left out`, 1, `${kind}`);
  warnings.note('things of kind 0 left out');
  const both = new Warnings();
  both.addAll(warnings.report());
  for (const report of [warnings.report(), both.report()]) {
    assert.equal(report.length, 201);
    assert.deepEqual(
      [report[0]?.count, report[200]?.kind, report[200]?.count],
      [2, 'further things left out', 800],
    );
  }
});
