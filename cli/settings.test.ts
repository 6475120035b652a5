import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runTaskboard } from '../server/src/testing/taskboard.ts';

const folder = mkdtempSync(join(tmpdir(), 'taskboard-settings-'));
after(() => rmSync(folder, { recursive: true }));

/** A port that another server listens on. */
async function takenPort(): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  after(() => other.close());
  return String((other.address() as AddressInfo).port);
}

/** A folder with a database file that is not a database. */
function brokenDatabase(): string {
  const broken = join(folder, 'broken');
  mkdirSync(broken, { mode: 0o700 });
  writeFileSync(join(broken, 'taskboard.db'), 'no database '.repeat(1000));
  return broken;
}

const port = await takenPort();
const file = join(folder, 'a-file');
writeFileSync(file, '');

/** Settings that prevent a start, and the expected messages. */
type Impossible = [Record<string, string>, RegExp];
const impossible: Impossible[] = [
  [{ PORT: 'http' }, /^PORT=http is not allowed: it must be a whole number from 0 to 65535$/],
  [{ PORT: '65536' }, /^PORT=65536 is not allowed/],
  [{ PORT: port }, new RegExp(`^PORT=${port} is in use`)],
  [{ HOST: '192.0.2.1' }, /^HOST=192\.0\.2\.1 is not allowed: it must be an address of this machine$/],
  [
    { PUBLIC_URL: 'tasks.example.com' },
    /^PUBLIC_URL=tasks\.example\.com is not allowed: it must be an address that begins with http/,
  ],
  [
    { PUBLIC_URL: 'https://tasks.example.com/?a=b' },
    /^PUBLIC_URL=.* is not allowed: .* without a user or a query/,
  ],
  [
    { PUBLIC_URL: 'https://tasks.example.com/#top' },
    /^PUBLIC_URL=.* is not allowed: .* without spaces or a fragment/,
  ],
  [{ PUBLIC_URL: 'https:tasks.example.com' }, /^PUBLIC_URL=https:tasks\.example\.com is not allowed/],
  [
    { PUBLIC_URL: 'https://ada:hidden@tasks.example.com' },
    /^PUBLIC_URL is not allowed: .* without a user or a query/,
  ],
  [
    { PUBLIC_URL: '"https://tasks.example.com"' },
    /^PUBLIC_URL is not allowed: it must be written without the quotes around it/,
  ],
  [{ MAIL_FROM: 'a@x.test\nbcc: b@x.test' }, /^MAIL_FROM is not allowed: it contains a line break/],
  [{ HOST: '127.0.0.1:3000' }, /^HOST=127\.0\.0\.1:3000 is not allowed: .* without a port$/],
  [{ HOST: 'http://localhost' }, /^HOST=http:\/\/localhost is not allowed/],
  [{ HOST: '0' }, /^HOST=0 is not allowed/],
  [{ DATA_DIR: '~/taskboard' }, /^DATA_DIR=~\/taskboard is not allowed: ~ and \$ are not expanded here/],
  [{ DATA_DIR: '$HOME/taskboard' }, /^DATA_DIR=\$HOME\/taskboard is not allowed/],
  [{ DATA_DIR: file }, /^DATA_DIR cannot be used \(.*a-file\)/],
  [{ DATA_DIR: join(file, 'below') }, /^DATA_DIR cannot be used/],
  ...(existsSync('/proc')
    ? [[{ DATA_DIR: '/proc/none' }, /^DATA_DIR cannot be used \(\/proc\/none\)/] as Impossible]
    : []),
  [{ DATA_DIR: brokenDatabase() }, /^DATA_DIR cannot be used: file is not a database$/],
  [
    { DATABASE_URL: 'mysql://127.0.0.1/x' },
    /^DATABASE_URL is not allowed: it must be an address that begins with postgres/,
  ],
  [{ DATABASE_URL: 'postgres://ada:hidden@127.0.0.1:1/x' }, /^DATABASE_URL: .* ECONNREFUSED 127\.0\.0\.1:1$/],
  [{ SECRET_KEY: 'hidden' }, /^SECRET_KEY is not allowed: it must have at least 32 characters$/],
  [
    { SECRET_KEY_PREVIOUS: 'hidden' },
    /^SECRET_KEY_PREVIOUS is not allowed: it must have at least 32 characters$/,
  ],
  [
    { SECRET_KEY: 'hidden'.repeat(6), SECRET_KEY_PREVIOUS: 'hidden'.repeat(6) },
    /^SECRET_KEY_PREVIOUS is not allowed: it must be the key used before SECRET_KEY, but the two are the same$/,
  ],
  [
    { BACKUP_SCHEDULE: '25:00' },
    /^BACKUP_SCHEDULE=25:00 is not allowed: it must be a time of day such as 03:00/,
  ],
  [{ BACKUP_SCHEDULE: '0h' }, /^BACKUP_SCHEDULE=0h is not allowed/],
  [{ BACKUP_KEEP: '0' }, /^BACKUP_KEEP=0 is not allowed: it must be how many are kept, such as 7/],
  [{ BACKUP_KEEP: '7y' }, /^BACKUP_KEEP=7y is not allowed/],
  [
    { BACKUP_TO: 'backups' },
    /^BACKUP_TO=backups is not allowed: it must be the whole path of a folder, from \/, or store$/,
  ],
  [{ BACKUP_TO: 'store' }, /^S3_BUCKET is missing: BACKUP_TO=store is set/],
  [{ SIGN_UP: 'maybe' }, /^SIGN_UP=maybe is not allowed: it must be one of open, invited, closed$/],
  [{ SIGN_IN_LIMIT: '0' }, /^SIGN_IN_LIMIT=0 is not allowed/],
  [{ SESSIONS_PER_ACCOUNT: '0' }, /^SESSIONS_PER_ACCOUNT=0 is not allowed/],
  [{ SESSIONS_PER_ACCOUNT: '101' }, /^SESSIONS_PER_ACCOUNT=101 is not allowed/],
  [{ RATE_LIMIT: '-1' }, /^RATE_LIMIT=-1 is not allowed/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL=loud is not allowed: it must be one of fatal, error/],
  [
    { TRUST_PROXY: 'true' },
    /^TRUST_PROXY=true is not allowed: it must be a comma-separated list of addresses/,
  ],
  [{ TRUST_PROXY: '1' }, /^TRUST_PROXY=1 is not allowed: it must be a comma-separated list of addresses/],
  [{ TRUST_PROXY: '10.0.0.0/8, 10.1/16' }, /^TRUST_PROXY=10\.1\/16 is not allowed/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY=10\.0\.0\.0\/33 is not allowed/],
  [{ CORS_ORIGINS: 'https://*.a.test' }, /^CORS_ORIGINS=https:\/\/\*\.a\.test is not allowed/],
  [{ CORS_ORIGINS: 'https://a.test, https://b.test/' }, /^CORS_ORIGINS=https:\/\/b\.test\/ is not allowed/],
  [{ SMTP_URL: 'https://ada:hidden@mail.test' }, /^SMTP_URL is not allowed: .* smtp:/],
  [{ SMTP_URL: 'smtp://' }, /^SMTP_URL=smtp:\/\/ is not allowed: .* and has a host$/],
  [{ SMTP_URL: 'mail.test:587' }, /^SMTP_URL=mail\.test:587 is not allowed/],
  [{ INBOUND_MAIL: 'in.example.com' }, /^INBOUND_MAIL=in\.example\.com is not allowed: it must be smtp:/],
  [{ INBOUND_MAIL: 'smtp://0.0.0.0:99999/in.test' }, /^INBOUND_MAIL=.* is not allowed/],
  [{ INBOUND_MAIL: 'smtp://0.0.0.0:25/a..b' }, /^INBOUND_MAIL=.* is not allowed/],
  [{ INBOUND_MAIL_TLS_CERT: '/cert.pem' }, /^INBOUND_MAIL_TLS_CERT and .* not allowed without each other$/],
  [
    { SECURITY_CONTACT: 'security@example.com, http://example.com' },
    /^SECURITY_CONTACT=http:\/\/example\.com is not allowed: .* https:\/\/, mailto: or tel:$/,
  ],
  [{ METRICS_TOKEN: 'hidden words' }, /^METRICS_TOKEN is not allowed: .* without spaces$/],
  [
    { MAIL_FROM: 'Taskboard' },
    /^MAIL_FROM=Taskboard is not allowed: it must be an address, or Name <address>$/,
  ],
  [{ MAIL_FROM: 'Us <a@x.test>, b@x.test' }, /^MAIL_FROM=Us .* is not allowed/],
  [{ SHUTDOWN_TIMEOUT: '0.5' }, /^SHUTDOWN_TIMEOUT=0\.5 is not allowed/],
  [{ MAX_UPLOAD_SIZE: '50MB' }, /^MAX_UPLOAD_SIZE=50MB is not allowed/],
  [{ WEBHOOK_ALLOWED_HOSTS: 'http://x' }, /^WEBHOOK_ALLOWED_HOSTS=http:\/\/x is not allowed/],
  [{ CODEHOST_API_URL: 'x' }, /^CODEHOST_API_URL=x is not allowed/],
  [
    { BOARDTOOL_API_URL: 'https://x.test?key=a' },
    /^BOARDTOOL_API_URL=.* is not allowed: .* without a user or a query/,
  ],
  [{ SIGNUP: 'closed' }, /^SIGNUP is not a setting: did you mean SIGN_UP\?$/],
];

for (const [settings, line] of impossible) {
  const [[name, value]] = Object.entries(settings) as [[string, string]];
  test(`${name}=${value.replaceAll(folder, '…').replace(port, 'one in use')} stops the start with one line`, async () => {
    const { status, output, errors } = await runTaskboard(['serve'], {
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ...settings,
    });
    assert.equal(errors.length, 1, errors.join('\n'));
    assert.match(errors[0] ?? '', line);
    assert.doesNotMatch(errors[0] ?? '', /hidden/);
    assert.deepEqual([status, output], [1, []]);
  });
}

test('what is said to be the default may be written down', async () => {
  const { status, errors } = await runTaskboard(['doctor'], {
    DATA_DIR: join(folder, 'fresh'),
    RATE_LIMIT: 'off',
    TRUST_PROXY: 'off',
    CORS_ORIGINS: 'none',
  });
  assert.deepEqual([errors, status], [[], 0]);
});
