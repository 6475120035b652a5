import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that the server took. */
export interface Taken {
  from: string;
  to: string[];
  /** Head and body, long lines put together again. */
  content: string;
  /** The same as it came. */
  raw: Buffer;
}

/** A mail server on loopback, without TLS unless it is asked for; what it takes goes into `mails`. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const mails: Taken[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Milliseconds that it waits for clients that keep their connections.
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts);
        mails.push({
          raw,
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          content: raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        done();
      });
    },
    ...options,
  });
  // A client that is killed in the middle of a mail resets its connection.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  after(close);
  return { mails, close, port, url: `smtp://127.0.0.1:${port}` };
}
