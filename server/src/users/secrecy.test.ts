import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { newToken } from '../base/access/tokens.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';

/** Runs the service as an operator does, at the most verbose log level; `work` is passed its address. Returns the output. */
async function outputOf(work: (baseUrl: string, sql: TestDatabase['sql']) => Promise<void>): Promise<string> {
  const database = await testDatabase();
  const child = spawn(process.execPath, ['cli/main.ts', 'serve'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'trace',
      DATA_DIR: database.dataDir,
      ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
    },
  });
  let output = '';
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /Taskboard listens on ([^\s"]+)/.exec(output)?.[1];
      if (address) listening.resolve(`${address}/api/v1`);
    });
  }
  const ended = once(child, 'close');
  void ended.then(() => listening.reject(new Error(`the service did not start: ${output}`)));
  try {
    await work(await listening.promise, database.sql);
  } finally {
    child.kill('SIGTERM');
    await ended;
    await database.remove();
  }
  return output;
}

test('no password, token, key or hash is in the log, at any level and also when things go wrong', async () => {
  const [password, wrong, newPassword] = ['secret one', 'secret two', 'secret three'];
  const [mailToken, inviteToken] = [newToken('mail'), newToken('invite')];
  const secrets = [password, wrong, newPassword, mailToken, inviteToken, '$argon2id$'];
  const output = await outputOf(async (baseUrl, sql) => {
    const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
      const response = await fetch(baseUrl + path, {
        method,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? (typeof body === 'string' ? body : JSON.stringify(body)) : null,
      });
      return { status: response.status, body: (await response.json()) as { token: string; key: string } };
    };
    const email = 'ada@example.com';
    const signedUp = await send('POST', '/auth/sign-up', {}, { email, password });
    const signedIn = await send('POST', '/auth/sign-in', {}, { email, password });
    const bearer = { authorization: `Bearer ${signedUp.body.token}` };
    const made = await send('POST', '/users/me/api-keys', bearer, { name: 'key' });
    secrets.push(signedUp.body.token, signedIn.body.token, made.body.key);
    await send('POST', '/auth/sign-in', {}, { email, password: wrong });
    await send('POST', '/auth/sign-in', {}, { email, password: [wrong] });
    await send('POST', '/auth/sign-in', {}, `{"email":"${email}","password":"${wrong}"`);
    await send('POST', '/users/me/password', bearer, { currentPassword: wrong, newPassword });
    await send('POST', '/users/me/password', bearer, { currentPassword: password, newPassword });
    await send('POST', '/auth/magic-link/verify', {}, { token: mailToken });
    await send('GET', `/magic-link?token=${mailToken}`, {});
    await send('GET', `/invites/${inviteToken}`, {});
    assert.equal((await send('GET', '/users/me', { 'x-api-key': made.body.key })).status, 200);
    await sql('alter table sessions rename to sessions_elsewhere');
    assert.equal((await send('GET', '/users/me', bearer)).status, 500);
    assert.equal((await send('POST', '/auth/sign-in', {}, { email, password: newPassword })).status, 500);
  });
  assert.match(output, /"msg":"answered"/);
  assert.match(output, /"msg":"request failed"/);
  for (const secret of secrets) assert.ok(!output.includes(secret), `the log holds ${secret}`);
});
