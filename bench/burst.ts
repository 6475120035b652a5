import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import type { Database } from '../server/src/base/db/database.ts';
import { command, query } from '../server/src/base/db/query.ts';
import { fillLater } from './data/fill.ts';
import type { Made, Watcher } from './data/generation.ts';
import { type Others, othersWhile } from './others.ts';
import { newSubscription, type Receiver, rateOf } from './receivers.ts';
import { rowOf } from './report.ts';
import type { Server } from './server.ts';

/*
 * Ten thousand notifications at once: a comment on each of twenty cards of a board that five hundred people watch, all of whom want
 * mails and pushes, and some of whom have the page open. Meanwhile somebody else reads their account.
 */

interface Bench {
  engine: string;
  server: Server;
  db: Database;
  made: Made;
  pushes: Receiver;
  mails: Receiver;
}

const openPages = 150;

/** What others must not notice: milliseconds, and megabytes of the service. */
const aims = { p99: 250, memory: 400 };

const settings = JSON.stringify({ kinds: { commented: { mail: 'at-once', push: 'at-once' } } });

/** Has everybody ask for mails and pushes. */
export async function prepare({ server, db, made, pushes }: Omit<Bench, 'engine' | 'mails'>): Promise<void> {
  const { people } = made.watched;
  await fillLater(
    db,
    'notification_settings',
    people.map(({ id }) => ({ user_id: id, settings })),
  );
  for (const [n, { token }] of people.entries()) {
    const client = createClient({ baseUrl: `${server.address}/api/v1`, token });
    await client.call(api.push.subscribe, { body: newSubscription(pushes.url, n) });
  }
}

const counts = query(
  'bench.notificationCounts',
  (_db, p: { workspaceId: string }) => sql<{ stored: number; waiting: number }>`
  select (select count(*) from notifications where workspace_id = ${p.workspaceId}) as stored,
    (select count(*) from notification_batches where workspace_id = ${p.workspaceId}) as waiting`,
);

const mailNow = command(
  'bench.mailNow',
  (_db, p: { workspaceId: string; now: number }) => sql<never>`
  update notifications set mail_at = ${p.now} where workspace_id = ${p.workspaceId} and mail_at is not null`,
);

export async function burst(bench: Bench, seconds: number): Promise<{ table: string; isFine: boolean }> {
  const { engine, server, db, made, pushes, mails } = bench;
  const { workspace, people } = made.watched;
  const heard = await openStreams(server, people.slice(0, openPages));
  const other = createClient({ baseUrl: `${server.address}/api/v1`, token: made.token });
  const quiet = await othersWhile({ client: other, server }, () => pause(2000));
  const told = await othersWhile({ client: other, server }, () => comment(bench));
  console.error(`${engine}: pushes …`);
  const pushed = await othersWhile({ client: other, server }, () => arrived(pushes, seconds));
  console.error(`${engine}: mails …`);
  await db.write((tx) => tx.run(mailNow, { workspaceId: workspace, now: Date.now() * 1000 }));
  const mailed = await othersWhile({ client: other, server }, () => arrived(mails, seconds));
  const [pushRate, mailRate] = [rateOf(pushes.arrivals), rateOf(mails.arrivals)];
  const { events } = heard.close();
  const rows: [string, Others, string][] = [
    ['nothing', quiet, ''],
    ['20 comments, until all is stored', told, `${told.value} notifications`],
    ['pushes', pushed, `${pushRate.count}, at most ${pushRate.most} in a second`],
    ['mails', mailed, `${mailRate.count}, at most ${mailRate.most} in a second`],
  ];
  const table = [
    `## ${engine}: ten thousand notifications at once`,
    `${openPages} open pages were sent ${events} events. Most memory: ${server.mostMemory()} MB.`,
    '',
    '| meanwhile | s | p50 ms | p99 ms | most ms | MB | |',
    '|---|--:|--:|--:|--:|--:|---|',
    ...rows.map(([name, { seconds: took, p50, p99, most, memory }, note]) =>
      rowOf([name, ...[took, p50, p99, most].map((each) => each.toFixed(1)), memory, note]),
    ),
  ].join('\n');
  const isFine =
    rows.every(([, { p99 }]) => p99 <= aims.p99) &&
    server.mostMemory() <= aims.memory &&
    told.value === 10_000;
  return { table, isFine };
}

/** Comments on every card of the board that most watch; returns the number of notifications once all are stored. */
async function comment({ server, db, made }: Bench): Promise<number> {
  const { boards, workspace } = made.watched;
  const client = createClient({ baseUrl: `${server.address}/api/v1`, token: made.token });
  const cards = boards.at(-1)?.cards ?? [];
  await Promise.all(
    cards.map((cardPublicId) =>
      client.call(api.comments.create, { params: { cardPublicId }, body: { comment: 'Looks good to me.' } }),
    ),
  );
  for (;;) {
    const found = await db.first(counts, { workspaceId: workspace });
    if (Number(found?.waiting) === 0) return Number(found?.stored);
    await pause(100);
  }
}

/** Waits until nothing more arrives, but no longer than `seconds`. */
async function arrived({ arrivals }: Receiver, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (let before = -1; performance.now() < end; ) {
    await pause(1000);
    // Mails begin with the next round of their job.
    if (arrivals.length === before && before > 0) return;
    before = arrivals.length;
  }
}

/** Opens the stream of each person, and counts what it is sent. */
async function openStreams(server: Server, people: readonly Watcher[]) {
  let events = 0;
  const replies: IncomingMessage[] = [];
  for (const { token } of people) {
    const request = get(`${server.address}/api/v1/users/me/events`, {
      agent: false,
      localAddress: '127.0.0.3',
      headers: { authorization: `Bearer ${token}` },
    });
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    if (reply.statusCode !== 200) throw new Error(`a stream was answered ${reply.statusCode}`);
    reply.setEncoding('latin1').on('data', (piece: string) => {
      events += piece.split('event: notification').length - 1;
    });
    reply.on('error', () => {});
    replies.push(reply);
  }
  return {
    close() {
      for (const reply of replies) reply.destroy();
      return { events };
    },
  };
}
