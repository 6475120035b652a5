import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import { api } from '../../../contract/api.ts';
import { cert, key } from '../testing/certificate.ts';
import { makeBoard } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* Mails that arrive over an encrypted connection. */

const folder = mkdtempSync(join(tmpdir(), 'taskboard-mail-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'cert.pem'), cert);
writeFileSync(join(folder, 'key.pem'), key);
const service = await testService({
  INBOUND_MAIL: 'smtp://127.0.0.1:0/in.example.com',
  INBOUND_MAIL_TLS_CERT: join(folder, 'cert.pem'),
  INBOUND_MAIL_TLS_KEY: join(folder, 'key.pem'),
});
const port = service.mailPort ?? 0;

test('with a certificate of the operator, mail servers encrypt what they send', async () => {
  const ada = await service.signUp('ada');
  await service.sql(`update users set email_verified_at = 1`);
  const { board: boardPublicId } = await makeBoard(ada);
  const { address } = await ada.call(api.mailboxes.create, { params: { boardPublicId } });
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    requireTLS: true,
    tls: { ca: cert, servername: 'localhost' },
  });
  const mail = { from: ada.email, to: address ?? '', subject: 'Encrypted', text: 'Nobody reads along' };
  assert.match((await transport.sendMail(mail)).response, /^250/);
  transport.close();
  const { cards } = await ada.call(api.boards.cards, { params: { boardPublicId }, query: {} });
  assert.deepEqual(
    cards.map(({ title }) => title),
    ['Encrypted'],
  );
});

test('what somebody in between sends along before the encryption is no command after it', async () => {
  const plain = connectPlain(port, '127.0.0.1');
  const says = async (line?: string) => {
    if (line !== undefined) plain.write(line);
    const [chunk] = (await once(plain, 'data')) as [Buffer];
    return String(chunk);
  };
  assert.match(await says(), /^220/);
  assert.match(await says('EHLO home.example.com\r\n'), /STARTTLS/);
  assert.match(await says('STARTTLS\r\nEHLO injected.example.com\r\n'), /^220 [^\r]*\r\n$/);
  const encrypted = connect({ socket: plain, ca: cert, servername: 'localhost' });
  await once(encrypted, 'secureConnect');
  encrypted.write('MAIL FROM:<eve@example.com>\r\n');
  const [answer] = (await once(encrypted, 'data')) as [Buffer];
  assert.match(String(answer), /^503/);
  encrypted.destroy();
});
