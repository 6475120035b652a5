import { Admission } from '../http/admission.ts';

/** Returns a function that runs work, at most `limit` at a time; the rest waits in order, for as long as it takes. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const room = new Admission({ size: limit, mayWait: Number.POSITIVE_INFINITY });
  return (work) => room.during(work);
}
