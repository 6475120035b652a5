import { readdirSync, readFileSync } from 'node:fs';

const text = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};

const residentIn = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(text(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Processes that a process has started and that are still there. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => / [A-Z] (\d+) /.exec(text(`/proc/${name}/stat`))?.[1] === String(pid))
    .map(Number);

export interface Memory {
  /** Megabytes: of the process, of all that it has started, and of both at a time. */
  own: number;
  children: number;
  together: number;
}

/** Looks again and again how much memory a process has, with those that it has started; returns the most of each. */
export function watchMemory(pid: number, every = 50): () => Memory {
  const most: Memory = { own: 0, children: 0, together: 0 };
  const timer = setInterval(() => {
    const own = residentIn(pid);
    const children = childrenOf(pid).reduce((sum, child) => sum + residentIn(child), 0);
    most.own = Math.max(most.own, own);
    most.children = Math.max(most.children, children);
    most.together = Math.max(most.together, own + children);
  }, every);
  return () => {
    clearInterval(timer);
    return most;
  };
}
