import assert from 'node:assert/strict';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import init, { type StmtPtr } from '@sqlite.org/sqlite-wasm';
import type { Compiled } from '../../base/db/query.ts';

/*
 * Measures a statement on SQLite in steps of its virtual machine: some ten to fifty per row read. The service's driver
 * does not expose the counter, so this runs the same SQLite version built for WebAssembly.
 */

export interface Reads {
  /** Runs a statement and rolls it back; returns the number of steps. */
  run(statement: Compiled, values: readonly unknown[]): Promise<number>;
  analyze(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a copy of a database file in memory; `version` is the SQLite version of the service. */
export async function sqliteReads(file: string, version: string): Promise<Reads> {
  const { capi, config, oo1, wasm } = await init();
  // Otherwise it prints each refusal.
  config.warn = () => {};
  assert.equal(capi.sqlite3_libversion(), version, 'another version may plan in another way');
  const db = new oo1.DB(':memory:');
  const { size } = statSync(file);
  const start = wasm.alloc(size);
  readInto(
    file,
    (at, length) => wasm.heap8u().subarray(Number(start) + at, Number(start) + at + length),
    size,
  );
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  db.checkRc(capi.sqlite3_deserialize(db, 'main', start, size, size, flags));
  // Cascades of foreign keys are not counted.
  db.exec('pragma foreign_keys = off; pragma cache_size = -32000');
  const stepsOf = (statement: StmtPtr | undefined) =>
    statement ? capi.sqlite3_stmt_status(statement, capi.SQLITE_STMTSTATUS_VM_STEP, 0) : 0;
  return {
    async run({ sql }, values) {
      db.exec('begin');
      const statement = db.prepare(sql);
      let steps = 0;
      try {
        if (values.length > 0) statement.bind(values as (string | number | null)[]);
        while (statement.step());
        const anew = capi.sqlite3_stmt_status(statement.pointer ?? 0, capi.SQLITE_STMTSTATUS_REPREPARE, 0);
        assert.equal(anew, 0, 'it is planned anew for what is bound');
      } catch (error) {
        // A constraint violation has still performed its look-ups.
        if (!/constraint failed/i.test(String(error))) throw error;
      } finally {
        steps = stepsOf(statement.pointer);
        statement.finalize();
        db.exec('rollback');
      }
      return steps;
    },
    async analyze() {
      db.exec('analyze');
    },
    async close() {
      db.close();
    },
  };
}

const chunk = 1 << 24;

function readInto(file: string, place: (at: number, length: number) => Uint8Array, size: number): void {
  const handle = openSync(file, 'r');
  for (let at = 0; at < size; at += chunk) {
    const length = Math.min(chunk, size - at);
    readSync(handle, place(at, length), 0, length, at);
  }
  closeSync(handle);
}
