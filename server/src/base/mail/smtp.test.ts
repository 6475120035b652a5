import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import Fastify from 'fastify';
import type { SMTPServerOptions } from 'smtp-server';
import { api } from '../../../../contract/api.ts';
import { startService } from '../../start.ts';
import { testDatabase } from '../../testing/database.ts';
import { mailServer } from '../../testing/mail-server.ts';
import { readConfig } from '../config/config.ts';
import { type Mail, NotYet } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { smtpMailer } from './smtp.ts';

const mailFrom = 'Taskboard <noreply@tasks.example.com>';
const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Grüße',
  text: 'Hello, Ada.\n',
  html: '<p>Hello, <b>Ada</b>.</p>',
};

async function mailerFor(url: string) {
  const mailer = await smtpMailer(url, { mailFrom });
  after(() => mailer.close?.());
  return mailer;
}

/** What a mail server refuses recipients with, as often as the test says. */
const refusing = (responseCode: number, times: number) => {
  const state = { asked: 0 };
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, done) =>
    done(++state.asked <= times ? Object.assign(new Error('not now'), { responseCode }) : null);
  return { state, onRcptTo };
};

test('a mail arrives, from the address that is set, to one person, marked as sent by a machine', async () => {
  const server = await mailServer();
  await (await mailerFor(server.url)).send(mail);
  const [taken] = server.mails;
  assert.deepEqual(taken?.to, ['ada@example.com']);
  assert.equal(taken.from, 'noreply@tasks.example.com');
  assert.match(taken.content, /^From: Taskboard <noreply@tasks\.example\.com>\r$/m);
  assert.match(taken.content, /^Auto-Submitted: auto-generated\r$/m);
  assert.match(taken.content, /^Subject: =\?UTF-8\?/m);
  assert.match(taken.content, /^Content-Type: multipart\/alternative/m);
  assert.match(taken.content, /Hello, Ada\./);
  assert.match(taken.content, /<p>Hello, <b>Ada<\/b>\.<\/p>/);
});

test('what is written into an address or a subject makes no second address and no other header', async () => {
  const server = await mailServer();
  const mailer = await mailerFor(server.url);
  await mailer.send({ ...mail, subject: 'x\r\nBcc: eve@example.com' });
  await mailer.send({ ...mail, to: 'ada@example.com, eve@example.com' }).catch(() => {});
  for (const { to, content } of server.mails) {
    assert.doesNotMatch(content, /^Bcc:/im);
    assert.ok(!to.includes('eve@example.com'), String(to));
  }
});

test('name and password come from the address; a wrong password is not tried again', async () => {
  const seen: string[] = [];
  const server = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username = '', password }, _session, done) {
      seen.push(`${username} ${password}`);
      done(null, password === 'p@ss' ? { user: username } : { message: 'no' });
    },
  });
  await (await mailerFor(`smtp://ada:p%40ss@127.0.0.1:${server.port}`)).send(mail);
  assert.deepEqual(seen, ['ada p@ss']);
  const wrong = await mailerFor(`smtp://ada:secret@127.0.0.1:${server.port}`);
  await assert.rejects(wrong.send(mail), (error: Error) => {
    assert.ok(!(error instanceof NotYet));
    assert.doesNotMatch(String(error), /secret/);
    return true;
  });
  assert.equal(server.mails.length, 1);
});

test('a server whose certificate nobody vouches for gets nothing', async () => {
  const server = await mailServer({ disabledCommands: [] });
  await assert.rejects((await mailerFor(server.url)).send(mail), /certificate/);
  assert.deepEqual(server.mails, []);
});

suite('the outbox', () => {
  const { log } = Fastify({ logger: { level: 'silent' } });

  test('sends again what the server does not take yet, once', async () => {
    const { state, onRcptTo } = refusing(451, 2);
    const server = await mailServer({ onRcptTo });
    const outbox = createOutbox(await mailerFor(server.url), log, { pauses: [0, 0] });
    outbox.send(mail);
    await outbox.idle();
    assert.deepEqual([state.asked, server.mails.length], [3, 1]);
  });

  test('stops after the last pause', async () => {
    const { state, onRcptTo } = refusing(451, 9);
    const server = await mailServer({ onRcptTo });
    const outbox = createOutbox(await mailerFor(server.url), log, { pauses: [0, 0] });
    outbox.send(mail);
    await outbox.idle();
    assert.deepEqual([state.asked, server.mails.length], [3, 0]);
  });

  test('does not send again what the server refuses for good', async () => {
    const { state, onRcptTo } = refusing(550, 9);
    const server = await mailServer({ onRcptTo });
    const outbox = createOutbox(await mailerFor(server.url), log, { pauses: [0, 0] });
    outbox.send(mail);
    await outbox.idle();
    assert.deepEqual([state.asked, server.mails.length], [1, 0]);
  });

  test('tries again where there is no server, and waits for none when it closes', async () => {
    const server = await mailServer();
    await server.close();
    const mailer = await mailerFor(server.url);
    await assert.rejects(mailer.send(mail), NotYet);
    const outbox = createOutbox(mailer, log, { pauses: [600_000] });
    outbox.send(mail);
    await outbox.close();
  });
});

test('the service mails by SMTP_URL what it mailed to the log before', async () => {
  const server = await mailServer();
  const database = await testDatabase();
  const settings = { PORT: '0', LOG_LEVEL: 'error', SMTP_URL: server.url, MAIL_FROM: mailFrom };
  const service = await startService({
    ...readConfig({ ...settings, DATA_DIR: database.dataDir }),
    databaseUrl: database.databaseUrl,
  });
  after(async () => {
    await service.close();
    await database.remove();
  });
  const { method, path } = api.auth.requestMagicLink;
  const reply = await fetch(`${service.address}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com' }),
  });
  assert.equal(reply.status, 200);
  await service.outbox.idle();
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['ada@example.com']],
  );
  assert.match(server.mails[0]?.content ?? '', new RegExp(`${service.publicUrl}/magic-link#tbm_`));
});
