import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import type { Client } from '../contract/client.ts';
import type { Server } from './server.ts';

/** How the service responded to another user during some work. */
export interface Others {
  /** The duration of the work. */
  seconds: number;
  /** Peak memory of the service; MB. */
  memory: number;
  /** Milliseconds per request of the other user. */
  p50: number;
  p99: number;
  most: number;
}

/** Has another user read their account repeatedly during some work, with `between` milliseconds after each reply. */
export async function othersWhile<T>(
  { client, server, between = 5 }: { client: Client; server: Pick<Server, 'memory'>; between?: number },
  work: () => Promise<T>,
): Promise<Others & { value: T }> {
  const times: number[] = [];
  let memory = 0;
  let isGoing = true;
  const asking = (async () => {
    while (isGoing) {
      const began = performance.now();
      await client.call(api.users.me);
      times.push(performance.now() - began);
      memory = Math.max(memory, server.memory());
      await pause(between);
    }
  })();
  const began = performance.now();
  const value = await work();
  const seconds = (performance.now() - began) / 1000;
  isGoing = false;
  await asking;
  const sorted = times.toSorted((a, b) => a - b);
  const part = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { value, seconds, memory, p50: part(0.5), p99: part(0.99), most: part(1) };
}
