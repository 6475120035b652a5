import type { Database, Writing } from '../base/db/database.ts';

/** Wraps each transaction of a service in `around` while `work` runs. */
export async function withWrites<T>(
  { db }: { db: Database },
  around: (write: Database['write']) => Database['write'],
  work: () => Promise<T>,
): Promise<T> {
  const write = db.write.bind(db);
  db.write = around(write);
  try {
    return await work();
  } finally {
    db.write = write;
  }
}

/** A transaction that calls `ran` for each statement that writes. */
export function tellingOf(tx: Writing, ran: (name: string, parameters: object) => void): Writing {
  return {
    all: (...read) => tx.all(...read),
    first: (...read) => tx.first(...read),
    lock: (...rows) => tx.lock(...rows),
    locksNext: (...row) => tx.locksNext(...row),
    lockAndRead: (...rows) => tx.lockAndRead(...rows),
    run: (command, parameters) => {
      ran(command.name, parameters);
      return tx.run(command, parameters);
    },
  } as Writing;
}
