import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { programOf } from '../tools/programs.ts';

/** Starts the service on a folder, for tests that kill it; resolves when it answers. */
export async function startService(dataDir: string, port: number): Promise<ChildProcess> {
  const service = spawn(process.execPath, [programOf('taskboard'), 'serve'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    assert.equal(service.exitCode, null, 'the service starts, after a crash, too');
    const up = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (up?.ok) return service;
    await pause(20);
  }
}

/** Ends the service as a crash would. */
export async function kill(service: ChildProcess): Promise<void> {
  const ended = once(service, 'exit');
  service.kill('SIGKILL');
  await ended;
}
