import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Made } from './data/generation.ts';
import type { Scenario } from './scenarios.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

/** How long a load lasts: a number of seconds, or a number of requests. */
type Extent = { duration: number } | { amount: number };

export interface Load {
  answered: number;
  /** Requests that failed or were refused. */
  failed: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Bytes of one reply including its headers, as sent; 0 if replies were not measured. */
  bytes: number;
  /** Microseconds of processor time per request, of the service and of a separate database. */
  cpu: { service: number; database: number };
}

/** Sends the requests of a scenario in turn, with as many connections as it has clients. */
export async function load(
  scenario: Scenario,
  made: Made,
  { server, store }: { server: Pick<Server, 'addresses' | 'cpu'>; store: Pick<Store, 'cpu'> },
  extent: Extent,
): Promise<Load> {
  const authorization = `Bearer ${made.token}`;
  const requests = scenario.requests(made).map(({ method, path, body }) => ({
    method,
    path: `/api/v1${path}`,
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }));
  // Each client starts at another request: real users do not all work on one card at once.
  let next = 0;
  const setupClient = (client: autocannon.Client) => {
    const from = Math.floor((next++ / scenario.clients) * requests.length);
    client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
  };
  // The types allow only one address; with several, each connection takes the next.
  const url = server.addresses as unknown as string;
  const before = { service: server.cpu(), database: store.cpu() };
  const result = await autocannon({ url, connections: scenario.clients, requests, setupClient, ...extent });
  if (scenario.settles) await settled(() => server.cpu() + store.cpu());
  const answered = result['2xx'];
  const micros = (seconds: number) => Math.round((seconds / answered) * 1e6);
  return {
    answered,
    failed: result.non2xx + result.errors,
    perSecond: Math.round(answered / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: Math.round(result.throughput.total / answered),
    cpu: {
      service: micros(server.cpu() - before.service),
      database: micros(store.cpu() - before.database),
    },
  };
}

/** Waits until little processor time is used for as long as the longest pause between the rounds of a job; a few seconds at most. */
async function settled(cpu: () => number): Promise<void> {
  const [pauses, most, step, little] = [6, 30, 200, 0.1];
  const seen = [cpu()];
  do {
    await pause(step);
    seen.push(cpu());
  } while (
    seen.length <= pauses ||
    (seen.length <= most && (seen.at(-1) ?? 0) - (seen.at(-1 - pauses) ?? 0) > little)
  );
}
