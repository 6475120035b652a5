import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hour } from '../clock.ts';
import { createHeldMails } from './held.ts';
import type { Mail } from './mail.ts';

function heldMails(most?: number) {
  const sent: string[] = [];
  const time = { now: 0 };
  const outbox = { send: (mail: Mail | null) => void sent.push(`${mail?.to}: ${mail?.subject}`) };
  const held = createHeldMails(outbox, { elapsed: () => time.now }, most);
  const send = (to: string, subject: string, about = 'board') =>
    held.send({ to, subject, text: '', html: '' }, about);
  return { sent, time, held, send };
}

test('of many mails about one thing the first and the newest go out, an hour apart', () => {
  const { sent, time, held, send } = heldMails();
  for (const subject of ['one', 'two', 'three']) send('ada', subject);
  send('ada', 'other', 'another board');
  send('bob', 'one');
  held.sendDue();
  assert.deepEqual(sent, ['ada: one', 'ada: other', 'bob: one']);
  time.now = hour;
  held.sendDue();
  assert.deepEqual(sent.slice(3), ['ada: three']);
  send('ada', 'four');
  held.sendDue();
  assert.equal(sent.length, 4);
  time.now = 2 * hour;
  held.sendDue();
  assert.deepEqual(sent.slice(4), ['ada: four']);
});

test('what is held is not lost where the service stops, or has more to remember than it may', () => {
  const { sent, held, send } = heldMails(2);
  for (const about of ['a', 'b']) for (const subject of ['first', 'last']) send('ada', subject, about);
  send('ada', 'first', 'c');
  assert.deepEqual(sent, ['ada: first', 'ada: first', 'ada: first', 'ada: last']);
  held.flush();
  held.flush();
  assert.deepEqual(sent.slice(4), ['ada: last']);
});
