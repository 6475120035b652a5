import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../contract/api.ts';
import type { Client } from '../contract/client.ts';
import { until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { killableNodes } from '../server/src/testing/killable-nodes.ts';
import { receiver } from '../server/src/testing/receiver.ts';

/*
 * Kills the nodes that send webhooks (two on PostgreSQL), while clients write. Everything committed is delivered, and nothing
 * else. `npm run test:crash` kills 50 times; `npm test` a few times.
 */
const crashes = Number(process.env.CRASHES ?? 5);
const writers = 6;

const { database, nodes, start, kill, killAll, at } = await killableNodes({
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
});

/** Expires all claims: abandoned ones, and those that another node is still sending. */
const endClaims = () =>
  database.sql(
    'update webhook_deliveries set claimed_until = 1, next_attempt_at = 1 where claimed_until > 1',
  );

/** Creates cards until the node is gone. */
async function write(client: Client, listPublicId: string, made: string[]): Promise<void> {
  for (;;) {
    try {
      const { publicId } = await client.call(api.cards.create, { body: { title: 'Paint', listPublicId } });
      made.push(publicId);
    } catch {
      return;
    }
  }
}

test(`${crashes} crashes of the sender under writes lose no event, and none is sent that did not happen`, async (t) => {
  const answers = new Set<string>();
  const { url, received } = await receiver((response, { body }) => {
    // A delayed answer, so that a crash can occur before it.
    setTimeout(() => {
      answers.add(cardIn(body));
      response.end();
    }, 3);
  });
  const { token } = await at(nth(nodes, 0)).call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  const ada = at(nth(nodes, 0), token);
  const { publicId: workspacePublicId } = await ada.call(api.workspaces.create, { body: { name: 'Crash' } });
  const params = { workspacePublicId };
  const board = { name: 'Board', lists: ['To do'], labels: [] };
  await ada.call(api.boards.create, { params, body: board });
  const [{ lists } = { lists: [] }] = await ada.call(api.boards.list, { params });
  await ada.call(api.webhooks.create, { params, body: { name: 'Chat', url, events: ['card.created'] } });
  const list = lists[0]?.publicId ?? '';

  const acknowledged: string[] = [];
  for (let crash = 0; crash < crashes; crash++) {
    const made: string[] = [];
    const turn = crash % nodes.length;
    const victim = nth(nodes, turn);
    const client = at(victim, token);
    const writing = Array.from({ length: writers }, () => write(client, list, made));
    const before = received.length;
    // At a different point of the writing each time, but never before something was sent.
    const enough = 1 + ((crash * 7) % 40);
    await until(() => made.length >= enough && received.length > before);
    await kill(victim);
    await Promise.all(writing);
    acknowledged.push(...made);
    await endClaims();
    nodes[turn] = await start();
  }

  await killAll();
  await endClaims();
  nodes.push(await start());
  const left = () =>
    database.sql<{ count: number }>(
      `select count(*) as count from webhook_deliveries where state = 'pending'`,
    );
  await until(async () => Number((await left())[0]?.count) === 0);

  const cards = new Set((await database.sql<{ id: string }>('select id from cards')).map(({ id }) => id));
  const told = new Set(received.map(({ body }) => cardIn(body)));
  for (const card of acknowledged) assert.ok(cards.has(card), 'what was acknowledged is there');
  assert.deepEqual(
    [...cards].filter((card) => !answers.has(card)),
    [],
    'everything that happened was told',
  );
  assert.deepEqual(
    [...told].filter((card) => !cards.has(card)),
    [],
    'nothing was told that did not happen',
  );
  const ids = new Set(received.map(({ headers }) => headers['webhook-id']));
  assert.equal(ids.size, cards.size, 'what is sent again has the same id');
  t.diagnostic(`${cards.size} events, told ${received.length} times, over ${crashes} crashes`);
});

const cardIn = (body: string): string =>
  (JSON.parse(body) as { data: { card: { publicId: string } } }).data.card.publicId;
