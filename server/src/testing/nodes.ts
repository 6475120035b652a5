import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after } from 'node:test';
import { freePort } from '../../../tools/postgres.ts';
import { programOf } from '../../../tools/programs.ts';

/* Nodes of the service as separate processes, which a test can kill. */

export interface Node {
  /** Ends without a slash. */
  readonly address: string;
  /** Kills it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to stop as a supervisor does; returns its exit code. */
  stop(): Promise<number | null>;
  /** Its log output so far: errors only. */
  log(): string;
}

/** Starts a node; it is killed after the test. */
export async function startNode(place: { databaseUrl?: string | undefined; dataDir: string }): Promise<Node> {
  const port = await freePort();
  const child = spawn(process.execPath, [programOf('taskboard'), 'serve'], {
    env: {
      ...process.env,
      DATABASE_URL: place.databaseUrl,
      DATA_DIR: place.dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      SIGN_IN_LIMIT: '1000000',
      ANONYMOUS_RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const log = () => output;
  const address = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  };
  after(() => end('SIGKILL'));
  await answering(child, address, () => output);
  return {
    address,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    log,
  };
}

async function answering(child: ChildProcess, address: string, log: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the node did not start:\n${log()}`);
    try {
      if ((await fetch(`${address}/readyz`)).ok) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** The result of a request. */
export interface Outcome {
  /** `broken` if there was no reply. */
  status: number | 'broken';
  body: unknown;
  /** Milliseconds on the clock of `performance`. */
  began: number;
  /** The comment to be created. */
  comment: string;
}

/** Writes comments on a card until stopped, each once the previous one is answered. */
export interface Writer {
  readonly outcomes: readonly Outcome[];
  /** Resolves when the current request has ended. */
  stop(): Promise<void>;
}

export interface Target {
  node: Node;
  token: string;
  card: string;
}

let writers = 0;

export function startWriter({ node, token, card }: Target): Writer {
  const outcomes: Outcome[] = [];
  const name = `writer ${++writers}`;
  let going = true;
  const write = async () => {
    for (let turn = 0; going; turn++) {
      const comment = `${name}, comment ${turn}`;
      const outcome = await addComment(node, token, card, comment);
      outcomes.push(outcome);
      // Retry after a refusal, but not at once.
      if (outcome.status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const done = write();
  return {
    outcomes,
    stop() {
      going = false;
      return done;
    },
  };
}

export async function addComment(node: Node, token: string, card: string, comment: string): Promise<Outcome> {
  const began = performance.now();
  try {
    const reply = await fetch(`${node.address}/api/v1/cards/${card}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ comment }),
    });
    return { status: reply.status, body: await reply.json(), began, comment };
  } catch {
    return { status: 'broken', body: undefined, began, comment };
  }
}

/** The number of outcomes by status. */
export function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The comments that were acknowledged but are not stored, or are stored more than once. */
export function untrue(outcomes: readonly Outcome[], stored: readonly { comment: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { comment } of stored) counts.set(comment, (counts.get(comment) ?? 0) + 1);
  return outcomes
    .filter(({ status, comment }) => {
      const count = counts.get(comment) ?? 0;
      return status === 200 ? count !== 1 : count > 1;
    })
    .map(({ status, comment }) => `${comment}: answered ${status}, stored ${counts.get(comment) ?? 0} times`);
}
