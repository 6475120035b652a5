import type { Database } from '../server/src/base/db/database.ts';
import type { Made } from './data/generation.ts';
import type { Load } from './load.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

/* Measurements that need more than the replies to requests. */

export interface Bench {
  server: Server;
  store: Store;
  db: Database;
  made: Made;
}

export interface Measurement {
  name: string;
  measure: (bench: Bench, seconds: number) => Promise<Load>;
}

interface Counted {
  answered: number;
  /** Seconds. */
  took: number;
  cpu: { service: number; database: number };
  /** Milliseconds. */
  times: number[];
}

export function loadOf({ answered, took, cpu, times }: Counted): Load {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
  const micros = (used: number) => Math.round((used / answered) * 1e6);
  return {
    answered,
    failed: 0,
    perSecond: Math.round(answered / took),
    p50: at(0.5),
    p99: at(0.99),
    bytes: 0,
    cpu: { service: micros(cpu.service), database: micros(cpu.database) },
  };
}
