import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { mannWhitney } from '../tools/mann-whitney.ts';
import { onEngines } from './engines.ts';
import { keepAside, startServer } from './server.ts';

/*
 * `npm run test:timing [-- --engine sqlite|postgres|both] [--tries 500]`
 *
 * Checks that nobody can find out whether an address has an account, neither from the reply nor from its time. Each entry
 * point is called with addresses that have an account and addresses that have none, in random order, and a rank test must not
 * tell the times apart. Run this on an idle machine; one run in a hundred fails by chance.
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    tries: { type: 'string', default: '500' },
  },
});
const tries = Number(options.tries);

/** A p-value below this is not considered chance. */
const threshold = 0.01;

const accounts = 20;
const addresses = (kind: string): string[] =>
  Array.from({ length: accounts }, (_, number) => `${kind}${10 + number}@example.com`);
const groups = { known: addresses('known'), unknown: addresses('ghost') };
type Group = keyof typeof groups;

const ways: Record<string, { path: string; body: (email: string) => object }> = {
  'sign in': { path: '/auth/sign-in', body: (email) => ({ email, password: 'a wrong password' }) },
  'ask for a magic link': { path: '/auth/magic-link', body: (email) => ({ email }) },
  'ask for a password reset': { path: '/auth/password-reset', body: (email) => ({ email }) },
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends one request on an open connection; returns the reply and the milliseconds it took. */
async function timed(url: string, body?: object): Promise<{ reply: string; took: number }> {
  const payload = body ? JSON.stringify(body) : '';
  const headers = body ? { 'content-type': 'application/json', 'content-length': payload.length } : {};
  const { promise, resolve, reject } = Promise.withResolvers<{ reply: string; took: number }>();
  const began = performance.now();
  const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
    text(response).then((all) => {
      resolve({ reply: `${response.statusCode} ${all}`, took: performance.now() - began });
    }, reject);
  });
  sent.on('error', reject).end(payload);
  return promise;
}

interface Times {
  /** Times of the request that names an address. */
  asked: Record<Group, number[]>;
  /** Times of the next request, which waits for work that the first one left behind. */
  after: Record<Group, number[]>;
}

async function measure(
  baseUrl: string,
  way: { path: string; body: (email: string) => object },
): Promise<Times> {
  const times: Times = { asked: { known: [], unknown: [] }, after: { known: [], unknown: [] } };
  const replies = new Set<string>();
  const warmUp = 50;
  for (let round = -warmUp; round < tries; round++) {
    const order: Group[] = randomInt(2) === 0 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const group of order) {
      const email = groups[group][randomInt(accounts)] ?? '';
      const { reply, took } = await timed(baseUrl + way.path, way.body(email));
      const after = await timed(`${baseUrl}/auth/providers`);
      replies.add(reply);
      if (round < 0) continue;
      times.asked[group].push(took);
      times.after[group].push(after.took);
    }
  }
  assert.equal(replies.size, 1, `${way.path} answers differently: ${[...replies].join(' | ')}`);
  return times;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

let told = false;

function report(what: string, { known, unknown }: Record<Group, number[]>): void {
  const p = mannWhitney(known, unknown);
  if (p <= threshold) told = true;
  const [a, b] = [median(known), median(unknown)].map((each) => each.toFixed(3));
  console.log(
    `${p > threshold ? 'ok  ' : 'TOLD'}  p ${p.toFixed(3)}  known ${a} ms, unknown ${b} ms  ${what}`,
  );
}

async function run(engine: string, environment: Record<string, string>): Promise<void> {
  console.log(`# ${engine}, ${tries} tries each`);
  // Emails are logged, because no mail server is configured.
  const settings = { ...environment, LOG_LEVEL: 'info', SIGN_IN_LIMIT: '1000000' };
  const open = await startServer(settings);
  const client = createClient({ baseUrl: `${open.address}/api/v1` });
  for (const email of groups.known) {
    const { token } = await client.call(api.auth.signUp, { body: { email, password: 'a good password' } });
    const own = createClient({ baseUrl: `${open.address}/api/v1`, token });
    await own.call(api.workspaces.create, { body: { name: 'Own' } });
  }
  await open.stop();
  // With open sign-up, anyone can be sent a link, so there is no difference to hide.
  const closed = await startServer({ ...settings, SIGN_UP: 'closed' });
  for (const [name, way] of Object.entries(ways)) {
    const times = await measure(`${closed.address}/api/v1`, way);
    report(name, times.asked);
    report(`${name}: the request after it`, times.after);
  }
  await closed.stop();
}

keepAside();
await onEngines(options.engine, run);
agent.destroy();
process.exitCode = told ? 1 : 0;
