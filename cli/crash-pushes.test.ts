import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../contract/api.ts';
import type { Client } from '../contract/client.ts';
import { until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { killableNodes } from '../server/src/testing/killable-nodes.ts';
import { pushService } from '../server/src/testing/push-service.ts';

/*
 * Kills the nodes that push notifications (two on PostgreSQL), while somebody is told. Everything told is pushed, and what is pushed
 * again takes the place of the first. `npm run test:crash` kills 50 times; `npm test` a few times.
 */
const crashes = Number(process.env.CRASHES ?? 5);

const { database, nodes, start, kill, killAll, at } = await killableNodes({
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
});

const password = 'correct horse battery';

/** Expires all claims, as time would. */
const endClaims = () =>
  database.sql('update push_subscriptions set due_at = 1, held_until = 0 where due_at is not null');

test(`${crashes} crashes of the node that pushes lose nothing that was told`, async (t) => {
  const pushes = await pushService();
  const first = at(nth(nodes, 0));
  const signUp = async (name: string) => {
    const email = `${name}@example.com`;
    return { email, ...(await first.call(api.auth.signUp, { body: { email, password, name } })) };
  };
  const [ada, bob] = [await signUp('ada'), await signUp('bob')];
  const asAda = at(nth(nodes, 0), ada.token);
  const { publicId: workspacePublicId } = await asAda.call(api.workspaces.create, {
    body: { name: 'Crash' },
  });
  const params = { workspacePublicId };
  await asAda.call(api.boards.create, { params, body: { name: 'Board', lists: ['To do'], labels: [] } });
  const [{ lists } = { lists: [] }] = await asAda.call(api.boards.list, { params });
  const list = lists[0]?.publicId ?? '';
  const { publicId: member } = await asAda.call(api.invites.inviteMember, {
    params,
    body: { email: bob.email },
  });
  await database.sql(
    `update members set status = 'active', user_id = '${bob.user.id}' where id = '${member}'`,
  );
  const asBob = at(nth(nodes, 0), bob.token);
  const { publicKey } = await asBob.call(api.push.list);
  const browser = pushes.browser(publicKey);
  browser.answer = () => ({ status: 201, after: new Promise((done) => setTimeout(done, 3)) });
  await asBob.call(api.push.subscribe, { body: browser.subscription });

  /** Puts Bob on new cards until the node is gone. */
  const tell = async (client: Client, told: string[]) => {
    for (;;) {
      try {
        const { publicId } = await client.call(api.cards.create, {
          body: { title: 'Paint', listPublicId: list },
        });
        await client.call(api.cards.addMember, {
          params: { cardPublicId: publicId, workspaceMemberPublicId: member },
        });
        told.push(publicId);
      } catch {
        return;
      }
    }
  };

  const acknowledged: string[] = [];
  for (let crash = 0; crash < crashes; crash++) {
    const told: string[] = [];
    const turn = crash % nodes.length;
    const victim = nth(nodes, turn);
    const writing = Array.from({ length: 3 }, () => tell(at(victim, ada.token), told));
    const before = browser.received.length;
    const enough = 1 + ((crash * 7) % 20);
    await until(() => told.length >= enough && browser.received.length > before);
    await kill(victim);
    await Promise.all(writing);
    acknowledged.push(...told);
    await endClaims();
    nodes[turn] = await start();
  }

  await killAll();
  await endClaims();
  nodes.push(await start());
  const isDone = async () =>
    (await database.sql('select 1 from pushes')).length === 0 &&
    (await database.sql('select 1 from notifications where push_at is not null')).length === 0;
  await until(isDone);

  const { received } = browser;
  const ids = await database.sql<{ id: string; cardId: string }>(
    'select id, card_id as "cardId" from notifications where kind = \'assigned\'',
  );
  const pushed = new Map(received.map(({ id, tag, headers }) => [id, `${tag} ${headers.topic as string}`]));
  for (const card of acknowledged)
    assert.ok(
      ids.some(({ cardId }) => cardId === card),
      'what was acknowledged is told',
    );
  assert.deepEqual(
    ids.filter(({ id }) => !pushed.has(id)),
    [],
    'everything told was pushed',
  );
  assert.equal(pushed.size, ids.length, 'and nothing else');
  for (const { id, tag, headers } of received)
    assert.equal(
      `${tag} ${headers.topic as string}`,
      pushed.get(id),
      'what is pushed again takes the place of the first',
    );
  t.diagnostic(`${ids.length} told, pushed ${received.length} times, over ${crashes} crashes`);
});
