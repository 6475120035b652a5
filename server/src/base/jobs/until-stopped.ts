import type { Service } from '../service.ts';

type Dependencies = Pick<Service, 'maintain' | 'stopping'>;

/**
 * Runs work that proceeds in slices until it ends or the service stops. Stopping does not wait for all of it; the rest is
 * left to the next round.
 */
export async function untilStopped<S extends Dependencies>(
  service: S,
  work: (service: S) => Promise<void>,
): Promise<void> {
  const { maintain, stopping } = service;
  const slice: S['maintain'] = async (write) => {
    stopping.throwIfAborted();
    return maintain(write);
  };
  try {
    await work({ ...service, maintain: slice });
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}
