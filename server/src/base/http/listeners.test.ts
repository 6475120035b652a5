import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { testService } from '../../testing/service.ts';
import { answerTo } from '../../testing/wire.ts';

const service = await testService();
const { port } = new URL(service.address);

/** Opens connections, and ends once all of them wait for the service to accept them. */
const opening = (count: number) => `
  const { connect } = require('node:net');
  let open = 0;
  for (let at = 0; at < ${count}; at++) {
    connect(${port}, '127.0.0.1').on('connect', () => ++open === ${count} && process.exit());
  }`;

test('several connections are accepted in a turn of the event loop', {
  skip: process.platform !== 'linux' && 'only Linux distributes connections',
}, async () => {
  const count = 160;
  let accepted = 0;
  service.http.server.on('connection', () => {
    accepted++;
  });
  execFileSync(process.execPath, ['-e', opening(count)]);
  let turns = 0;
  for (; accepted < count; turns++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(turns < count / 2, `${turns} turns`);
});

test('every connection is answered, wherever it was accepted', async () => {
  const answersTo = (bytes: string) =>
    Promise.all(Array.from({ length: 64 }, () => answerTo(service.address, bytes)));
  const live = 'GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  for (const answer of await answersTo(live)) assert.match(answer, /^HTTP\/1.1 200 /);
  for (const answer of await answersTo('nonsense\r\n\r\n')) assert.match(answer, /"message"/);
});
