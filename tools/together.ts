import { mkdirSync, writeFileSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
import { after, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { forgetLastId } from '../server/src/base/ids.ts';

/*
 * Loading the service takes a process longer than most test files take to run, and so does starting a browser. Test files of
 * the same kind therefore share a process, and with it the loaded and compiled code, and the browser.
 */

/** Check all statements declared in their process, which must not include those of other tests and of commands that they run. */
const alone = ['server/src/base/db/{plans,reads}.test.ts'];

/** Takes long enough to have a process, and a processor, of its own. */
const long = [
  'server/src/base/access/{access,mass-assignment}.test.ts',
  'server/src/base/http/idempotency.test.ts',
  'server/src/boards/etag-every-operation.test.ts',
  'server/src/operator/backups.test.ts',
  'server/src/testing/{fuzz/fuzz,model/model}.test.ts',
  'server/src/imports/hostile-files.test.ts',
  'web/tests/{accessible,calendar}.test.ts',
];

/** The kinds of files that share processes, and how many of them at most: more would leave processors idle. */
const kinds: Record<string, { files: string; atMost: number }> = {
  pages: { files: 'web/tests/*', atMost: 8 },
  server: { files: 'server/**', atMost: 24 },
  // They need neither the service nor a browser.
  parts: { files: '{contract/**,web/!(tests)/**}/*', atMost: 50 },
};

/** The kind of a file that shares its process; its path if it has one of its own. */
function kindOf(file: string): string {
  const isSingle = [...alone, ...long].some((pattern) => matchesGlob(file, pattern));
  const kind = Object.entries(kinds).find(([, { files }]) => matchesGlob(file, files));
  return kind && !isSingle ? kind[0] : file;
}

/** Test files and the environment that makes them run on an engine. */
export interface OnEngine {
  files: readonly string[];
  environment: Record<string, string>;
  /** Added to the names of the files, unless they run on the embedded database. */
  name?: string;
}

/** What node:test runs as one process: a module that runs these files, one after the other. */
export interface Entry {
  module: string;
  files: readonly string[];
}

/** The entries of test files, with their modules in a new folder in `folder`. If not `shared`, each file has its own. */
export function entriesOf({ files, environment, name }: OnEngine, folder: string, shared: boolean): Entry[] {
  const own = join(folder, name ?? 'SQLite');
  mkdirSync(own);
  writeFileSync(
    join(own, 'environment.mjs'),
    `Object.assign(process.env, ${JSON.stringify(environment)});\n`,
  );
  const write = (title: string, slice: readonly string[], lines: readonly string[]): Entry => {
    const module = join(own, `${title.replaceAll('/', '+').replace(/\.ts$/, '')}.mjs`);
    // The environment comes first: modules read it when they are loaded.
    writeFileSync(module, ["import './environment.mjs';", ...lines, ''].join('\n'));
    return { module, files: slice };
  };
  const single = (file: string) => write(file, [file], [importOf(resolve(file))]);
  if (!shared) return files.map(single);
  return [...Map.groupBy(files, kindOf)].flatMap(([kind, group]) =>
    slicesOf(group, kinds[kind]?.atMost ?? 1).map((slice, n) => {
      const [first = ''] = slice;
      if (slice.length === 1) return single(first);
      return write(`${kind}-${n}`, slice, [
        ...(kind === 'pages' ? [importOf(join(import.meta.dirname, '../web/tests/browser.ts'))] : []),
        `import { runTogether } from '${pathToFileURL(import.meta.filename).href}';`,
        `runTogether(${JSON.stringify(slice)}, ${JSON.stringify(name)});`,
      ]);
    }),
  );
}

const importOf = (path: string): string => `import '${pathToFileURL(path).href}';`;

function slicesOf(group: readonly string[], atMost: number): string[][] {
  const count = Math.ceil(group.length / atMost);
  const size = Math.ceil(group.length / count);
  return Array.from({ length: count }, (_, n) => group.slice(n * size, (n + 1) * size));
}

/**
 * Runs test files one after the other. Each becomes a test that contains its own tests, so its setup is torn down before the
 * next file is loaded. (Suites would not work: all of them are loaded before the first one runs.)
 */
export function runTogether(files: readonly string[], engine?: string): void {
  for (const file of files) {
    const name = engine === undefined ? file : `${file} on ${engine}`;
    void test(name, async () => {
      after(() => mock.restoreAll());
      // For `--times`, and for those who look which test is running.
      process.title = name;
      forgetLastId();
      await import(pathToFileURL(resolve(file)).href);
    });
  }
}
