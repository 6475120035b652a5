import { readFileSync } from 'node:fs';

/* Reads figures of processes from `/proc` on Linux. */

/** Seconds of processor time of a process with all its threads, and of its children that have ended. */
export function cpuOf(pid: number): { own: number; ended: number } {
  // Fields 14 to 17 of `stat`, in ticks of 10 ms; the name before them can contain spaces.
  const fields = statOf(pid).split(') ').at(-1)?.split(' ') ?? [];
  const seconds = (field: number) => Number(fields[field - 3] ?? 0) / 100;
  return { own: seconds(14) + seconds(15), ended: seconds(16) + seconds(17) };
}

/** Empty for a process that has just ended: from then on, its parent counts it. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Resident memory in megabytes. */
export const memoryOf = (pid: number): number => megabytesOf(pid, 'VmRSS');

/** Peak resident memory in megabytes. */
export const maxMemoryOf = (pid: number): number => megabytesOf(pid, 'VmHWM');

function megabytesOf(pid: number, name: string): number {
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1]) / 1024);
}
