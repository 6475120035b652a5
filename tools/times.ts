import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/*
 * Where the processor time of tests goes (`npm test -- --times`, on Linux). node:test measures only how long a file takes, which
 * depends on what runs at the same time. Here the kernel's counts of all processes that the runner has started, browsers and
 * services included, are read twice a second. What a process uses after the last reading is lost.
 */

const everyMilliseconds = 500;

/** Hundredths of a second: the unit of `/proc`, which is the same on all machines that Node supports. */
const ticksInASecond = 100;

interface Seen {
  parent: number;
  ticks: number;
}

export interface Times {
  /** Lines for each test file, those that took most first, and one for the machine. */
  end(): string[];
}

/** Starts to count. */
export function countTimes(): Times {
  const begun = performance.now();
  const machine = machineTicks();
  const before = new Map<number, number>();
  const seconds = new Map<string, { own: number; started: number }>();
  const read = () => {
    const seen = processes();
    for (const [pid, { ticks }] of seen) {
      const used = (ticks - (before.get(pid) ?? 0)) / ticksInASecond;
      before.set(pid, ticks);
      const top = startedByRunner(pid, seen);
      if (top === undefined || used <= 0) continue;
      const name = nameOf(top);
      const entry = seconds.get(name) ?? { own: 0, started: 0 };
      entry[pid === top ? 'own' : 'started'] += used;
      seconds.set(name, entry);
    }
    for (const pid of before.keys()) if (!seen.has(pid)) before.delete(pid);
  };
  const timer = setInterval(read, everyMilliseconds);
  return {
    end() {
      read();
      clearInterval(timer);
      const all = [...seconds].map(([name, { own, started }]) => ({
        name,
        own,
        started,
        sum: own + started,
      }));
      const lines = all
        .toSorted((a, b) => b.sum - a.sum)
        .map(({ name, own, started, sum }) => `# ${cell(sum)} = ${cell(own)} + ${cell(started)}  ${name}\n`);
      const { busy, idle } = machineTicks();
      const used = (busy - machine.busy) / ticksInASecond;
      const unused = (idle - machine.idle) / ticksInASecond;
      const took = (performance.now() - begun) / 1000;
      const sum = all.reduce((total, each) => total + each.sum, 0);
      return [
        '# seconds of processor: of a test file, its own process and those that it started\n',
        ...lines,
        `# ${cell(sum)} of all these in ${took.toFixed(0)} s; the machine was busy for ${used.toFixed(0)} and idle for ${unused.toFixed(0)}\n`,
      ];
    },
  };
}

const cell = (seconds: number): string => seconds.toFixed(1).padStart(6);

function processes(): Map<number, Seen> {
  const found = new Map<number, Seen>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = textOf(`/proc/${name}/stat`);
    // The name of the program, in brackets, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.length < 15) continue;
    found.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
  }
  return found;
}

/** The process that the runner has started, and that is or has started this one. */
function startedByRunner(pid: number, seen: ReadonlyMap<number, Seen>): number | undefined {
  let at = pid;
  for (let process = seen.get(at); process; process = seen.get(at)) {
    if (process.parent === globalThis.process.pid) return at;
    at = process.parent;
  }
  return undefined;
}

/** Its test file: a process of several has the title of the current one. */
function nameOf(pid: number): string {
  const [program = '', ...parts] = textOf(`/proc/${pid}/cmdline`).split('\0');
  const words = [program, ...parts].filter((word) => word !== '');
  const file = words.findLast((word) => /\.(?:test\.ts|mjs)$/.test(word)) ?? program;
  if (!file.startsWith('/')) return file;
  return `${basename(file)}${file.includes('/PostgreSQL/') ? ' on PostgreSQL' : ''}`;
}

/** What both processors have done since the machine has started. */
function machineTicks(): { busy: number; idle: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...interrupts] =
    textOf('/proc/stat').split('\n', 1)[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  const [hard = 0, soft = 0] = interrupts;
  return { busy: user + nice + system + hard + soft, idle: idle + waiting };
}

/** A file of the kernel; nothing if its process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
