import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/* Connections on which a test says what is sent, and when anything is read. */

/** A connection on which nothing is read until someone listens. */
export function dial(address: string, options: { allowHalfOpen?: boolean } = {}): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), ...options });
  // How a connection ends is looked at by what came before.
  socket.on('error', () => {});
  return socket;
}

/** What the server answers to bytes that `fetch` would not send, until it hangs up. */
export async function answerTo(address: string, bytes: string): Promise<string> {
  const socket = dial(address);
  socket.write(bytes);
  return text(socket);
}

/** Waits until `holds`, however busy the machine is. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
