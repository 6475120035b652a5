import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programOf } from '../../../tools/programs.ts';

/* The command line as an operator uses it: a separate process. */

const program = programOf('taskboard');

/** Ignores the settings of the environment that runs the tests. */
const environmentOf = (settings: Record<string, string | undefined>): NodeJS.ProcessEnv => {
  const { DATABASE_URL: _url, DATA_DIR: _dir, SECRET_KEY: _key, INIT_CWD: _cwd, ...inherited } = process.env;
  return { ...inherited, ...settings };
};

export interface Outcome {
  /** The exit status. */
  status: number;
  /** Lines of the two streams, except the one that names the database. */
  output: string[];
  errors: string[];
  /** The database that the command has named, if any. */
  database: string | undefined;
}

/** Runs a command to its end. */
export async function runTaskboard(
  args: string[],
  settings: Record<string, string | undefined> = {},
  input = '',
): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], { env: environmentOf(settings) });
  return outcomeOf(child, input);
}

/** Runs a command that may not write files larger than `kilobytes`. Writes beyond that fail as on a full disk, even for root. */
export function runTaskboardWithin(
  kilobytes: number,
  args: string[],
  settings: Record<string, string | undefined>,
): Promise<Outcome> {
  // POSIX `ulimit` counts blocks of 512 bytes.
  const limited = ['-c', `ulimit -f ${kilobytes * 2} && exec "$@"`, 'sh', process.execPath, program, ...args];
  return outcomeOf(spawn('/bin/sh', limited, { env: environmentOf(settings) }));
}

async function outcomeOf(child: ChildProcessWithoutNullStreams, input = ''): Promise<Outcome> {
  // A command that reads no input may end before anything is written.
  if (input) child.stdin.write(input);
  child.stdin.end();
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const said = linesOf(errors);
  const named = /^database: (.+)$/.exec(said[0] ?? '')?.[1];
  return { status, output: linesOf(output), errors: named ? said.slice(1) : said, database: named };
}

/** Kills a command the given milliseconds after its start; returns whether it was still running. */
export async function crashTaskboard(
  args: string[],
  settings: Record<string, string | undefined>,
  after: number,
): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], {
    env: environmentOf(settings),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), after);
  const [, signal] = await ended;
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

const linesOf = (all: string): string[] => all.split('\n').filter((line) => line !== '');

export interface RunningTaskboard {
  readonly process: ChildProcess;
  /** Resolves when the process ends, with its status or signal. */
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;
  readonly address: string;
}

/** Starts the service; resolves once its log says that it listens. */
export async function serveTaskboard(
  settings: Record<string, string | undefined> = {},
  args: string[] = [],
): Promise<RunningTaskboard> {
  const child = spawn(process.execPath, [program, 'serve', ...args], {
    env: environmentOf({ PORT: '0', LOG_LEVEL: 'info', ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const listening = Promise.withResolvers<string>();
  let said = '';
  // Keep reading to the end: the service would exit if nobody read its log.
  child.stdout.on('data', (part: Buffer) => {
    said += String(part);
    const address = /listens on ([^\s"]+)/.exec(said)?.[1];
    if (address) listening.resolve(address);
  });
  child.stdout.once('end', () => listening.reject(new Error(`the service did not start: ${said}`)));
  return { process: child, ended, address: await listening.promise };
}
