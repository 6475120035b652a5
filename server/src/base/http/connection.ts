import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { largestBody } from '../../../../contract/body-size.ts';
import { networkOf } from '../access/network.ts';
import { type Clock, minute, second } from '../clock.ts';
import { sendClientError } from './errors.ts';
import { countReceived } from './garbage.ts';
import type { Rounds } from './rounds.ts';
import type { Unread } from './unread.ts';

/** Max unanswered requests of a connection; beyond that nothing more is read from it. */
export const maxUnanswered = 16;

/** Max time for which a peer may accept nothing of the data sent to it; microseconds. */
export const stallTime = 30 * second;

/** Max time for the body of a request to arrive, and for that of an upload; microseconds. */
export const bodyTime = 30 * second;
export const transferTime = 15 * minute;

/** Unparsed bytes that a connection may always hold, whatever the total; most requests are smaller. */
const harmless = 4096;

const connections = new WeakMap<Socket, Connection>();

export const connectionOf = (socket: Socket): Connection | undefined => connections.get(socket);

const transfers = new WeakSet<IncomingMessage>();

/** Allows the body of a request the time of an upload, until it is answered. */
export const allowTransfer = (request: IncomingMessage): void => void transfers.add(request);

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** State shared by all connections of a server. */
interface Surroundings {
  clock: Pick<Clock, 'elapsed'>;
  rounds: Rounds;
  unread: Unread;
  handle: RequestListener;
}

