import type { Load } from './load.ts';

/* Loads by turns: what is compared runs in alternating rounds, so that a slow spell of the machine affects all of it. */

export interface Ratio {
  median: number;
  min: number;
  max: number;
}

/** The loads of each side; each begins a round equally often. */
export async function byTurns(sides: readonly (() => Promise<Load>)[], rounds: number): Promise<Load[][]> {
  const loads: Load[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < sides.length; turn++) {
      const index = (round + turn) % sides.length;
      const side = sides[index];
      if (side) loads[index]?.push(await side());
    }
  return loads;
}

/** Microseconds of processor time per request, of the service and the database together. */
export const total = ({ cpu }: Load): number => cpu.service + cpu.database;

/** The processor time of some loads by that of others, round by round. */
export function ratioOf(loads: readonly Load[], to: readonly Load[]): Ratio {
  const ratios = loads.map((load, round) => total(load) / total(to[round] ?? load));
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}

export const failedIn = (loads: readonly (readonly Load[])[]): number =>
  loads.flat().reduce((sum, { failed }) => sum + failed, 0);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
}
