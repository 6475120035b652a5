import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Database } from '../server/src/db/database.ts';

/** A checkout of the service, with what makes its data; `dir` is where `cli/main.ts` is started from. */
export interface Version {
  dir: string;
  openDatabase: typeof import('../server/src/db/open.ts').openDatabase;
  indexAll: (db: Database) => Promise<void>;
}

/** The version in a folder, whose packages are installed. Its modules have nothing in common with ours. */
export async function versionIn(folder: string): Promise<Version> {
  const dir = resolve(folder);
  const { openDatabase } = (await import(join(dir, 'server/src/db/open.ts'))) as Version;
  const jobs = join(dir, 'server/src/search/jobs.ts');
  const before = join(dir, 'server/src/search/actions.ts');
  const { indexAll } = await import(existsSync(jobs) ? jobs : before);
  return {
    dir,
    openDatabase,
    // Before it was a job, it took the database alone.
    indexAll: (db) => indexAll(Object.assign(db, { db, maintain: db.write.bind(db) })),
  };
}

export const thisVersion = (): Promise<Version> => versionIn(join(import.meta.dirname, '..'));
