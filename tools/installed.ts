import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of some programs that is installed. */
export const installed = (...programs: readonly string[]): string | undefined =>
  programs
    .flatMap((program) =>
      [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, program)),
    )
    .find((path) => existsSync(path));
