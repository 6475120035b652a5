import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that may be received before what is left of them is freed. */
const often = 8 * 1024 ** 2;

// The only way to the collector for a process that was started without this flag.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: { type: 'minor' }) => void;

let received = 0;

/**
 * Counts received bytes, and now and then frees those that are no longer used. They lie outside V8's heap, where V8 lets 64 MB
 * of garbage gather before it looks; collecting only what is young takes some milliseconds.
 */
export function countReceived(bytes: number): void {
  received += bytes;
  if (received < often) return;
  received = 0;
  collect({ type: 'minor' });
}
