import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { forgetLastId } from '../server/src/base/ids.ts';

/*
 * A process that starts the service spends more on loading it than most test files on their tests. So those of a folder
 * of `server` share a process: what it has loaded, and what the engine has compiled of it, serves all of them.
 */

/** Files that share a process; more would leave processors without work. */
const atMost = 8;

/** Looks at every statement that its process has declared, and those of other tests are none of the service. */
const alone = new Set(['server/src/base/db/plans.test.ts']);

/** What node:test is to run for these test files, one process each: the file, or a module in `folder` that runs several. */
export function entriesOf(files: readonly string[], folder: string): string[] {
  const together = Map.groupBy(files, (file) =>
    /^server\b/.test(file) && !alone.has(file) ? dirname(file) : file,
  );
  return [...together.values()].flatMap((group) =>
    slicesOf(group).map((slice, n) => {
      const [first = ''] = slice;
      if (slice.length === 1) return first;
      const entry = join(folder, `${dirname(first).replaceAll(/\W/g, '-')}-${n}.mjs`);
      const program = pathToFileURL(import.meta.filename).href;
      writeFileSync(
        entry,
        `import { runTogether } from '${program}';\nrunTogether(${JSON.stringify(slice)});\n`,
      );
      return entry;
    }),
  );
}

function slicesOf(group: readonly string[]): string[][] {
  const count = Math.ceil(group.length / atMost);
  const size = Math.ceil(group.length / count);
  return Array.from({ length: count }, (_, n) => group.slice(n * size, (n + 1) * size));
}

/**
 * Runs test files one after the other. Each is a test with those of the file in it: what it has set up is taken down before
 * the next one is loaded. (A suite would not do: all of them are loaded before the first one runs.)
 */
export function runTogether(files: readonly string[]): void {
  for (const file of files) {
    void test(file, async () => {
      after(() => mock.restoreAll());
      forgetLastId();
      await import(pathToFileURL(resolve(file)).href);
    });
  }
}
