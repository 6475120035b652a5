import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lengthOf } from '../../base/processes/frames.ts';
import { kinds } from '../../base/processes/messages.ts';

const folder = mkdtempSync(join(tmpdir(), 'compile-cache-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const cached = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test('a reader stores its compiled code before it is killed, so that the next one needs no compiler', async () => {
  const script = fileURLToPath(new URL('./child.ts', import.meta.url));
  const reader = spawn(process.execPath, [script], {
    env: { NODE_COMPILE_CACHE: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const begin = Buffer.from(JSON.stringify({ format: 'csv', folder: tmpdir(), options: {} }));
  reader.stdin.write(Buffer.concat([lengthOf(1 + begin.length), Buffer.of(kinds.begin), begin]));
  const [answer] = await once(reader.stdout, 'data');
  assert.equal(String(answer), '{}\n');
  reader.kill('SIGKILL');
  await once(reader, 'exit');
  assert.notEqual(cached().length, 0);
});
