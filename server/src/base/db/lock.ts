import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/*
 * Two services on one embedded database would each assume that they are its only writer. So a service holds an operating
 * system lock on a small file next to the database; the lock ends with the process, however that ends.
 */

/** The lock file in a data folder. */
export const lockFile = 'taskboard.lock';

/** Another process holds the folder. The message is the single line shown to the operator. */
export class Held extends Error {
  constructor(place: string) {
    super(`a service is already running on ${place}: stop it first`);
  }
}

export interface Lock {
  release(): void;
}

/** Takes the exclusive lock on a data folder. Throws `Held` if another process, or this one, already has it. */
export function hold(dataDir: string): Lock {
  const file = join(dataDir, lockFile);
  const handle = new Sqlite(file, { timeout: 0 });
  try {
    // The file stays empty: only the lock matters.
    handle.exec('begin exclusive');
    chmodSync(file, 0o600);
  } catch (error) {
    handle.close();
    throw (error as { code?: string }).code === 'SQLITE_BUSY' ? new Held(dataDir) : error;
  }
  return { release: () => void handle.close() };
}
