/*
 * Ids are 16 characters of `0-9a-z`: the first 8 are the time in milliseconds (base 36), the rest is random. Clients may
 * make those of what they create, and so show it, and name it in what they send next, before the answer is there.
 */

/** How far from now the time of an id may be that a client made; milliseconds. */
export const idTimes = {
  /** Clocks differ. */
  ahead: 5 * 60_000,
  /**
   * What a client made while it was offline. No longer: rows are stored in the order of their ids, so that what is made
   * together is near each other, and an id is remembered for as long as it would be taken, so that nothing is made twice.
   */
  behind: 30 * 86_400_000,
};

/** After so many milliseconds the times of ids begin again: what eight characters hold, until May 2059. */
export const idCycle = 36 ** 8;

/** A new id, for the `publicId` of what is created; `now` is in milliseconds. Runs in browsers as well. */
export function makePublicId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint32Array(8));
  const tail = Array.from(random, (each) => (each % 36).toString(36)).join('');
  return (Math.floor(now) % idCycle).toString(36).padStart(8, '0') + tail;
}

/** When an id was made, of all times that it may mean the one nearest to `now`; milliseconds. */
export function timeOfId(publicId: string, now: number = Date.now()): number {
  const time = Number.parseInt(publicId.slice(0, 8), 36);
  return time + Math.round((now - time) / idCycle) * idCycle;
}
