import { serverAt } from './server.ts';
import { type Said, SharedStreams } from './shared.ts';
import { streamOf } from './stream.ts';

/* The shared worker: it connects tabs to the streams that they share. */

/** Milliseconds between two checks for tabs that ended without a message. */
const beat = 30_000;

const streams = new SharedStreams(streamOf(serverAt('/api/v1')), () => Date.now());

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<Said>) => streams.hear(data, (heard) => port.postMessage(heard));
});

for (const event of ['online', 'offline']) addEventListener(event, () => streams.reopen());

setInterval(() => streams.sweep(), beat);
