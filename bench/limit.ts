import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfig } from '../server/src/base/config/config.ts';
import type { Database } from '../server/src/base/db/database.ts';
import { openDatabase } from '../server/src/base/db/open.ts';
import { type EngineName, type Query, statements } from '../server/src/base/db/query.ts';
import { startService } from '../server/src/start.ts';
import { freePort } from '../tools/postgres.ts';
import type { Made } from './data/generation.ts';
import { load } from './load.ts';
import { cpuOf } from './processes.ts';
import type { Request, Scenario } from './scenarios.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

/*
 * The lower bound of a request's cost: its statements with their commit, run on their own, plus a route that only answers
 * with the same number of bytes.
 */

/** Limits of the recording before the replay: this many requests, or this many milliseconds. */
const recorded = { max: 2000, time: 5_000 };

/** A statement that ran, with its parameters. */
interface Ran {
  name: string;
  parameters: object;
}

/** Two stores that start and stay identical: the statements recorded on one are replayed on the other. */
export interface Twins {
  recorder: Store;
  replayer: Store;
}

export async function twinsOf(store: Store): Promise<Twins> {
  const [recorder, replayer] = [await store.copy(), await store.copy()];
  // Copies of a database lack its statistics.
  await recorder.settle();
  await replayer.settle();
  return { recorder, replayer };
}

/** Microseconds of processor time per request of a scenario. */
export async function limitOf(
  scenario: Scenario,
  made: Made,
  { recorder, replayer }: Twins,
): Promise<number> {
  const requests = scenario.requests(made);
  const { ran, bytes } = await record(requests, made, recorder);
  const isWrite = requests.some(({ method }) => method !== 'GET');
  return (await replayed(ran, isWrite, replayer)) + (await bareRoute(scenario, bytes));
}

/** Sends requests to a service in this process, and records the statements that each of them runs. */
async function record(
  requests: readonly Request[],
  { token }: Made,
  { dataDir, databaseUrl }: Store,
): Promise<{ ran: Ran[][]; bytes: number }> {
  const port = String(await freePort());
  const config = { ...readConfig({ PORT: port, LOG_LEVEL: 'silent', DATA_DIR: dataDir }), databaseUrl };
  const service = await startService(config, { timers: false });
  let ran: Ran[] = [];
  const stop = onStatement(databaseUrl ? 'postgres' : 'sqlite', (each) => ran.push(each));
  const all: Ran[][] = [];
  let bytes = 0;
  const until = performance.now() + recorded.time;
  for (let turn = 0; turn < recorded.max && performance.now() < until; turn++) {
    const { method, path, body } = requests[turn % requests.length] as Request;
    ran = [];
    const answer = await fetch(`${service.address}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    bytes += (await answer.arrayBuffer()).byteLength;
    all.push(ran);
  }
  stop();
  await service.close();
  return { ran: all, bytes: Math.round(bytes / all.length) };
}

/** Calls `listener` for each statement that binds its parameters; returns a function that removes it. */
function onStatement(engine: EngineName, listener: (ran: Ran) => void): () => void {
  const undo = [...statements].map(([name, statement]) => {
    const compiled = statement.for(engine);
    const bind = compiled.bind.bind(compiled);
    compiled.bind = (parameters) => {
      listener({ name, parameters });
      return bind(parameters);
    };
    return () => {
      compiled.bind = bind;
    };
  });
  return () => {
    for (const each of undo) each();
  };
}

async function replayed(requests: readonly Ran[][], isWrite: boolean, store: Store): Promise<number> {
  const db = await openDatabase(store);
  // The first third prepares the statements and warms up this process.
  const warm = Math.floor(requests.length / 3);
  for (const each of requests.slice(0, warm)) await replay(db, each, isWrite);
  const before = { own: process.cpuUsage(), database: store.cpu() };
  for (const each of requests.slice(warm)) await replay(db, each, isWrite);
  const own = process.cpuUsage(before.own);
  const database = (store.cpu() - before.database) * 1e6;
  await db.close();
  return (own.user + own.system + database) / (requests.length - warm);
}

async function replay(db: Database, ran: readonly Ran[], isWrite: boolean): Promise<void> {
  const queries = ran.map(({ name, parameters }) => [statementOf(name), parameters] as const);
  if (!isWrite) {
    for (const [query, parameters] of queries) await db.all(query, parameters);
    return;
  }
  // Sent together, so that the result includes no waiting.
  await db.write((tx) => Promise.all(queries.map(([query, parameters]) => tx.all(query, parameters))));
}

const statementOf = (name: string) => statements.get(name) as Query<object, unknown>;

/** Microseconds per request of a process that answers each with the given number of bytes. */
async function bareRoute(scenario: Scenario, bytes: number): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-route.ts'), `${port}`, `${bytes}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const address = `http://127.0.0.1:${port}`;
  const cpu = () => cpuOf(child.pid ?? 0).own;
  const server: Pick<Server, 'addresses' | 'cpu'> = { addresses: [address], cpu };
  const made = { token: 'none' } as Made;
  const bare = { ...scenario, requests: () => [{ method: 'GET', path: '/' } as const] };
  const sides = { server, store: { cpu: () => 0 } };
  await load(bare, made, sides, { amount: 500 });
  const { cpu: used } = await load(bare, made, sides, { amount: 4000 });
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return used.service;
}
