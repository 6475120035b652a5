import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { command } from '../server/src/base/db/query.ts';
import type { Load } from './load.ts';
import { type Bench, loadOf, type Measurement } from './measurement.ts';

/* Webhooks: the rate of deliveries to a receiver that answers at once, and the delay between a change and its delivery. */

/** Pending deliveries for each second of the measurement. */
const waitingEach = 1000;

export const webhookScenarios: Measurement[] = [
  { name: 'webhooks to a receiver that answers at once', measure: rateOf },
  {
    name: 'webhook: from the commit to its arrival, 1 client',
    measure: (bench, seconds) => arrivalOf(bench, seconds, { clients: 1, dead: false }),
  },
  {
    name: 'webhook: from the commit to its arrival, 8 clients, another receiver dead',
    measure: (bench, seconds) => arrivalOf(bench, seconds, { clients: 8, dead: true }),
  },
];

/** A receiver in this process; calls `got` with the body of each request. */
async function receiver(got: (body: string) => void, answers = true) {
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      got(body);
      if (answers) response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A board in a workspace of its own, with a webhook for new cards at each of these URLs. */
async function board({ server, made }: Bench, urls: string[]) {
  const client = createClient({ baseUrl: `${server.address}/api/v1`, token: made.token });
  const { publicId } = await client.call(api.workspaces.create, { body: { name: 'Webhooks' } });
  const params = { workspacePublicId: publicId };
  await client.call(api.boards.create, { params, body: { name: 'Board', lists: ['To do'], labels: [] } });
  const [{ lists } = { lists: [] }] = await client.call(api.boards.list, { params });
  for (const url of urls) {
    await client.call(api.webhooks.create, { params, body: { name: 'Chat', url, events: ['card.created'] } });
  }
  const listPublicId = lists[0]?.publicId ?? '';
  const makeCard = () =>
    client.call(api.cards.create, { body: { title: 'Paint the harbour', listPublicId } });
  return { workspaceId: publicId, makeCard };
}

const multiply = command(
  'bench.multiplyDeliveries',
  (_db, p: { workspaceId: string; now: number; count: number }) => sql<never>`
  insert into webhook_deliveries
    (workspace_id, id, webhook_id, event_id, event, state, attempts, created_at, next_attempt_at)
  with recursive numbers (n) as (
    select 1 union all select n + 1 from numbers where n < cast(${p.count} as bigint)
  )
  select d.workspace_id, 'bench' || cast(n as text), d.webhook_id, d.event_id, d.event, 'pending', 0, d.created_at,
    cast(${p.now} as bigint)
  from webhook_deliveries d, numbers where d.workspace_id = ${p.workspaceId}`,
);

/** Many deliveries are due at once; those of the first moment are not counted. */
async function rateOf(bench: Bench, seconds: number): Promise<Load> {
  const { server, store, db } = bench;
  const count = waitingEach * seconds;
  const arrivals: number[] = [];
  const target = await receiver(() => void arrivals.push(performance.now()));
  const { workspaceId, makeCard } = await board(bench, [target.url]);
  await makeCard();
  while (arrivals.length < 1) await pause(5);
  await db.write((tx) => tx.run(multiply, { workspaceId, now: Date.now() * 1000, count }));
  const skipped = Math.ceil(count / 10);
  while (arrivals.length < skipped) await pause(1);
  const before = {
    service: server.cpu(),
    database: store.cpu(),
    arrived: arrivals.length,
    at: performance.now(),
  };
  while (arrivals.length <= count) await pause(1);
  const took = ((arrivals.at(-1) ?? 0) - before.at) / 1000;
  const cpu = { service: server.cpu() - before.service, database: store.cpu() - before.database };
  target.close();
  const answered = count + 1 - before.arrived;
  return loadOf({ answered, took, cpu, times: [] });
}

/** Clients create cards one after the other for some seconds; each delay is measured from the reply that created the card. */
async function arrivalOf(
  bench: Bench,
  seconds: number,
  { clients, dead }: { clients: number; dead: boolean },
): Promise<Load> {
  const { server, store } = bench;
  const replied = new Map<string, number>();
  const arrived = new Map<string, number>();
  const live = await receiver((body) => void arrived.set(cardIn(body), performance.now()));
  const silent = await receiver(() => {}, false);
  const { makeCard } = await board(bench, dead ? [silent.url, live.url] : [live.url]);
  const began = performance.now();
  const before = { service: server.cpu(), database: store.cpu() };
  const client = async () => {
    while (performance.now() - began < seconds * 1000) {
      const { publicId } = await makeCard();
      replied.set(publicId, performance.now());
      if (clients === 1) await pause(10);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  while (arrived.size < replied.size) await pause(5);
  const took = (performance.now() - began) / 1000;
  const cpu = { service: server.cpu() - before.service, database: store.cpu() - before.database };
  live.close();
  silent.close();
  const times = [...replied].map(([card, at]) => Math.max(0, (arrived.get(card) ?? 0) - at));
  return loadOf({ answered: replied.size, took, cpu, times });
}

const cardIn = (body: string): string =>
  (JSON.parse(body) as { data: { card: { publicId: string } } }).data.card.publicId;
