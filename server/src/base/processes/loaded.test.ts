import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

/** Prints the addresses of the schema library's modules as they are loaded. */
const printing = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { if (url.includes('/typebox/')) console.log(url); return next(url, context); } });`;

for (const script of ['imports/reading/child.ts', 'mailboxes/reading/child.ts']) {
  test(`${script}, which is started for each file, does not load the library of schemas`, () => {
    const args = ['--import', printing, join(import.meta.dirname, '../..', script)];
    const { status, stdout } = spawnSync(process.execPath, args, { input: '', encoding: 'utf8' });
    assert.deepEqual([status, stdout], [0, '']);
  });
}
