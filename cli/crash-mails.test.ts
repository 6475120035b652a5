import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { secretsFrom } from '../server/src/base/access/secrets.ts';
import { readConfig } from '../server/src/base/config/config.ts';
import { replyAddress } from '../server/src/base/mail/inbound-address.ts';
import { testDatabase } from '../server/src/testing/database.ts';
import { until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { sendRaw } from '../server/src/testing/sent-mail.ts';
import { serveTaskboard } from '../server/src/testing/taskboard.ts';
import { freePort } from '../tools/postgres.ts';

/*
 * Kills the node that takes mails, while a mail server offers them again and again until it says that it has them, as mail servers do.
 * Each is one comment with one file. `npm run test:crash` kills 50 times; `npm test` a few times.
 */
const crashes = Number(process.env.CRASHES ?? 5);

/** Offered in each life of a node. */
const mailsEach = 3;

/** Who write them: within an hour, a node takes 60 mails of a person. */
const people = Math.ceil((crashes * mailsEach) / 50);

const port = await freePort();
const secretKey = 'a key that the test knows as well';
const inbound = { INBOUND_MAIL: `smtp://127.0.0.1:${port}/in.example.com` };
const database = await testDatabase({ migrated: true });
const settings = {
  DATA_DIR: database.dataDir,
  DATABASE_URL: database.databaseUrl,
  SECRET_KEY: secretKey,
  ...inbound,
};
let node = await serveTaskboard(settings);
const kill = async () => {
  node.process.kill('SIGKILL');
  await node.ended;
};
after(async () => {
  await kill();
  await database.remove();
});

const at = (token?: string) => createClient({ baseUrl: `${node.address}/api/v1`, token });

/** Makes people who may write comments in a workspace. */
async function joined(workspace: string): Promise<{ id: string; email: string }[]> {
  const made = Array.from({ length: people }, (_, n) => ({
    id: `sender${String(n).padStart(10, '0')}`,
    email: `sender${n}@example.com`,
  }));
  for (const { id, email } of made) {
    await database.sql(`insert into users (id, email, email_verified_at, name, created_at)
      values ('${id}', '${email}', 1, 'Sender', 1)`);
    await database.sql(`insert into members
      (workspace_id, id, user_id, email, role_id, status, granted, revoked, created_at)
      select workspace_id, '${id}', '${id}', '${email}', id, 'active', 0, 0, 1
      from roles where workspace_id = '${workspace}' and name = 'member'`);
  }
  return made;
}

const mail = (from: string, n: number) =>
  [
    `From: ${from}`,
    `Message-ID: <${n}@home.example.com>`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `Comment ${n}`,
    '--b',
    'Content-Type: text/plain',
    `Content-Disposition: attachment; filename="${n}.txt"`,
    '',
    `File ${n}`,
    '--b--',
    '',
  ].join('\r\n');

test(`${crashes} crashes of the node that takes mails lose none, and write none twice`, async (t) => {
  const { token } = await at().call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' },
  });
  const { publicId: workspacePublicId } = await at(token).call(api.workspaces.create, {
    body: { name: 'Crash' },
  });
  const params = { workspacePublicId };
  await at(token).call(api.boards.create, { params, body: { name: 'Board', lists: ['To do'], labels: [] } });
  const [{ lists } = { lists: [] }] = await at(token).call(api.boards.list, { params });
  const body = { title: 'Card', listPublicId: lists[0]?.publicId ?? '' };
  const { publicId: cardPublicId } = await at(token).call(api.cards.create, { body });
  const parts = { secrets: secretsFrom(secretKey), config: readConfig(inbound) };
  const senders = await joined(workspacePublicId);

  let taken = 0;
  let offered = 0;
  /** Offers a mail until it is taken, less and less often, since the node refuses more connections than it can serve. */
  const deliver = async (n: number) => {
    const sender = nth(senders, n % people);
    const to = replyAddress(parts, sender.id, cardPublicId) ?? '';
    for (let wait = 20; ; wait = Math.min(2 * wait, 1000)) {
      offered++;
      const reply = await sendRaw(port, { from: sender.email, to }, mail(sender.email, n)).catch(() => '');
      if (reply.startsWith('250')) break;
      assert.doesNotMatch(reply, /^5/);
      await pause(wait);
    }
    taken++;
  };
  let sent = 0;
  const under = new Set<Promise<void>>();
  for (let crash = 0; crash < crashes; crash++) {
    for (let more = 0; more < mailsEach; more++) {
      const delivery = deliver(sent++).finally(() => under.delete(delivery));
      under.add(delivery);
    }
    // Every other node lives until it has taken mails, and is killed while it takes the next ones.
    if (crash % 2 === 1) {
      const before = taken;
      await until(() => taken > before);
    }
    await pause((crash * 137) % 400);
    await kill();
    node = await serveTaskboard(settings);
  }
  await Promise.all(under);
  const comments = await database.sql<{ text: string }>('select comment as text from comments');
  const files = await database.sql<{ name: string }>('select filename as name from attachments');
  const numbers = Array.from({ length: sent }, (_, n) => n);
  assert.deepEqual(comments.map(({ text }) => text).sort(), numbers.map((n) => `Comment ${n}`).sort());
  assert.deepEqual(files.map(({ name }) => name).sort(), numbers.map((n) => `${n}.txt`).sort());
  assert.equal(taken, sent);
  t.diagnostic(`${sent} mails, offered ${offered} times, over ${crashes} crashes`);
});
