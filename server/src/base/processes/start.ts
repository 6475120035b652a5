import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export type Child = ChildProcessByStdio<Writable, Readable, null>;

export interface ProcessLimits {
  /** Megabytes of the JavaScript heap. */
  heap: number;
  /** Kilobytes of the data segment, of which Node reserves 500 MB and uses a tenth. */
  data: number;
  /** Seconds of CPU time; no limit by default. */
  cpu?: number;
}

/**
 * Starts a script in a separate process for untrusted content, with enforced limits and without settings or secrets; its
 * environment is only `env`. A shell sets the limits, because Node can set them neither for itself nor for a child. On
 * Windows, only the heap is limited.
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

/** Killed when the service exits: a busy process would notice only at the end of its current step. */
const running = new Set<Child>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
