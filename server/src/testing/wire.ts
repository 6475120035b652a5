import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/* Connections on which a test controls what is sent, and when data is read. */

/** A connection on which nothing is read until someone listens. */
export function dial(address: string, options: { allowHalfOpen?: boolean } = {}): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), ...options });
  // Tests inspect the data received before the end, not the error.
  socket.on('error', () => {});
  return socket;
}

/** The server's answer to raw bytes that `fetch` would not send, until it closes the connection. */
export async function answerTo(address: string, bytes: string): Promise<string> {
  const socket = dial(address);
  socket.write(bytes);
  return text(socket);
}

/** Waits until `holds` returns true, however busy the machine is. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
