import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoMillis, microsOf } from '../base/clock.ts';
import { type StoredSettings, settingsFrom } from './settings.ts';
import { whenToSend } from './when-to-send.ts';

const subject = { kind: 'commented', boardId: 'board', workspaceId: 'workspace' } as const;

/** When a mail about a comment goes out, where comments are set to `mail` and everything else as given. */
function sent(
  mail: 'off' | 'at-once' | 'digest',
  given: Omit<StoredSettings, 'kinds'>,
  zone: string | null,
  now: string,
  since = now,
): string {
  const settings = settingsFrom({ ...given, kinds: { commented: { mail } } });
  const sending = whenToSend(settings, zone, subject, 'mail', microsOf(now), microsOf(since));
  return sending ? `${sending.as} ${isoMillis(sending.at).slice(0, 16)}Z` : 'never';
}

test('off is never, and at once is now', () => {
  assert.equal(sent('off', {}, 'Europe/Berlin', '2026-03-01T12:00:00Z'), 'never');
  assert.equal(sent('at-once', {}, 'Europe/Berlin', '2026-03-01T12:00:00Z'), 'at-once 2026-03-01T12:00Z');
});

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** A digest at an hour of some days in a zone: when it is asked for, and when it comes. */
const digests: [zone: string | null, hour: number, days: number[], now: string, expected: string][] = [
  [null, 8, everyDay, '2026-03-01T07:59:59Z', '2026-03-01T08:00Z'],
  [null, 8, everyDay, '2026-03-01T08:00:01Z', '2026-03-02T08:00Z'],
  ['Europe/Berlin', 8, everyDay, '2026-01-15T06:00:00Z', '2026-01-15T07:00Z'],
  ['Europe/Berlin', 8, everyDay, '2026-07-15T06:30:00Z', '2026-07-16T06:00Z'],
  // Saturday to Monday.
  ['Europe/Berlin', 8, [1, 2, 3, 4, 5], '2026-03-07T09:00:00Z', '2026-03-09T07:00Z'],
  // Clocks go forward on Sunday: Saturday's and Sunday's are 23 hours apart.
  ['Europe/Berlin', 8, everyDay, '2026-03-28T08:00:00Z', '2026-03-29T06:00Z'],
  // There is no 2:00 on that day.
  ['Europe/Berlin', 2, everyDay, '2026-03-28T12:00:00Z', '2026-03-29T01:00Z'],
  ['America/New_York', 2, everyDay, '2026-03-08T00:00:00Z', '2026-03-08T07:00Z'],
  // And 2:00 twice when they go back: it comes the first time only.
  ['Europe/Berlin', 2, everyDay, '2026-10-24T12:00:00Z', '2026-10-25T00:00Z'],
  ['Europe/Berlin', 2, everyDay, '2026-10-25T00:30:00Z', '2026-10-26T01:00Z'],
  ['America/New_York', 1, everyDay, '2026-11-01T04:00:00Z', '2026-11-01T05:00Z'],
  ['America/New_York', 1, everyDay, '2026-11-01T05:30:00Z', '2026-11-02T06:00Z'],
  // Half an hour, in the southern summer.
  ['Australia/Lord_Howe', 2, everyDay, '2026-10-03T00:00:00Z', '2026-10-03T15:30Z'],
  ['Asia/Kathmandu', 0, everyDay, '2026-05-01T12:00:00Z', '2026-05-01T18:15Z'],
  ['Pacific/Kiritimati', 8, [1], '2026-03-01T00:00:00Z', '2026-03-01T18:00Z'],
  ['Pacific/Pago_Pago', 23, [7], '2026-03-02T09:00:00Z', '2026-03-02T10:00Z'],
  // The year's end, and a leap day.
  ['Asia/Tokyo', 0, everyDay, '2026-12-31T14:59:00Z', '2026-12-31T15:00Z'],
  ['America/St_Johns', 23, everyDay, '2028-02-29T02:00:00Z', '2028-02-29T02:30Z'],
  // Midnight is left out on this day.
  ['Africa/Cairo', 0, everyDay, '2026-04-23T12:00:00Z', '2026-04-23T22:00Z'],
  // This zone had no Friday, 30 December 2011: it comes as Saturday begins.
  ['Pacific/Apia', 8, [5], '2011-12-29T20:00:00Z', '2011-12-30T10:00Z'],
];

for (const [zone, hour, days, now, expected] of digests) {
  test(`a digest at ${hour}:00 on ${days.join()} in ${zone} after ${now} comes at ${expected}`, () => {
    assert.equal(sent('digest', { digest: { hour, days } }, zone, now), `digest ${expected}`);
  });
}

