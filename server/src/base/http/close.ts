import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';
import type { Listeners } from './listeners.ts';

/** Stops accepting connections and answers the requests in progress; cuts off those that take longer than `seconds`. */
export async function closeWithin(
  { log }: FastifyInstance,
  { listeners, connections }: { listeners: Listeners; connections: Connections },
  seconds: number,
): Promise<void> {
  const deadline = setTimeout(() => {
    log.warn({ seconds }, 'requests were cut off: they did not end in time (SHUTDOWN_TIMEOUT)');
    connections.cutAll();
  }, seconds * 1000);
  try {
    await listeners.close();
  } finally {
    clearTimeout(deadline);
  }
}
