import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entities } from '../sync/mutation.ts';
import { type Criteria, fromAddress, isDue, matcher, nothing, nowAt, toAddress } from './match.ts';

const now = nowAt(new Date(2026, 5, 17, 12), 1);

const card = (fields: Partial<Entities['card']>) =>
  ({
    title: '',
    cardNumber: 7,
    labelPublicIds: [],
    memberPublicIds: [],
    dueDate: null,
    startDate: null,
    due: null,
    start: null,
    completedAt: null,
    ...fields,
  }) as Entities['card'];

const isShown = (asked: Partial<Criteria>, fields: Partial<Entities['card']>) =>
  matcher({ ...nothing, ...asked }, now)(card(fields));

test('values of one kind are alternatives, kinds must all match, and none is a value', () => {
  assert.ok(isShown({ labels: ['blue', 'red'] }, { labelPublicIds: ['red'] }));
  assert.ok(!isShown({ labels: ['blue'] }, { labelPublicIds: ['red'] }));
  assert.ok(!isShown({ labels: ['red'], members: ['m1'] }, { labelPublicIds: ['red'] }));
  assert.ok(isShown({ labels: ['none'], members: ['m1'] }, { memberPublicIds: ['m1'] }));
  assert.ok(isShown({ members: ['none', 'm1'] }, {}));
  assert.ok(!isShown({ members: ['none'] }, { memberPublicIds: ['m1'] }));
});

test('open and done are told apart, and what is done is not overdue', () => {
  const done = { completedAt: '2026-06-01T00:00:00.000Z', dueDate: '2020-01-01T12:00:00.000Z' };
  const open = { ...done, completedAt: null };
  assert.deepEqual([isShown({ is: ['open'] }, open), isShown({ is: ['open'] }, done)], [true, false]);
  assert.deepEqual([isShown({ is: ['done'] }, open), isShown({ is: ['done'] }, done)], [false, true]);
  assert.ok(isShown({ is: ['open', 'done'] }, done));
  assert.deepEqual([isShown({ due: ['overdue'] }, open), isShown({ due: ['overdue'] }, done)], [true, false]);
});

test('days and weeks are those of the viewer', () => {
  const ranges = (...at: [number, number, number, number, number?]) =>
    (['overdue', 'today', 'week', 'none'] as const).filter((range) =>
      isDue(new Date(...at).toISOString(), range, now),
    );
  assert.deepEqual(ranges(2026, 5, 17, 0, 1), ['overdue', 'today', 'week']);
  assert.deepEqual(ranges(2026, 5, 17, 23, 59), ['today', 'week']);
  assert.deepEqual(ranges(2026, 5, 18, 0, 0), ['week']);
  assert.deepEqual(ranges(2026, 5, 15, 0, 0), ['overdue', 'week'], 'Monday');
  assert.deepEqual(ranges(2026, 5, 14, 23, 59), ['overdue'], 'Sunday');
  assert.deepEqual(ranges(2026, 5, 21, 23, 59), ['week'], 'Sunday');
  assert.deepEqual(ranges(2026, 5, 22, 0, 0), [], 'Monday');
  assert.ok(isDue(null, 'none', now));
  const fromSunday = nowAt(new Date(2026, 5, 21, 12), 0);
  assert.deepEqual(fromSunday.week, [new Date(2026, 5, 21).getTime(), new Date(2026, 5, 28).getTime()]);
});

test('the address says all of it, and only what it knows is taken from there', () => {
  const asked: Criteria = {
    text: 'a & b',
    members: ['m1', 'none'],
    labels: ['red'],
    due: ['overdue', 'none'],
    is: ['done'],
  };
  const address = toAddress(asked);
  assert.equal(address, 'q=a+%26+b&members=m1,none&labels=red&due=overdue,none&is=done');
  assert.deepEqual(fromAddress(new URLSearchParams(address)), asked);
  assert.deepEqual(fromAddress(new URLSearchParams('due=never,today,today&labels=,,&is=half')), {
    ...nothing,
    due: ['today'],
  });
  assert.equal(toAddress(nothing), '');
});
