import type { FastifyInstance } from 'fastify';

/** Takes no more connections and answers what is under way; what takes longer than `seconds` is cut off. */
export async function closeWithin(http: FastifyInstance, seconds: number): Promise<void> {
  const deadline = setTimeout(() => {
    http.log.warn({ seconds }, 'requests were cut off: they did not end in time (SHUTDOWN_TIMEOUT)');
    http.server.closeAllConnections();
  }, seconds * 1000);
  try {
    await http.close();
  } finally {
    clearTimeout(deadline);
  }
}
