import { connect, type Socket } from 'node:net';
import { isMainThread, workerData } from 'node:worker_threads';
import { csvOf, trelloOf } from './data/exports.ts';

/* Several accounts, in a thread of their own, that take as much of the service's memory as it allows, all at once. */

export interface Crowd {
  host: string;
  port: number;
  /** One token per account. */
  tokens: readonly string[];
  workspace: string;
  /** A list, the heaviest card that can be stored, and a board with eight of them. */
  list: string;
  card: string;
  board: string;
  /** A position in the change log that is followed by `crowdChanges` changes of 8 kB each. */
  position: number;
  /** The parts that run; all if empty. */
  parts: readonly string[];
}

export const crowdChanges = 500;

interface Part {
  /** Connections per account. */
  count: number;
  /** The range of accounts that do this. */
  accounts: readonly [from: number, to: number];
  request: (crowd: Crowd, account: number) => Buffer;
  /** Bytes per second read from each connection; unlimited if absent. */
  reads?: number;
  /** Milliseconds between opening one connection and the next. */
  between?: number;
}

const head = ({ tokens }: Crowd, account: number, line: string, headers: readonly string[] = []): string =>
  [`${line} HTTP/1.1`, 'host: crowd', `authorization: Bearer ${tokens[account]}`, ...headers, '', ''].join(
    '\r\n',
  );

const get = (path: (crowd: Crowd) => string) => (crowd: Crowd, account: number) =>
  Buffer.from(head(crowd, account, `GET /api/v1${path(crowd)}`));

const post = (crowd: Crowd, account: number, path: string, body: string, type = 'application/json') => {
  const bytes = Buffer.from(body);
  const headers = [`content-type: ${type}`, `content-length: ${bytes.length}`];
  return Buffer.concat([Buffer.from(head(crowd, account, `POST /api/v1${path}`, headers)), bytes]);
};

const upload = (format: 'csv' | 'boardtool-json') => {
  let content: string | undefined;
  return (crowd: Crowd, account: number) => {
    // Created on first use: a part that does not run takes no memory.
    content ??= format === 'csv' ? csvOf(49e6) : trelloOf(49e6);
    const path = `/imports/files/upload?workspacePublicId=${crowd.workspace}&format=${format}`;
    return post(crowd, account, path, content, 'application/octet-stream');
  };
};

const bulk = (size: number) => (crowd: Crowd, account: number) => {
  const text = '\u{1F600}'.repeat(10);
  const operation = { type: 'create', listPublicId: crowd.list, title: text };
  const start = JSON.stringify({ operations: [operation], z: '' }).slice(0, -2);
  return post(
    crowd,
    account,
    '/cards/bulk',
    `${start}${'\u{1F600}'.repeat((size - start.length) / 4 - 100)}"}`,
  );
};

const text = (crowd: Crowd, account: number) => {
  const row = `"Card, ${'\u{1F600}'.repeat(20)}","${'\u{1F600}'.repeat(500)}"\n`;
  const content = `title,description\n${row.repeat(Math.floor((1024 ** 2 - 40_000) / (row.length * 2)))}`;
  const body = JSON.stringify({ workspacePublicId: crowd.workspace, format: 'csv', content });
  return post(crowd, account, '/imports/file', body);
};

/** Streams that resume ever further back in the log; one that is cut resumes at another position. */
const missed = () => {
  let turn = 0;
  return (crowd: Crowd, account: number) => {
    const after = crowd.position + crowdChanges - (turn++ % 50) * (crowdChanges / 50);
    return get(({ workspace }) => `/workspaces/${workspace}/events?after=${after}`)(crowd, account);
  };
};

const slow = 1024;

const parts: Readonly<Record<string, Part>> = {
  'files of CSV': { count: 1, accounts: [0, 2], request: upload('csv') },
  'files of JSON': { count: 1, accounts: [2, 4], request: upload('boardtool-json') },
  texts: { count: 1, accounts: [0, 8], request: text },
  'large bodies': { count: 4, accounts: [0, 12], request: bulk(1024 ** 2) },
  'small bodies': { count: 200, accounts: [0, 12], request: bulk(64_000) },
  exports: {
    count: 2,
    accounts: [0, 4],
    request: get(({ board }) => `/boards/${board}/export`),
    reads: slow,
  },
  'heavy cards': { count: 4, accounts: [0, 12], request: get(({ card }) => `/cards/${card}`), reads: slow },
  'heavy boards': {
    count: 4,
    accounts: [0, 12],
    request: get(({ board }) => `/boards/${board}`),
    reads: slow,
  },
  streams: {
    count: 60,
    accounts: [0, 12],
    request: missed(),
    reads: slow,
    between: 20,
  },
};

/** Opens the connections of a part, and reopens closed ones. */
function launch({ count, accounts: [from, to], request, reads, between = 2 }: Part, crowd: Crowd): void {
  let opened = 0;
  for (let account = from; account < to; account++) {
    const open = () => {
      const bytes = request(crowd, account);
      const localAddress = `127.0.0.${10 + account}`;
      const socket = connect({ host: crowd.host, port: crowd.port, localAddress });
      socket.on('error', () => {});
      socket.on('close', () => setTimeout(open, 2000));
      socket.write(bytes);
      if (reads === undefined) socket.on('data', (chunk) => endsReply(chunk) && socket.write(bytes));
      else readSlowly(socket, reads);
    };
    for (let at = 0; at < count; at++) setTimeout(open, between * opened++);
  }
}

function readSlowly(socket: Socket, bytes: number): void {
  socket.pause();
  const timer = setInterval(() => socket.read(Math.min(bytes, socket.readableLength)), 1000);
  socket.on('readable', () => {});
  socket.on('close', () => clearInterval(timer));
}

const endsReply = (chunk: Buffer): boolean => chunk.subarray(-1).toString('latin1') === '}';

if (!isMainThread) {
  const crowd = workerData as Crowd;
  for (const [name, part] of Object.entries(parts)) {
    if (crowd.parts.length === 0 || crowd.parts.includes(name)) launch(part, crowd);
  }
}
