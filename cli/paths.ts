import { resolve } from 'node:path';

/** Resolves a typed path. npm runs commands in the package's folder, and passes the original one in INIT_CWD. */
export const pathOf = (typed: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), typed);

/** Prints the number of attachments without a file. */
export function reportMissing(missing: readonly string[]): void {
  if (missing.length > 0) console.log(`${missing.length} attachments have no file: see taskboard doctor`);
}
