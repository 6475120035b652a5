import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import { Unusable } from '../db/migrate.ts';
import { unlessAborted } from '../jobs/unless-aborted.ts';

export interface Making {
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

/** Files and folders to remove, with all that is in them. */
export interface Removing {
  removed: readonly string[];
}

export type Task = Making | Removing;

/** What was made, if anything was to be, or why the task could not be done. */
export type Answer = Partial<Made> | { failed: string };

/** Makes and verifies a backup in a process of its own, which `signal` ends. */
export async function makeApart(task: Making, signal: AbortSignal): Promise<Made> {
  return (await apart(task, signal)) as Made;
}

/** Removes files and folders in a process of its own: a backup may have a file for each attachment. */
export async function removeApart(removed: readonly string[], signal: AbortSignal): Promise<void> {
  if (removed.length > 0) await apart({ removed }, signal);
}

/** Until a process that was killed is given up, which waits for a disk that is away; milliseconds. */
const untilKilled = 1000;

async function apart(task: Task, signal: AbortSignal): Promise<Partial<Made>> {
  signal.throwIfAborted();
  const child = fork(new URL('./child.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  try {
    const ended = once(child, 'exit').then(() => []);
    // The settings have secrets, which others on the machine could read in arguments and variables.
    child.send(task);
    const answered = Promise.race([once(child, 'message'), ended]);
    const [answer] = (await unlessAborted(signal, answered, untilKilled)) as [Answer?];
    if (answer === undefined) {
      signal.throwIfAborted();
      const did = 'removed' in task ? 'removed old backups' : 'made the backup';
      throw new Unusable(`the process that ${did} was ended`);
    }
    if ('failed' in answer) throw new Unusable(answer.failed);
    return answer;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}
