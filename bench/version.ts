import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Database } from '../server/src/base/db/database.ts';

/** A checkout of the service, with the functions that create its data; `dir` is where `cli/main.ts` is started. */
export interface Version {
  /** The folder's own name. */
  name: string;
  dir: string;
  openDatabase: typeof import('../server/src/base/db/open.ts').openDatabase;
  indexAll: (db: Database) => Promise<void>;
  /** Whether people can watch what happens. */
  canWatch: boolean;
}

/** The version in a folder with installed packages. Its modules are separate from ours. */
export async function versionIn(folder: string): Promise<Version> {
  const dir = resolve(folder);
  // The location in older versions.
  const load = (path: string, before: string) =>
    import(existsSync(join(dir, path)) ? join(dir, path) : join(dir, before));
  const { openDatabase }: Version = await load('server/src/base/db/open.ts', 'server/src/db/open.ts');
  const { indexAll } = await load('server/src/search/jobs.ts', 'server/src/search/actions.ts');
  return {
    name: basename(dir),
    dir,
    openDatabase,
    canWatch: existsSync(join(dir, 'server/src/base/changes/watching.ts')),
    // In older versions, it took only the database and was not a job.
    indexAll: (db) => indexAll(Object.assign(db, { db, maintain: db.write.bind(db) })),
  };
}

export const thisVersion = (): Promise<Version> => versionIn(join(import.meta.dirname, '..'));
