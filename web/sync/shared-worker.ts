import { trusted } from './trusted.ts';

/** Undefined in browsers without shared workers, such as some on phones. */
export function sharedWorkerAt(url: string, name: 'stream' | 'told'): SharedWorker | undefined {
  if (typeof SharedWorker === 'undefined') return undefined;
  try {
    return new SharedWorker(trusted(name, url), { type: 'module', name });
  } catch {
    return undefined;
  }
}
