import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import type { Database } from '../server/src/base/db/database.ts';
import { fillLater } from './data/fill.ts';
import type { Made } from './data/generation.ts';
import { load } from './load.ts';
import { othersWhile } from './others.ts';
import { type Costs, growthOf } from './report.ts';
import type { Scenario } from './scenarios.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

/* What the inbox of somebody costs who has ever more unread notifications. */

interface Bench {
  server: Server;
  store: Store;
  db: Database;
  made: Made;
}

const amount = 200;

const path = '/users/me/notifications';
const get = (name: string, query: string): Scenario => ({
  name,
  clients: 1,
  requests: () => [{ method: 'GET', path: path + query }],
});

/** Requests whose cost must not depend on how much there is. */
const scenarios: readonly Scenario[] = [
  get('first page, and the unread count', ''),
  get('what is unread', '?state=unread'),
  get('of one kind', '?kind=completed'),
  get('unread count alone', '?limit=1'),
  {
    name: 'read the settings',
    clients: 1,
    requests: () => [{ method: 'GET', path: '/users/me/notification-settings' }],
  },
  {
    name: 'change the settings',
    clients: 1,
    requests: () =>
      [7, 8].map((hour) => ({
        method: 'PUT',
        path: '/users/me/notification-settings',
        body: { digest: { hour } },
      })),
  },
];

/** Microseconds per request, and what marking all as read takes, by the number of notifications. */
export async function inboxTable(bench: Bench, sizes: readonly number[]): Promise<string> {
  const columns: Costs[] = [];
  for (const [index, size] of sizes.entries()) columns.push(await costsOf(bench, index, size));
  const heads = sizes.map((size) => `${size} notifications`);
  return growthOf(`${bench.store.engine}: the inbox, CPU µs per request`, heads, columns);
}

async function costsOf({ server, store, db, made }: Bench, index: number, size: number): Promise<Costs> {
  const person = made.watched.people[index];
  if (!person) throw new Error('there are not so many people');
  await fillLater(db, 'notifications', rowsFor(made, person.id, size, index));
  await store.settle();
  const costs: Costs = new Map();
  for (const scenario of [...scenarios, await deepIn(server, person.token)]) {
    console.error(`${store.engine}: ${size}: ${scenario.name} …`);
    const by = { ...made, token: person.token };
    await load(scenario, by, { server, store }, { amount: amount / 5 });
    const { cpu, failed } = await load(scenario, by, { server, store }, { amount });
    if (failed > 0) throw new Error(`${scenario.name}: ${failed} requests failed`);
    costs.set(scenario.name, cpu.service + cpu.database);
  }
  const baseUrl = `${server.address}/api/v1`;
  const client = createClient({ baseUrl, token: person.token });
  const other = createClient({ baseUrl, token: made.token });
  const before = new Date(Date.now() + 1000).toISOString();
  const all = await othersWhile({ client: other, server }, () =>
    client.call(api.notifications.update, { body: { before, read: true } }),
  );
  costs.set('mark all as read: µs for each', (all.seconds * 1e6) / size);
  costs.set('meanwhile, p99 of others in µs', all.p99 * 1000);
  return costs;
}

/** The page after the first ten; with enough of them, as far from both ends. */
async function deepIn(server: Server, token: string): Promise<Scenario> {
  const client = createClient({ baseUrl: `${server.address}/api/v1`, token });
  let cursor = '';
  for (let page = 0; page < 10; page++) {
    const query = { limit: 5, ...(cursor ? { cursor } : {}) };
    cursor = (await client.call(api.notifications.list, { query })).nextCursor ?? cursor;
  }
  return get('a page far down', `?cursor=${encodeURIComponent(cursor)}`);
}

/** Unread notifications of all three boards, each a millisecond older than the last. */
function rowsFor({ watched }: Made, user_id: string, size: number, index: number) {
  const cards = watched.boards.flatMap(({ id, cards }) => cards.map((card) => ({ board: id, card })));
  const kinds = ['commented', 'moved', 'changed'];
  const now = Date.now() * 1000;
  return Array.from({ length: size }, (_, n) => {
    const at = now - n * 1000;
    const { board = null, card = null } = cards[n % cards.length] ?? {};
    return {
      workspace_id: watched.workspace,
      id: `n${index}${String(size - n).padStart(14, '0')}`,
      user_id,
      kind: kinds[n % kinds.length] ?? null,
      board_id: board,
      card_id: card,
      actor_id: null,
      times: 1,
      created_at: at,
      told_at: at,
    };
  });
}
