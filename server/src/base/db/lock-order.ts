/**
 * The tables whose rows serialise changes, in the order in which every transaction takes them: so no two wait each for
 * the other. What more changes contend for comes later and is held for less long: lists after their cards, and after
 * both the workspace, whose counter numbers all cards. Members come after the workspace that they are changed under, and an
 * import before all that it writes.
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

/** What only statements hold that write it. Versions come last of all: each change raises them just before its commit. */
export type HeldTable = LockedTable | 'versions';

const turns: readonly HeldTable[] = [...lockOrder, 'versions'];

interface Row {
  table: HeldTable;
  id: string;
}

/** Sees to it that one transaction takes its locks in order; of the rows of a table, that is the order of their ids. */
export class LockOrder {
  #latest: Row | undefined;
  readonly #held = new Set<string>();

  /** Throws where rows come after others that they should come before. What is held already comes in any order. */
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
