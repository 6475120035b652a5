import { readdirSync, readFileSync } from 'node:fs';

const text = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

const residentIn = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(text(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** The running child processes of a process. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => / [A-Z] (\d+) /.exec(text(`/proc/${name}/stat`))?.[1] === String(pid))
    .map(Number);

export interface Memory {
  /** Max megabytes of the process, of all its children, and of both at the same time. */
  own: number;
  children: number;
  together: number;
}

/** Polls the memory of a process and its children; returns the maximum of each. */
export function watchMemory(pid: number, every = 50): () => Memory {
  const most: Memory = { own: 0, children: 0, together: 0 };
  const timer = setInterval(() => {
    const own = residentIn(pid);
    const children = childrenOf(pid).reduce((sum, child) => sum + residentIn(child), 0);
    most.own = Math.max(most.own, own);
    most.children = Math.max(most.children, children);
    most.together = Math.max(most.together, own + children);
  }, every);
  // A test that fails before it stops the timer must end all the same.
  timer.unref();
  return () => {
    clearInterval(timer);
    return most;
  };
}
