import { writeFileSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
import { after, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { forgetLastId } from '../server/src/base/ids.ts';

/*
 * Loading the service takes a process longer than most test files take to run, and so does starting a browser. Test files of
 * the same kind therefore share a process, and with it the loaded and compiled code, and the browser.
 */

/** Checks all statements declared in its process, which must not include those of other tests. */
const alone = ['server/src/base/db/plans.test.ts'];

/** Takes long enough to have a process, and a processor, of its own. */
const long = [
  'server/src/testing/{fuzz/fuzz,model/model}.test.ts',
  'server/src/imports/hostile-files.test.ts',
  'web/tests/accessible.test.ts',
];

/** The kinds of files that share processes, and how many of them at most: more would leave processors idle. */
const kinds: Record<string, { files: string; atMost: number }> = {
  pages: { files: 'web/tests/*', atMost: 5 },
  server: { files: 'server/**', atMost: 8 },
  // They need neither the service nor a browser.
  parts: { files: '{contract,web/!(tests)/**}/*', atMost: 50 },
};

/** The kind of a file that shares its process; its path if it has one of its own. */
function kindOf(file: string): string {
  const isSingle = [...alone, ...long].some((pattern) => matchesGlob(file, pattern));
  const kind = Object.entries(kinds).find(([, { files }]) => matchesGlob(file, files));
  return kind && !isSingle ? kind[0] : file;
}

/** The entries that node:test runs as one process each: a test file, or a module in `folder` that runs several of them. */
export function entriesOf(files: readonly string[], folder: string): string[] {
  return [...Map.groupBy(files, kindOf)].flatMap(([kind, group]) =>
    slicesOf(group, kinds[kind]?.atMost ?? 1).map((slice, n) => {
      const [first = ''] = slice;
      if (slice.length === 1) return first;
      const entry = join(folder, `${kind}-${n}.mjs`);
      const browser = kind === 'pages' ? [join(import.meta.dirname, '../web/tests/browser.ts')] : [];
      const loaded = browser.map((path) => `import '${pathToFileURL(path).href}';\n`).join('');
      const program = pathToFileURL(import.meta.filename).href;
      writeFileSync(
        entry,
        `${loaded}import { runTogether } from '${program}';\nrunTogether(${JSON.stringify(slice)});\n`,
      );
      return entry;
    }),
  );
}

function slicesOf(group: readonly string[], atMost: number): string[][] {
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
