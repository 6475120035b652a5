import { join, resolve } from 'node:path';

/** A checkout of the service, with what makes its data; `dir` is where `cli/main.ts` is started from. */
export interface Version {
  dir: string;
  openDatabase: typeof import('../server/src/db/open.ts').openDatabase;
  indexAll: typeof import('../server/src/search/actions.ts').indexAll;
}

/** The version in a folder, whose packages are installed. Its modules have nothing in common with ours. */
export async function versionIn(folder: string): Promise<Version> {
  const dir = resolve(folder);
  const { openDatabase } = (await import(join(dir, 'server/src/db/open.ts'))) as Version;
  const { indexAll } = (await import(join(dir, 'server/src/search/actions.ts'))) as Version;
  return { dir, openDatabase, indexAll };
}

export const thisVersion = (): Promise<Version> => versionIn(join(import.meta.dirname, '..'));
