import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { minute, second } from '../base/clock.ts';
import { chattingBoard } from '../testing/channels.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeCard, nth } from '../testing/fixtures.ts';
import { receiver } from '../testing/receiver.ts';
import { testService } from '../testing/service.ts';
import { tellingBoard } from '../testing/webhooks.ts';

/* Several nodes send the deliveries of one database. */

const skip = engine === 'sqlite' && 'an embedded database has one node';

/** A receiver that takes a moment, and how many requests it has had open at the same time. */
async function slowReceiver() {
  let [open, most] = [0, 0];
  const { url, received } = await receiver((response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      response.end();
    }, 2);
  });
  return { url, received, mostOpen: () => most };
}

test('nodes that send at once send each delivery once, and no more than four at a time', {
  skip,
}, async () => {
  const database = await testDatabase({ migrated: true });
  const allowed = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const service = await testService(allowed, {}, database);
  const nodes = [service, await testService(allowed, {}, database), await testService(allowed, {}, database)];
  after(() => database.remove());
  const ada = await service.signUp('ada');
  const { url, received, mostOpen } = await slowReceiver();
  const board = await tellingBoard(ada, url, ['card.created']);
  const cards = 60;
  for (let n = 0; n < cards; n++) await makeCard(ada, nth(board.lists, 0));
  while (received.length < cards) {
    await Promise.all(nodes.map((node) => node.jobs.run('webhooks')));
    await Promise.all(nodes.map((node) => node.sender.idle()));
  }
  await Promise.all(nodes.map((node) => node.jobs.run('webhooks')));
  await Promise.all(nodes.map((node) => node.sender.idle()));
  assert.equal(received.length, cards);
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, cards);
  assert.ok(mostOpen() <= 4, `${mostOpen()} at a time`);
  const rows = await database.sql<{ state: string; attempts: number }>(
    'select distinct state, attempts from webhook_deliveries',
  );
  assert.deepEqual(rows, [{ state: 'succeeded', attempts: 1 }]);
});

test('nodes that send at once tell a chat each change once, together', { skip }, async () => {
  const database = await testDatabase({ migrated: true });
  const allowed = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const service = await testService(allowed, {}, database);
  const nodes = [service, await testService(allowed, {}, database)];
  after(() => database.remove());
  const ada = await service.signUp('ada');
  const { url, received, mostOpen } = await slowReceiver();
  const board = await chattingBoard(ada, url, { events: ['card.created'] });
  const titles = Array.from({ length: 40 }, (_, n) => `Card ${n + 100}`);
  for (const title of titles) {
    await makeCard(ada, nth(board.lists, 0), { title });
    for (const node of nodes) node.clock.pass(second);
    await Promise.all(nodes.map((node) => node.jobs.run('webhooks')));
    await Promise.all(nodes.map((node) => node.sender.idle()));
  }
  for (const node of nodes) node.clock.pass(minute);
  await nodes[1]?.jobs.run('webhooks');
  await nodes[1]?.sender.idle();
  const said = received.map(({ body }) => body).join('\n');
  // Each text occurs twice in a message to Slack.
  assert.deepEqual(
    titles.map((title) => said.split(`|${title}>`).length - 1),
    titles.map(() => 2),
  );
  assert.ok(received.length < titles.length);
  assert.equal(mostOpen(), 1);
});
