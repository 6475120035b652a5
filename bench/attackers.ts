import { connect, type Socket } from 'node:net';
import { isMainThread, workerData } from 'node:worker_threads';

/* The attackers, in a thread of their own so that they do not delay the measurements. */

export interface Order {
  name: string;
  target: Target;
  /** Number of connections. */
  count: number;
}

export interface Target {
  host: string;
  port: number;
  /** The token of the attacker, who has an account. */
  token: string;
  board: string;
  publicBoard: string;
  /** The heaviest card that can be stored, and a public board with eight of them. */
  heavyCard: string;
  heavyBoard: string;
}

interface Attack {
  name: string;
  /** What a connection sends at a time. */
  requests: (target: Target) => string;
  /** Whether the replies are read. */
  reads: boolean;
  /** Whether the next request waits for the previous reply. */
  inTurn: boolean;
}

const get = (path: string, headers: readonly string[] = []): string =>
  [`GET ${path} HTTP/1.1`, 'host: attack', ...headers, '', ''].join('\r\n');
const signedIn = ({ token }: Target): string => `authorization: Bearer ${token}`;

const publicBoard = (target: Target) => get(target.publicBoard);
const ownBoard = (target: Target) => get(target.board, [signedIn(target)]);
const filtered = (target: Target) => get(`${target.publicBoard}?query=${'a'.repeat(99)}b`);
const unchanged = (target: Target) => get(target.publicBoard, ['if-none-match: *']);
const page = (target: Target) => get(`${target.board}/cards?limit=500`, [signedIn(target)]);
const script = () => get('/docs/swagger-ui-bundle.js');
const heavyCard = (target: Target) => get(target.heavyCard, [signedIn(target)]);
const heavyBoard = (target: Target) => get(target.heavyBoard);
const me = (target: Target) => get('/api/v1/users/me', [signedIn(target)]);
const slowSignIn = () =>
  `POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: attack\r\ncontent-type: application/json\r\ncontent-length: 16000\r\n\r\n{`;

/** A body of 1 MiB: a start, a repeated part, and an end. */
const bulk = (start: string, repeated: (at: number) => string, end: string) => (target: Target) => {
  let body = start;
  for (let at = 0; body.length < 1024 ** 2 - 100; at++) body += repeated(at);
  body += end;
  return [
    'POST /api/v1/cards/bulk HTTP/1.1',
    'host: attack',
    signedIn(target),
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
};

const bodies: Record<string, Attack['requests']> = {
  'unknown keys': bulk('{"z":0', (at) => `,"k${at}":0`, '}'),
  'empty objects': bulk('{"operations":[{}', () => ',{}', ']}'),
  'bad operations': bulk('{"operations":[0', () => ',{"type":7}', ']}'),
  numbers: bulk('{"operations":[0', () => ',1e9', ']}'),
  depth: bulk('{"operations":', () => '[', '0'),
  escapes: bulk('{"operations":[{"type":"duplicate","title":"', () => '\\ud83d\\ude00', '"}]}'),
};

export const attacks: readonly Attack[] = [
  ...Object.entries(bodies).map(([shape, requests]) => {
    return { name: `a body of ${shape}`, requests, reads: true, inTurn: true };
  }),
  { name: 'a heavy card', requests: heavyCard, reads: true, inTurn: true },
  { name: 'a heavy card, never read', requests: heavyCard, reads: false, inTurn: false },
  { name: 'a public board of heavy cards', requests: heavyBoard, reads: true, inTurn: true },
  { name: 'a public board', requests: publicBoard, reads: true, inTurn: true },
  { name: 'a public board, never read', requests: publicBoard, reads: false, inTurn: false },
  { name: 'a public board, filtered', requests: filtered, reads: true, inTurn: true },
  { name: 'a public board that is known', requests: unchanged, reads: true, inTurn: true },
  { name: 'a board, signed in', requests: ownBoard, reads: true, inTurn: true },
  { name: 'a board, signed in, never read', requests: ownBoard, reads: false, inTurn: false },
  { name: 'a page of 500 cards', requests: page, reads: true, inTurn: true },
  {
    name: 'a thousand small requests at once',
    requests: (target) => me(target).repeat(1000),
    reads: true,
    inTurn: false,
  },
  {
    name: 'a thousand large files at once, never read',
    requests: () => script().repeat(1000),
    reads: false,
    inTurn: false,
  },
  { name: 'nothing', requests: () => '', reads: false, inTurn: true },
  { name: 'a sign-in that does not arrive', requests: slowSignIn, reads: false, inTurn: true },
];

/** Attacks from `count` connections for as long as the thread runs; closed connections are reopened. */
function launch(attack: Attack, target: Target, count: number): void {
  const requests = attack.requests(target);
  const open = () => {
    const socket = connect(target.port, target.host);
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(open, 100));
    socket.on('connect', () => send(socket));
    if (attack.reads) socket.on('data', (chunk) => attack.inTurn && endsReply(chunk) && send(socket));
    else socket.pause();
  };
  const send = (socket: Socket) => {
    if (socket.destroyed) return;
    const taken = socket.write(requests);
    if (!attack.inTurn && attack.reads) {
      if (taken) setImmediate(() => send(socket));
      else socket.once('drain', () => send(socket));
    }
  };
  for (let at = 0; at < count; at++) open();
}

/** Whether a chunk ends a chunked reply, a JSON reply, or a reply without a body. */
const endsReply = (chunk: Buffer): boolean => {
  const end = chunk.subarray(-7).toString('latin1');
  return end.endsWith('0\r\n\r\n') || end.endsWith('}') || end.endsWith('\r\n\r\n');
};

if (!isMainThread) {
  const { name, target, count } = workerData as Order;
  const attack = attacks.find((each) => each.name === name);
  if (attack) launch(attack, target, count);
}