test('a digest that is due stays due, however late it is asked for', () => {
  const digest = { hour: 8, days: everyDay };
  const late = sent('digest', { digest }, null, '2026-03-05T12:00:00Z', '2026-03-01T07:00:00Z');
  assert.equal(late, 'digest 2026-03-01T08:00Z');
});

/** Quiet hours in a zone: a time, and when what comes then is sent. */
const quiet: [zone: string | null, hours: string, now: string, expected: string][] = [
  [null, '22:00-07:00', '2026-03-01T21:59:59Z', '2026-03-01T21:59Z'],
  [null, '22:00-07:00', '2026-03-01T22:00:00Z', '2026-03-02T07:00Z'],
  [null, '22:00-07:00', '2026-03-02T06:59:59Z', '2026-03-02T07:00Z'],
  [null, '22:00-07:00', '2026-03-02T07:00:00Z', '2026-03-02T07:00Z'],
  [null, '12:30-13:15', '2026-03-01T12:45:00Z', '2026-03-01T13:15Z'],
  ['Asia/Tokyo', '22:00-07:00', '2026-03-01T13:30:00Z', '2026-03-01T22:00Z'],
  // One hour shorter, and one longer.
  ['Europe/Berlin', '22:00-07:00', '2026-03-28T23:00:00Z', '2026-03-29T05:00Z'],
  ['Europe/Berlin', '22:00-07:00', '2026-10-24T23:00:00Z', '2026-10-25T06:00Z'],
  // Their end is left out, or comes twice: they end once.
  ['Europe/Berlin', '22:00-02:30', '2026-03-29T00:59:00Z', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '22:00-02:30', '2026-10-25T00:10:00Z', '2026-10-25T00:30Z'],
  ['Europe/Berlin', '22:00-02:30', '2026-10-25T01:10:00Z', '2026-10-25T01:10Z'],
  ['America/New_York', '01:15-01:45', '2026-11-01T05:20:00Z', '2026-11-01T05:45Z'],
  ['America/New_York', '01:15-01:45', '2026-11-01T06:20:00Z', '2026-11-01T06:20Z'],
];

for (const [zone, hours, now, expected] of quiet) {
  test(`what comes at ${now} with quiet hours ${hours} in ${zone} is sent at ${expected}`, () => {
    const [from = '', to = ''] = hours.split('-');
    assert.equal(sent('at-once', { quietHours: { from, to } }, zone, now), `at-once ${expected}`);
  });
}

test('a digest waits for the end of quiet hours, too', () => {
  const given = { digest: { hour: 6, days: everyDay }, quietHours: { from: '22:00', to: '07:00' } };
  assert.equal(sent('digest', given, null, '2026-03-01T12:00:00Z'), 'digest 2026-03-02T07:00Z');
  // Asked again at their end, it is due; and what was told meanwhile comes with it.
  assert.equal(sent('digest', given, null, '2026-03-02T07:00:00Z'), 'digest 2026-03-02T07:00Z');
  assert.equal(sent('digest', given, null, '2026-03-02T06:30:00Z'), 'digest 2026-03-02T07:00Z');
  assert.equal(sent('digest', given, null, '2026-03-02T07:00:01Z'), 'digest 2026-03-03T07:00Z');
  const evening = { digest: { hour: 23, days: [7] }, quietHours: { from: '22:00', to: '07:00' } };
  assert.equal(sent('digest', evening, null, '2026-03-02T06:30:00Z'), 'digest 2026-03-02T07:00Z');
});

test('the board decides before its workspace, that before all, and what is muted is told by exception only', () => {
  const settings = settingsFrom({
    kinds: { commented: { mail: 'at-once', push: 'at-once' } },
    overrides: [
      { workspacePublicId: 'workspace', kinds: { commented: { mail: 'off' } } },
      { boardPublicId: 'board', kinds: { commented: { mail: 'at-once' } } },
      { boardPublicId: 'muted', muted: true, kinds: { mentioned: { mail: 'at-once' } } },
    ],
  });
  const at = (
    boardId: string | null,
    channel: 'mail' | 'push',
    kind: 'commented' | 'mentioned' = 'commented',
  ) => whenToSend(settings, null, { kind, boardId, workspaceId: 'workspace' }, channel, 1)?.as ?? 'never';
  assert.deepEqual([at('board', 'mail'), at('board', 'push')], ['at-once', 'at-once']);
  assert.deepEqual(
    [at('other', 'mail'), at('other', 'push'), at(null, 'mail')],
    ['never', 'at-once', 'never'],
  );
  assert.deepEqual([at('muted', 'mail'), at('muted', 'push')], ['never', 'never']);
  assert.deepEqual(
    [at('muted', 'mail', 'mentioned'), at('muted', 'push', 'mentioned')],
    ['at-once', 'never'],
  );
});
