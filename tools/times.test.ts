import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { countTimes } from './times.ts';

const skip = process.platform !== 'linux' && 'only Linux counts the time of all processes in files';

test('what a file and the processes that it starts use counts towards the file', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-times-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'busy.test.mjs'),
    `import { spawn } from 'node:child_process';
    if (process.argv[2]) {
      for (let used = 0; used < 500_000; ) {
        const { user, system } = process.cpuUsage();
        used = user + system;
      }
      console.log('used');
      setInterval(() => {}, 1000);
    } else spawn(process.execPath, [process.argv[1], 'child'], { stdio: 'inherit' });`,
  );
  const times = countTimes();
  const file = spawn(process.execPath, [join(folder, 'busy.test.mjs')], { detached: true });
  t.after(() => process.kill(-(file.pid ?? 0), 'SIGKILL'));
  await once(file.stdout, 'data');
  const lines = times.end();
  const [, sum, own, started] =
    lines.map((line) => /^# +(\S+) = +(\S+) \+ +(\S+) {2}.*busy\.test\.mjs$/m.exec(line)).find(Boolean) ?? [];
  assert.ok(Number(started) >= 0.5, lines.join(''));
  assert.ok(Number(own) < Number(started));
  assert.ok(Number(sum) >= Number(started));
  assert.match(lines.at(-1) ?? '', /the machine was busy for [1-9]/);
});
