import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/*
 * Two services on one embedded database would each believe that they alone know what happens in it. A service holds a
 * lock of the operating system on a small file beside the database, which ends with the process, however that ends.
 */

/** What is locked in a data folder. */
export const lockFile = 'taskboard.lock';

/** Somebody else holds the folder; the message is the one line that the operator reads. */
export class Held extends Error {
  constructor(place: string) {
    super(`a service is already running on ${place}: stop it first`);
  }
}

export interface Lock {
  release(): void;
}

/** Holds a data folder, alone. Throws `Held` where another process has it, or this one has it already. */
export function hold(dataDir: string): Lock {
  const file = join(dataDir, lockFile);
  const handle = new Sqlite(file, { timeout: 0 });
  try {
    // Nothing is ever written into it: the lock alone counts.
    handle.exec('begin exclusive');
    chmodSync(file, 0o600);
  } catch (error) {
    handle.close();
    throw (error as { code?: string }).code === 'SQLITE_BUSY' ? new Held(dataDir) : error;
  }
  return { release: () => void handle.close() };
}
