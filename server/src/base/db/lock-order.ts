/**
 * The tables whose rows serialise changes, in the order in which every transaction locks them, which prevents deadlocks.
 * The most contended come last and are held for the shortest time: lists after their cards, and both before the
 * workspace, whose counter numbers all cards. Members come after the workspace under which they are changed, and an
 * import before everything that it writes.
 */
export const lockOrder = [
  'users',
  'imports',
  'exports',
  'boards',
  'cards',
  'lists',
  'labels',
  'workspaces',
  'members',
] as const;

/** A table whose rows serialise changes. */
export type LockedTable = (typeof lockOrder)[number];

/**
 * Tables locked only by the statements that write them. Versions come last of all: each change raises them just before
 * its commit.
 */
export type HeldTable = LockedTable | 'versions';

const turns: readonly HeldTable[] = [...lockOrder, 'versions'];

interface Row {
  table: HeldTable;
  id: string;
}

/** Checks that one transaction takes its locks in order; within a table, that is the order of the ids. */
export class LockOrder {
  #latest: Row | undefined;
  readonly #held = new Set<string>();

  /** Throws if rows are locked out of order. Rows that are already held may be taken again at any time. */
  take(table: HeldTable, ids: readonly string[]): void {
    for (const id of ids.toSorted()) {
      const key = `${table} ${id}`;
      if (this.#held.has(key)) continue;
      const latest = this.#latest;
      if (latest && !isInOrder(latest, { table, id })) {
        throw new Error(`lock order: ${key} after ${latest.table} ${latest.id}`);
      }
      this.#held.add(key);
      this.#latest = { table, id };
    }
  }
}

const isInOrder = (a: Row, b: Row): boolean =>
  a.table === b.table ? a.id < b.id : turns.indexOf(a.table) < turns.indexOf(b.table);
