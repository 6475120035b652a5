import type { Operation } from '../../../../contract/operation.ts';
import { Admission, type Room } from './admission.ts';

/**
 * Classes of work with separate limits, so that none waits for another: work that waits for other services than our
 * database (`outside`) does not hold up work that does not.
 */
type WorkClass = 'read' | 'heavyRead' | 'write' | 'outside';

/**
 * An account has at most eight reads and eight writes in progress (32 writes on the embedded database). Writes may wait
 * for a board that is being moved, and `outside` work for minutes, so a few accounts must not be able to use up a limit.
 */
const rooms: Record<WorkClass, Room> = {
  read: { size: 128, mayWait: 1024, patience: 2_000 },
  heavyRead: { size: 16, mayWait: 128, patience: 4_000 },
  write: { size: 256, mayWait: 1024, patience: 4_000 },
  outside: { size: 256, mayWait: 256, patience: 4_000 },
};

/** Undefined if an operation is answered however busy the service is. */
export function workClassOf(operation: Operation): WorkClass | undefined {
  const { unlimited, streams, waits, work } = operation;
  if (unlimited || streams || waits || work === 'essential') return undefined;
  const isOutside = operation.work === 'outside' || operation.severalChanges || operation.consumes;
  if (isOutside) return 'outside';
  if (operation.method !== 'GET') return 'write';
  return operation.work === 'heavy' ? 'heavyRead' : 'read';
}

/** Runs the work of an operation once its class has room; throws `Busy` if that takes too long. */
export type Admit = <T>(operation: Operation, work: () => Promise<T>) => Promise<T>;

export function createAdmit(): Admit {
  const admissions = new Map(Object.entries(rooms).map(([name, room]) => [name, new Admission(room)]));
  return (operation, work) => {
    const admission = admissions.get(workClassOf(operation) ?? '');
    return admission ? admission.during(work) : work();
  };
}
