import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between client and server that can fail as a network does. */
export interface TcpProxy {
  readonly port: number;
  /** Called for everything that clients send; `cut` forwards it, then closes the connection before the answer. */
  watch(decide: (sent: Buffer) => 'pass' | 'cut'): void;
  /** Closes all connections and accepts no new ones until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let decide: (sent: Buffer) => 'pass' | 'cut' = () => 'pass';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    upstream.pipe(client);
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.end());
    client.on('data', (sent) => {
      upstream.write(sent);
      if (decide(sent) === 'pass') return;
      upstream.unpipe(client).resume();
      client.destroy();
    });
  });
  const open = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    watch: (by) => {
      decide = by;
    },
    async shut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    open: () => open(port),
  };
}
