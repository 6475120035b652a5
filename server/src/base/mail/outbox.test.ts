import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Fastify from 'fastify';
import { api } from '../../../../contract/api.ts';
import { startService } from '../../start.ts';
import { testDatabase } from '../../testing/database.ts';
import { testService } from '../../testing/service.ts';
import { newToken } from '../access/tokens.ts';
import { readConfig } from '../config/config.ts';
import type { Mail } from './mail.ts';
import { createOutbox } from './outbox.ts';

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'A link',
  text: `https://x.test/?token=${newToken('mail')}`,
  html: '',
};

/** A log, and what was written to it. */
function watchedLog() {
  const lines: string[] = [];
  const { log } = Fastify({
    logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } },
  });
  return { log, lines };
}

test('a mail that cannot be sent is logged without the token in it', async () => {
  const { log, lines } = watchedLog();
  const send = (given: Mail) => Promise.reject(new Error(`550 rejected: ${given.text}`));
  const outbox = createOutbox({ send }, log);
  outbox.send(mail);
  await outbox.idle();
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /A link.*550 rejected: https:\/\/x\.test\/\?token=tbm_…/);
  assert.doesNotMatch(lines[0] ?? '', /tbm_\w/);
});

test('a mailer that throws at once fails no one', async () => {
  const { log, lines } = watchedLog();
  const outbox = createOutbox(
    {
      send() {
        throw new Error('no connection');
      },
    },
    log,
  );
  outbox.send(mail);
  await outbox.idle();
  assert.equal(lines.length, 1);
});

test('mails go out in the order in which they were given, and null is none', async () => {
  const { log, lines } = watchedLog();
  const sent: string[] = [];
  const outbox = createOutbox({ send: async ({ subject }) => void sent.push(subject) }, log);
  for (const subject of ['one', null, 'two', null, 'three']) {
    outbox.send(subject === null ? null : { ...mail, subject });
  }
  await outbox.idle();
  assert.deepEqual(sent, ['one', 'two', 'three']);
  assert.deepEqual(lines, []);
});

suite('the mail server is broken', async () => {
  const send = () => Promise.reject(new Error('no connection'));
  const service = await testService({ LOG_LEVEL: 'silent' }, { mailer: { send } });

  test('a request that mails succeeds all the same', async () => {
    const body = { email: 'ada@example.com' };
    assert.deepEqual(await service.caller().call(api.auth.requestMagicLink, { body }), { success: true });
  });
});

test('closing the service waits for the mails that are under way', async () => {
  const database = await testDatabase();
  const sent: string[] = [];
  const accepted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const service = await startService(
    {
      ...readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: database.dataDir }),
      databaseUrl: database.databaseUrl,
    },
    {
      mailer: {
        async send({ to }) {
          begun.resolve();
          await accepted.promise;
          sent.push(to);
        },
      },
    },
  );
  // The answer comes although the mail server does not.
  const response = await fetch(`${service.address}/api/v1/auth/magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com' }),
  });
  assert.deepEqual(await response.json(), { success: true });
  await begun.promise;
  const closed = service.close();
  accepted.resolve();
  await closed;
  assert.deepEqual(sent, ['ada@example.com']);
  await database.remove();
});
