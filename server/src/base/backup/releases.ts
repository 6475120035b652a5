/*
 * The last migration of each release. Whoever has to go back is told which version reads what there is; the list is
 * continued when a version is released.
 */

interface Release {
  version: string;
  lastMigration: string;
}

const releases: readonly Release[] = [{ version: '0.1.0', lastMigration: '0003-search' }];

/** The newest release that can read a database that has had these migrations; null where none can. */
export function readerOf(had: readonly string[]): string | null {
  const newest = [...had].sort().at(-1);
  return releases.findLast(({ lastMigration }) => lastMigration === newest)?.version ?? null;
}
