import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsOf, type Row } from './groups.ts';
import type { Notification } from './notification.ts';
import { linkOf, sentenceOf, subjectOf } from './sentence.ts';

const card = { publicId: 'mi8f3k2a7q0x4v9z', title: 'Paint the pier', number: 3 };

const told = (
  kind: Notification['kind'],
  by: string | null,
  given: Partial<Notification> = {},
): Notification => ({
  publicId: `${kind} ${by}`,
  kind,
  count: 1,
  text: 'What the service says',
  createdAt: '2031-11-26T12:00:00.000Z',
  readAt: null,
  archivedAt: null,
  actor: by === null ? null : { id: by, name: by },
  key: null,
  workspace: { publicId: 'w', name: 'Engines' },
  board: { publicId: 'b', name: 'Harbour' },
  card,
  comment: null,
  about: null,
  ...given,
});

const said = (...row: Row) => [sentenceOf(row), subjectOf(row), linkOf(row[0])];
const page = `/c/${card.publicId}`;

test('an alarm says that a card is due soon or overdue, by nobody, and which one', () => {
  assert.deepEqual(said(told('due-soon', null)), ['A card is due soon', 'Paint the pier', page]);
  assert.deepEqual(said(told('overdue', null)), ['A card is overdue', 'Paint the pier', page]);
  // It comes again with another reminder within ten minutes.
  assert.equal(sentenceOf([told('due-soon', null, { count: 2 })]), 'A card is due soon');
});

test('the newest thing about a card is an alarm: that is said, whatever people did before', () => {
  assert.equal(sentenceOf([told('overdue', null), told('commented', 'Ada')]), 'A card is overdue');
  assert.equal(sentenceOf([told('overdue', null), told('due-soon', null)]), 'A card is overdue');
});

test('an alarm from before is one of the updates, and no person', () => {
  const row: Row = [told('commented', 'Ada'), told('overdue', null), told('moved', 'Bob')];
  assert.equal(sentenceOf(row), 'Ada and 1 other: 3 updates');
  assert.equal(sentenceOf([told('moved', 'Ada'), told('due-soon', null)]), 'Ada: 2 updates');
});

test('a single comment is quoted after the title of its card, without its marks', () => {
  const comment = { publicId: 'xyzzy', excerpt: 'Red or **blue**?' };
  const row = told('commented', 'Ada', { comment });
  assert.equal(subjectOf([row]), 'Paint the pier · “Red or blue?”');
  assert.equal(subjectOf([row, told('moved', 'Bob')]), 'Paint the pier');
});

test('security notices of one kind and day share a row, which counts them and says from where', () => {
  const at = (hour: number, address: string, event = 'signIn.succeeded', readAt: string | null = null) =>
    told('security', null, {
      publicId: `${hour} ${address} ${event}`,
      createdAt: new Date(2031, 10, 26, hour).toISOString(),
      readAt,
      card: null,
      board: null,
      workspace: null,
      about: { event, address } as NonNullable<Notification['about']>,
    });
  const home = '192.0.2.1';
  const all = [at(20, home), at(18, '192.0.2.7'), at(15, home, 'key.created'), at(9, home), at(-8, home)];
  const [urgent, account] = groupsOf([
    ...all,
    at(7, home, 'signIn.succeeded', 'then'),
    at(6, home, 'signIn.succeeded', 'then'),
  ]);
  assert.deepEqual(
    urgent?.rows.map((row) => row.length),
    [3, 1, 1],
  );
  assert.deepEqual(
    account?.rows.map((row) => row.length),
    [2],
  );
  const [signIns, key] = urgent?.rows ?? [];
  assert.ok(signIns && key);
  assert.equal(sentenceOf(signIns), '3 new sign-ins to your account');
  assert.equal(subjectOf(signIns), '192.0.2.1 and 1 other');
  assert.equal(sentenceOf(key), 'An API key was created for your account');
});
