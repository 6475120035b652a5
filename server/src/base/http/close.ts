import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';

/** Takes no more connections and answers what is under way; what takes longer than `seconds` is cut off. */
export async function closeWithin(
  http: FastifyInstance,
  connections: Connections,
  seconds: number,
): Promise<void> {
  const deadline = setTimeout(() => {
    http.log.warn({ seconds }, 'requests were cut off: they did not end in time (SHUTDOWN_TIMEOUT)');
    connections.cutAll();
  }, seconds * 1000);
  try {
    await http.close();
  } finally {
    clearTimeout(deadline);
  }
}
