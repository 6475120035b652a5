import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/* A push service and a mail server that answer at once, and note when something arrived. */

export interface Receiver {
  url: string;
  /** When each arrived; `performance.now()`. */
  arrivals: number[];
  close(): void;
}

const portOf = (address: AddressInfo | string | null): number => (address as AddressInfo).port;

export async function pushReceiver(): Promise<Receiver> {
  const arrivals: number[] = [];
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      arrivals.push(performance.now());
      response.writeHead(201).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    arrivals,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a browser would send to subscribe. */
export function newSubscription(service: string, n: number) {
  const own = createECDH('prime256v1');
  own.generateKeys();
  return {
    endpoint: `${service}/push/${n}`,
    keys: { p256dh: own.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}

export async function mailReceiver(): Promise<Receiver> {
  const arrivals: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        arrivals.push(performance.now());
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${portOf(listening.address())}`,
    arrivals,
    close: () => server.close(),
  };
}

/** The most of some arrivals within a second, and how many there were. */
export function rateOf(arrivals: readonly number[]): { count: number; most: number } {
  let [from, most] = [0, 0];
  for (const [index, at] of arrivals.entries()) {
    while (at - (arrivals[from] ?? at) >= 1000) from++;
    most = Math.max(most, index - from + 1);
  }
  return { count: arrivals.length, most };
}
