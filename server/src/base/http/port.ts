import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Throws what listening would throw. Runs before anything is created: a service that cannot listen should not leave a
 * database behind, let alone migrate one.
 */
export async function checkPort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
