/*
 * Each release with its last migration, to tell operators who go back which version can read their database. Add an entry
 * with each release.
 */

interface Release {
  version: string;
  /** The commit that was released: a clone may lack the tag. */
  commit: string;
  lastMigration: string;
}

/** The oldest first. */
export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    commit: '679c214b4c82d0a2910457eea28db39ace366dae',
    lastMigration: '0003-search',
  },
  {
    version: '0.2.0',
    commit: 'a648644ed26dfb86bcb45df81654e820caa6f9b4',
    lastMigration: '0030-archived-lists',
  },
];

/** The newest release that can read a database with these migrations; null if none can. */
export function readerOf(had: readonly string[]): string | null {
  const newest = [...had].sort().at(-1);
  return releases.findLast(({ lastMigration }) => lastMigration === newest)?.version ?? null;
}
