/*
 * Ids are 16 characters of `0-9a-z`: the first 8 are the time in milliseconds (base 36), the rest is random. Clients can
 * create the ids of new objects, so they can display and reference an object before the reply arrives.
 */

/** How far the timestamp of a client-created id may be from the current time; milliseconds. */
export const idTimes = {
  /** Allows for clock differences. */
  ahead: 5 * 60_000,
  /**
   * Allows for objects created offline. It is limited for two reasons: rows are stored in the order of their ids, which keeps
   * recent rows together, and ids must be remembered for as long as they are accepted, so that nothing is created twice.
   */
  behind: 30 * 86_400_000,
};

/** Milliseconds after which the timestamps of ids wrap around: the range of eight characters, until May 2059. */
export const idCycle = 36 ** 8;

/** A new id, for the `publicId` of a new object; `now` is in milliseconds. Also runs in browsers. */
export function makePublicId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint32Array(8));
  const tail = Array.from(random, (each) => (each % 36).toString(36)).join('');
  return (Math.floor(now) % idCycle).toString(36).padStart(8, '0') + tail;
}

/** When an id was created; as timestamps wrap around, the candidate nearest to `now`. Milliseconds. */
export function timeOfId(publicId: string, now: number = Date.now()): number {
  const time = Number.parseInt(publicId.slice(0, 8), 36);
  return time + Math.round((now - time) / idCycle) * idCycle;
}
