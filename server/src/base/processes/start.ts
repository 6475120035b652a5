import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export type Child = ChildProcessByStdio<Writable, Readable, null>;

export interface ProcessLimits {
  /** Megabytes of objects of JavaScript. */
  heap: number;
  /** Kilobytes of all data, of which Node reserves 500 MB and uses a tenth. */
  data: number;
  /** Seconds of processor time; no limit without it. */
  cpu?: number;
}

/**
 * Starts a script in a process of its own, for work on what strangers send: with limits that hold, none of the settings and
 * no secret. `env` is all that it is told. The shell sets the limits: no process can set its own after it has begun, nor can
 * Node for another. On Windows there is none but that of the heap.
 */
export function startLimited(
  script: URL,
  { heap, data, cpu }: ProcessLimits,
  env: Readonly<Record<string, string>> = {},
): Child {
  const options = [`--max-old-space-size=${heap}`, '--max-semi-space-size=4', '--v8-pool-size=0'];
  const node = [process.execPath, ...options, fileURLToPath(script)];
  const limits = ['ulimit -c 0', `ulimit -d ${data}`, ...(cpu === undefined ? [] : [`ulimit -t ${cpu}`])];
  const [command = '', ...args] =
    process.platform === 'win32'
      ? node
      : ['/bin/sh', '-c', `${limits.join('; ')}; exec "$@"`, 'taskboard', ...node];
  const { SystemRoot } = process.env;
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...env, ...(SystemRoot ? { SystemRoot } : {}) },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** They end with the service: one in the middle of a step would notice only when that has ended. */
const running = new Set<Child>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
