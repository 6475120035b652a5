import { basename, relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/*
 * The output of `npm test`: a dot for each file, each failure in full with the output of its process, the reasons for skipped
 * tests, the files that took longest, and node:test's own counts at the end.
 */

/** How many of the slowest files are named, if there are more. */
const mostNamed = 20;

const dotsInALine = 100;

export async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const printed = new Map<string, string>();
  const print = (file: string, text: string) =>
    printed.set(resolve(file), (printed.get(resolve(file)) ?? '') + text);
  const skipped = new Map<string, number>();
  const counts: string[] = [];
  const seconds = new Map<string, number>();
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      print(data.file, data.message);
    } else if (type === 'test:diagnostic') {
      if (data.file === undefined) counts.push(`# ${data.message}\n`);
      else print(data.file, `${data.message}\n`);
    } else if (type === 'test:pass' && typeof data.skip === 'string') {
      skipped.set(data.skip, (skipped.get(data.skip) ?? 0) + 1);
    } else if (type === 'test:fail' && !isOfSubtests(data.details.error)) {
      yield failure(data);
    } else if (type === 'test:complete' && data.nesting === 0) {
      const { passed, duration_ms } = data.details;
      if (isTestFile(data.name)) {
        seconds.set(fileOf(data.name), duration_ms / 1000);
        if (passed) yield '.';
        if (seconds.size % dotsInALine === 0) yield '\n';
      }
      if (resolve(data.name) !== data.file) continue;
      // The process of this file, or of several files, has ended.
      if (!passed) yield `\n${output(data.file, printed.get(data.file))}`;
      printed.delete(data.file);
    }
  }
  yield '\n\n';
  for (const [reason, times] of skipped) yield `# not tested ${times} ×: ${reason}\n`;
  if (seconds.size > mostNamed) {
    const slowest = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, mostNamed);
    for (const [file, took] of slowest) yield `# ${took.toFixed(1).padStart(6)} s  ${file}\n`;
  }
  yield* counts;
}

/** The path of a test file, also if it is the only one that a module runs (`together.ts`). */
function fileOf(name: string): string {
  if (!name.endsWith('.test.mjs') || !name.includes('+')) return relative('.', name);
  const file = basename(name, '.mjs').replaceAll('+', '/');
  return `${file}.ts${name.includes('/PostgreSQL/') ? ' on PostgreSQL' : ''}`;
}

/** Whether a name is that of a file, or of the test that contains a file's tests. */
const isTestFile = (name: string): boolean => /\.test\.\w+(?: on \w+)?$/.test(name);

/** Whether a test failed only because one of its subtests did; its error adds nothing. */
const isOfSubtests = (error: Error & { failureType?: string }): boolean =>
  error.failureType === 'subtestsFailed';

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data'] & {
  /** The module that its process runs; in a folder of its engine if that is not the embedded database. */
  entryFile?: string;
};

function failure({ name, file, line, details, entryFile = '' }: Failure): string {
  const place = file === undefined ? '' : ` (${relative('.', file)}:${line})`;
  const on = entryFile.includes('/PostgreSQL/') ? ' on PostgreSQL' : '';
  return `\n\n✖ ${name}${place}${on}\n${indented(inspect(details.error.cause ?? details.error))}\n`;
}

/** The output of the process of one or several files, if a test failed. */
function output(file: string, text = ''): string {
  return text === '' ? '' : `  ${relative('.', file)} printed:\n${indented(text.trimEnd())}\n`;
}

const indented = (text: string): string => text.replace(/^/gm, '    ');
