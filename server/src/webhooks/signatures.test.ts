import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { api } from '../../../contract/api.ts';
import { makeCard, nth } from '../testing/fixtures.ts';
import { receiver } from '../testing/receiver.ts';
import { testService } from '../testing/service.ts';
import { sendDue, tellingBoard } from '../testing/webhooks.ts';

/* Signatures, verified with the library of Standard Webhooks. */

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');

const bodies = 1000;

test(`${bodies} random bodies are verified, by the secret before a rotation and by the one after it`, async () => {
  const { url, received } = await receiver();
  const board = await tellingBoard(ada, url, ['card.updated.description']);
  const { secret } = await ada.call(api.webhooks.rotateSecret, board.at);
  const cards = await Promise.all(Array.from({ length: 8 }, () => makeCard(ada, nth(board.lists, 0))));
  const texts = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }), bodies);
  const describe = (text: string, turn: number) => {
    const body = { description: `${turn} ${text.replace(/[\p{Cc}\p{Cf}]/gu, '')} ${turn}` };
    return ada.call(api.cards.update, { params: { cardPublicId: nth(cards, turn % cards.length) }, body });
  };
  for (let turn = 0; turn < bodies; turn += cards.length) {
    const some = texts.slice(turn, turn + cards.length);
    await Promise.all(some.map((text, offset) => describe(text, turn + offset)));
    await sendDue(service);
  }
  assert.equal(received.length, bodies);
  const [before, after] = [new Webhook(board.webhook.secret), new Webhook(secret)];
  for (const { headers, body } of received) {
    const signed = headers as Record<string, string>;
    assert.equal(signed['webhook-signature']?.split(' ').length, 2);
    assert.deepEqual(before.verify(body, signed), JSON.parse(body));
    assert.deepEqual(after.verify(body, signed), JSON.parse(body));
    assert.ok(Buffer.byteLength(body) < 20_000);
  }
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, bodies);
});
