import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTypes } from '../../../contract/events.ts';
import { chosenBy, eventGroups, eventsOf, patternsFor, wordsFor } from './events.ts';

test('every event is in one group', () => {
  const all = eventGroups.flatMap(eventsOf);
  assert.deepEqual(all.toSorted(), [...eventTypes].toSorted());
});

test('chosen events are stored as the fewest patterns, and mean the same when they are read', () => {
  for (const patterns of [
    ['*'],
    ['*', 'audit.entry'],
    ['audit.entry', 'list.*'],
    ['card.*'],
    ['card.updated.comment.*', 'board.*'],
    ['card.created', 'list.*'],
  ])
    assert.deepEqual(patternsFor(chosenBy(patterns)).toSorted(), patterns.toSorted());
  const most = new Set(eventTypes.filter((type) => type !== 'card.deleted'));
  assert.deepEqual(chosenBy(patternsFor(most)), most);
});

test('what a webhook sends is said in a few words', () => {
  assert.equal(wordsFor(['*']), 'Everything');
  assert.equal(wordsFor(['audit', '*']), 'Everything, Entries of the audit log');
  assert.equal(wordsFor(['card.moved', 'board.*']), 'Boards, 1 event');
});
