import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

for (const program of ['tools/test.ts', 'bench/run.ts']) {
  test(`${program} runs nothing for an unknown engine`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--engine', 'sqllite'], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^--engine must be .*, not sqllite\n$/);
  });
}
