import { resolve } from 'node:path';

/** A path that was typed. npm runs commands in the folder of the package, and tells where it was called. */
export const pathOf = (typed: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), typed);

/** Says how many attachments were found without a file. */
export function tellMissing(missing: readonly string[]): void {
  if (missing.length > 0) console.log(`${missing.length} attachments have no file: see taskboard doctor`);
}
