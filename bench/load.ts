import autocannon from 'autocannon';
import type { Made } from './data/generation.ts';
import type { Scenario } from './scenarios.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

/** How long a load goes on: for some seconds, or for a number of requests. */
type Extent = { duration: number } | { amount: number };

export interface Load {
  answered: number;
  /** Requests that failed or were refused. */
  failed: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Bytes of one reply with its head, as it was sent; 0 where replies were not measured. */
  bytes: number;
  /** Microseconds of processor time for one request: of the service, and of the database beside it. */
  cpu: { service: number; database: number };
}

/** Sends the requests of a scenario in turn, as many at a time as it has clients. */
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
  // Each client begins elsewhere: all at one card at once is not what people do.
  let next = 0;
  const setupClient = (client: autocannon.Client) => {
    const from = Math.floor((next++ / scenario.clients) * requests.length);
    client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
  };
  // Its types know one address only; of several, each connection takes the next.
  const url = server.addresses as unknown as string;
  const before = { service: server.cpu(), database: store.cpu() };
  const result = await autocannon({ url, connections: scenario.clients, requests, setupClient, ...extent });
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
