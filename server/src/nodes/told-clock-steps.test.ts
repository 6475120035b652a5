import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { createClient } from '../../../contract/client.ts';
import { systemClock } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import type { Mail } from '../base/mail/mail.ts';
import { sendMails } from '../notifications/mail/sender.ts';
import { type RunningService, startService } from '../start.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { nth } from '../testing/fixtures.ts';

/*
 * The clock of one machine jumps an hour forward and back while alarms, digests and the end of quiet hours come. On PostgreSQL
 * another node has the right time; on the embedded database, the next process has. Nothing is told twice, and nothing is lost.
 */

const [minute, hour] = [60_000, 3_600_000];
const password = 'correct horse battery';

const database = await testDatabase({ migrated: true });
after(() => database.remove());

/** A Tuesday. */
const begin = Date.parse('2031-03-04T04:50:00Z');
const began = performance.now();
let passed = 0;
const rightTime = () => Math.floor(begin + passed + performance.now() - began);
const wrong = { step: 0 };
const mails: Mail[] = [];

async function startOn(wall: () => number): Promise<RunningService> {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: database.dataDir });
  const elapsed = () => performance.now() + passed;
  return startService(
    { ...config, databaseUrl: database.databaseUrl },
    {
      clock: systemClock({ wall, elapsed }),
      mailer: { send: async (mail) => void mails.push(mail) },
      timers: false,
      random: () => 0,
    },
  );
}

test('steps of a clock neither repeat nor lose what people are told', async (t) => {
  const nodes = [await startOn(() => rightTime() + wrong.step)];
  t.after(() => Promise.all(nodes.map((node) => node.close())));
  if (engine === 'postgres') nodes.push(await startOn(rightTime));
  const at = (n: number, token?: string) =>
    createClient({ baseUrl: `${nth(nodes, n % nodes.length).address}/api/v1`, token });
  const signUp = async (name: string) => {
    const body = { email: `${name}@example.com`, password, name };
    return (await at(0).call(api.auth.signUp, { body })).token;
  };
  const [ada, bob, cyd] = [await signUp('ada'), await signUp('bob'), await signUp('cyd')];
  const { publicId: workspace } = await at(0, ada).call(api.workspaces.create, { body: { name: 'Clocks' } });
  const params = { workspacePublicId: workspace };
  await at(0, ada).call(api.boards.create, { params, body: { name: 'Board', lists: ['To do'], labels: [] } });
  const [board] = await at(0, ada).call(api.boards.list, { params });
  assert.ok(board);
  const listPublicId = nth(board.lists, 0).publicId;
  await database.sql('update users set email_verified_at = 1');
  for (const name of ['bob', 'cyd'])
    await database.sql(`insert into members
      (workspace_id, id, user_id, email, role_id, status, granted, revoked, created_at)
      select r.workspace_id, '${name.padEnd(16, '0')}', u.id, u.email, r.id, 'active', 0, 0, 1
      from roles r, users u where r.workspace_id = '${workspace}' and r.name = 'member' and u.email = '${name}@example.com'`);
  for (const token of [bob, cyd])
    await at(0, token).call(api.notifications.watchBoard, { params: { boardPublicId: board.publicId } });
  await at(0, bob).call(api.notificationSettings.update, {
    body: { digest: { hour: 6, days: [1, 2, 3, 4, 5, 6, 7] } },
  });
  await at(0, cyd).call(api.notificationSettings.update, {
    body: { kinds: { commented: { mail: 'at-once' } }, quietHours: { from: '04:00', to: '06:15' } },
  });

  const dated: string[] = [];
  for (const time of ['05:30', '06:05', '06:30', '07:00']) {
    const body = { title: 'Dated', listPublicId, dueDate: `2031-03-04T${time}:00.000Z`, reminders: [20, 5] };
    dated.push((await at(0, ada).call(api.cards.create, { body })).publicId);
  }

  /** A card with a comment, by some node. */
  const commented: string[] = [];
  const comment = async () => {
    const client = at(commented.length, ada);
    const { publicId: cardPublicId } = await client.call(api.cards.create, {
      body: { title: 'Plan', listPublicId },
    });
    await client.call(api.comments.create, { params: { cardPublicId }, body: { comment: 'Look' } });
    commented.push(cardPublicId);
  };

  const happens: [at: string, what: () => Promise<void> | void][] = [
    ['04:50', comment],
    ['05:10', () => void (wrong.step = hour)],
    ['05:10', comment],
    ['05:10', comment],
    ['05:20', () => void (wrong.step = 0)],
    ['05:20', comment],
    ['05:20', comment],
    ['05:40', comment],
    ['05:50', restart],
    ['06:10', () => void (wrong.step = -hour)],
    ['06:10', comment],
    ['06:20', comment],
    ['07:00', () => void (wrong.step = 0)],
    ['07:00', comment],
    ['07:00', comment],
  ];
  async function restart() {
    await nodes[0]?.close();
    nodes[0] = await startOn(() => rightTime() + wrong.step);
  }
  const end = begin + 29 * hour;
  while (rightTime() < end) {
    const time = new Date(rightTime()).toISOString().slice(11, 15);
    if (rightTime() < begin + 3 * hour)
      for (const [when, what] of happens) if (when.startsWith(time)) await what();
    for (const job of ['alarms', 'spread-notifications'])
      await Promise.all(nodes.map((node) => node.jobs.run(job)));
    await Promise.all(nodes.map((node) => sendMails(node, 0)));
    passed += 10 * minute;
  }

  const rows = await database.sql<{ email: string; kind: string; card: string; times: number }>(
    `select u.email as email, n.kind as kind, n.card_id as card, sum(n.times) as times
    from notifications n join users u on u.id = n.user_id group by u.email, n.kind, n.card_id`,
  );
  for (const email of ['bob@example.com', 'cyd@example.com']) {
    const timesOf = (kind: string, card: string) =>
      Number(rows.find((row) => row.email === email && row.kind === kind && row.card === card)?.times ?? 0);
    assert.deepEqual(
      dated.map((card) => [timesOf('due-soon', card), timesOf('overdue', card)]),
      dated.map(() => [2, 1]),
      `alarms of ${email}`,
    );
    const own = mails.filter(({ to }) => to === email);
    assert.deepEqual(
      commented.map((card) => own.filter(({ text }) => text.includes(`/c/${card}`)).length),
      commented.map(() => 1),
      `mails to ${email}`,
    );
  }
});