/**
 * The requests of one connection, handled and answered one after the other: a client that sends a thousand at once gets
 * no more concurrency than one that waits for each answer.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #address: string;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #rounds: Rounds;
  readonly #handle: RequestListener;
  /** Requests in order; the first is being handled. */
  readonly #unanswered: Exchange[] = [];
  /** The latest request, complete or still arriving, and when its time began. */
  #newest: (Exchange & { since: number }) | undefined;
  #sent = { mark: '', since: 0 };
  /** The error for input that is not a request. */
  #error: Error | undefined;
  #hasLeft = false;
  #parse: (piece: Buffer) => void;
  /** Bytes that have arrived and are not parsed yet. */
  #unread: Buffer | undefined;
  readonly #unreadOfAll: Unread;
  #isParsing = false;
  /** The latest request whose body is being read. */
  #wanted: IncomingMessage | undefined;
  /** Bytes of this connection that are included in `#unreadOfAll`. */
  #counted = 0;

  constructor(socket: Socket, { clock, rounds, unread, handle }: Surroundings) {
    this.#socket = socket;
    this.#address = networkOf(socket.remoteAddress ?? '');
    this.#clock = clock;
    this.#rounds = rounds;
    this.#unreadOfAll = unread;
    this.#handle = handle;
    connections.set(socket, this);
    // The server's parser would consume everything that has arrived at once, even a thousand requests, so it gets the
    // data in pieces.
    const [parse] = socket.listeners('data');
    this.#parse = (piece) => parse?.call(socket, piece);
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      countReceived(chunk.length);
      this.#unread = this.#unread ? Buffer.concat([this.#unread, chunk]) : chunk;
      this.#read();
      if (this.#counted > harmless && unread.isTooMuchOf(this.#address)) socket.destroy();
    });
    socket.once('close', () => this.#forget());
    // The HTTP server resumes sockets for its own reasons.
    socket.on('resume', () => this.#holdBack());
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const exchange = { request, response };
    this.#newest = { ...exchange, since: this.#clock.elapsed() };
    this.#unanswered.push(exchange);
    response.once('close', () => this.#next(request));
    if (hasBody(request)) {
      request.on('newListener', (event) => {
        if (event === 'data' || event === 'readable') this.#want(request);
      });
    }
    this.#holdBack();
    if (this.#unanswered.length === 1) this.#begin(exchange);
  }

  /** The connection no longer carries HTTP: its parser will be reused. */
  leave(): void {
    this.#hasLeft = true;
    this.#parse = () => {};
    this.#forget();
    this.#newest = undefined;
    this.#unanswered.length = 0;
  }

  /** Answers invalid input once everything before it is answered, then closes the connection. */
  refuse(error: Error): void {
    this.#error ??= error;
    this.#holdBack();
    this.#hangUp();
  }

  /** Closes the connection if its peer accepts no data, or sends too slowly. */
  cutIfOverdue(): void {
    const now = this.#clock.elapsed();
    if (this.#isStalled(now)) this.#socket.destroy();
    else if (this.#isLate(now)) this.refuse(tooLate());
  }

  #isStalled(now: number): boolean {
    const mark = progressOf(this.#socket);
    if (mark === undefined || mark !== this.#sent.mark) this.#sent = { mark: mark ?? '', since: now };
    return now - this.#sent.since >= stallTime;
  }

  #isLate(now: number): boolean {
    // Requests queued behind others are not being read.
    if (!this.#newest || this.#newest.request.complete || this.#unanswered.length > 1) return false;
    const { request, since } = this.#newest;
    // The service has not asked for it yet.
    if (hasBody(request) && request !== this.#wanted) return false;
    const inHand = this.#unanswered.length === 1;
    return now - since >= (inHand && transfers.has(request) ? transferTime : bodyTime);
  }

  #next(answered: IncomingMessage): void {
    const held = this.#isHeld();
    this.#unanswered.shift();
    if (this.#socket.destroyed || this.#hasLeft) return;
    // Drain the rest of a refused body, or nothing after it would ever be read.
    if (!answered.complete) {
      this.#wanted = answered;
      answered.resume();
    }
    const [following] = this.#unanswered;
    if (following && following.request === this.#newest?.request) this.#newest.since = this.#clock.elapsed();
    this.#hangUp();
    // Let other connections go first.
    if (following) setImmediate(() => this.#begin(following));
    this.#read();
    if (held && !this.#isHeld()) this.#socket.resume();
  }

  #begin({ request, response }: Exchange): void {
    const handle = () => !this.#socket.destroyed && this.#handle(request, response);
    this.#rounds.begin(this.#address, handle, costOf(request));
  }

  /** Lets the body of a request in, now that it is being read. */
  #want(request: IncomingMessage): void {
    if (this.#wanted === request) return;
    this.#wanted = request;
    if (this.#newest?.request === request) this.#newest.since = this.#clock.elapsed();
    this.#read();
    if (!this.#isHeld() && !this.#socket.destroyed) this.#socket.resume();
  }

  /**
   * Parses the data that has arrived, unless a request is already being handled. The body of a request that waits for its
   * turn stays unparsed, where it is counted.
   */
  #read(): void {
    // The parser cannot be called by what it has called.
    if (this.#isParsing) return;
    this.#isParsing = true;
    while (this.#unread && !this.#isFull() && !this.#socket.destroyed) {
      const inBody = this.#newest?.request.complete === false;
      if (inBody ? this.#newest?.request !== this.#wanted : this.#unanswered.length > 0) break;
      // A piece of a body contains no requests, but the body may end soon.
      const size = inBody ? 4096 : 1024;
      const piece = this.#unread.subarray(0, size);
      this.#unread = this.#unread.length > size ? this.#unread.subarray(size) : undefined;
      this.#parse(piece);
    }
    this.#isParsing = false;
    this.#count();
    this.#holdBack();
  }

  #forget(): void {
    this.#unread = undefined;
    this.#count();
  }

  /** A slice of a buffer keeps the whole buffer in memory, so that is what counts. */
  #count(): void {
    const held = this.#unread?.buffer.byteLength ?? 0;
    if (held === this.#counted) return;
    this.#unreadOfAll.count(this.#address, held - this.#counted);
    this.#counted = held;
  }

  #isFull(): boolean {
    return this.#hasLeft || this.#error !== undefined || this.#unanswered.length >= maxUnanswered;
  }

  #isHeld(): boolean {
    return this.#unread !== undefined || this.#isFull();
  }

  #holdBack(): void {
    if (this.#isHeld()) this.#socket.pause();
  }

  /** Answers invalid input once no complete request is unanswered. */
  #hangUp(): void {
    if (!this.#error) return;
    const [first, second] = this.#unanswered;
    if (second || first?.request.complete) return;
    // If the reply has begun, or ended before the request did, no other reply can be sent.
    if (this.#newest?.request.complete === false && this.#newest.response.headersSent) this.#socket.destroy();
    else sendClientError(this.#error, this.#socket);
  }
}

/** The effort that a request takes, compared with one that has no body. */
const costOf = (request: IncomingMessage): number => {
  if (!hasBody(request)) return 1;
  return 1 + Math.min(Number(request.headers['content-length'] ?? largestBody), largestBody) / 4096;
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const tooLate = () =>
  Object.assign(new Error('a request did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * A mark of the peer's progress in accepting data; undefined if nothing is pending. Only the handle below the socket
 * knows how much of a long chunk the peer has accepted. Node's own socket timeout checks it too, but restarts with each
 * byte that the peer sends.
 */
function progressOf(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): string | undefined {
  if (socket.writableLength === 0) return undefined;
  return `${socket.bytesWritten - socket.writableLength} ${socket._handle?.writeQueueSize ?? 0}`;
}
