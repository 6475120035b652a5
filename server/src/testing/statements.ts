import type { Reading, Writing } from '../base/db/database.ts';
import type { TestService } from './service.ts';
import { withWrites } from './writes.ts';

/** The number of statements that `work` runs. */
export async function statementsOf(service: TestService, work: () => Promise<unknown>): Promise<number> {
  const before = service.db.statements;
  await work();
  return service.db.statements - before;
}

/** The names of the statements that `work` runs and of its locks, in order, and the number of statements that the engine ran. */
export async function namedStatementsOf(
  service: Pick<TestService, 'db'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const names: string[] = [];
  const { db } = service;
  const before = db.statements;
  const reads: Reading = { all: db.all.bind(db), first: db.first.bind(db) };
  Object.assign(db, tellingReads(reads, names));
  try {
    await withWrites(service, (write) => (change) => write((tx) => change(telling(tx, names))), work);
  } finally {
    Object.assign(db, reads);
  }
  return [...names, String(db.statements - before)];
}

const tellingReads = (from: Reading, names: string[]): Reading => ({
  all: (query, parameters) => {
    names.push(query.name);
    return from.all(query, parameters);
  },
  first: (query, parameters) => {
    names.push(query.name);
    return from.first(query, parameters);
  },
});

const telling = (tx: Writing, names: string[]): Writing => ({
  ...tellingReads(tx, names),
  run: (command, parameters) => {
    names.push(command.name);
    return tx.run(command, parameters);
  },
  lock: (table, ...rows) => {
    names.push(`lock ${table}`);
    return tx.lock(table, ...rows);
  },
  locksNext: (...row) => tx.locksNext(...row),
  lockAndRead: (table, ...rows) => {
    names.push(`lock ${table}`);
    return tx.lockAndRead(table, ...rows);
  },
});
