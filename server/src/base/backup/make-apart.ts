import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import { Unusable } from '../db/migrate.ts';

export interface Task {
  config: Config;
  /** Where the backup is made. */
  folder: string;
  /** The last one, whose files are linked. */
  previous?: string | undefined;
  /** The name under which the backup goes to the object store; then the folder is only in between. */
  storedAs?: string;
  now: number;
}

export interface Made {
  /** The size of the database. */
  bytes: number;
  /** How many files of attachments are missing or truncated. */
  damaged: number;
}

/** Or why there is no backup. */
export type Answer = Made | { failed: string };

/** Makes and verifies a backup in a process of its own, which `signal` ends. */
export async function makeApart(task: Task, signal: AbortSignal): Promise<Made> {
  const child = fork(new URL('./child.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  try {
    const ended = once(child, 'exit');
    // The settings have secrets, which others on the machine could read in arguments and variables.
    child.send(task);
    const [answer] = (await Promise.race([once(child, 'message'), ended.then(() => [])])) as [Answer?];
    if (answer === undefined) throw new Unusable('the process that made the backup was ended');
    if ('failed' in answer) throw new Unusable(answer.failed);
    return answer;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}
