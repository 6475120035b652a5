import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { forgetLastId } from '../server/src/base/ids.ts';

/*
 * Loading the service takes a process longer than most test files take to run. Test files in the same folder of `server`
 * therefore share a process, and with it the loaded and compiled code.
 */

/** Maximum number of files that share a process; more would leave processors idle. */
const atMost = 8;

/** Checks all statements declared in its process, which must not include those of other tests. */
const alone = new Set(['server/src/base/db/plans.test.ts']);

/** The entries that node:test runs as one process each: a test file, or a module in `folder` that runs several of them. */
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
 * Runs test files one after the other. Each becomes a test that contains its own tests, so its setup is torn down before the
 * next file is loaded. (Suites would not work: all of them are loaded before the first one runs.)
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
