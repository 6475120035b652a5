import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../access/network.ts';
import { type Clock, minute, second } from '../clock.ts';
import { sendClientError } from './errors.ts';
import type { Rounds } from './rounds.ts';
import type { Unread } from './unread.ts';

/** Requests of a connection that may wait for their answer; beyond that nothing more is read from it. */
export const maxUnanswered = 16;

/** How long a peer may take nothing of what is sent to it; microseconds. */
export const stallTime = 30 * second;

/** How long the body of a request may take to arrive, and that of an upload; microseconds. */
export const bodyTime = 30 * second;
export const transferTime = 15 * minute;

/** Bytes that a connection may hold however much all of them do: of most requests there are no more. */
const harmless = 4096;

const connections = new WeakMap<Socket, Connection>();

export const connectionOf = (socket: Socket): Connection | undefined => connections.get(socket);

const transfers = new WeakSet<IncomingMessage>();

/** Gives the body of a request the time of an upload, until it is answered. */
export const allowTransfer = (request: IncomingMessage): void => void transfers.add(request);

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What all connections of a server share. */
interface Surroundings {
  clock: Pick<Clock, 'elapsed'>;
  rounds: Rounds;
  unread: Unread;
  handle: RequestListener;
}

/**
 * The requests of one connection. They are handled one after the other, as they are answered: a client that sends a
 * thousand at once gets no more done at a time than one that waits for each answer.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #address: string;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #rounds: Rounds;
  readonly #handle: RequestListener;
  /** The first is being handled. */
  readonly #unanswered: Exchange[] = [];
  /** The request that arrived last, or arrives, and since when it may. */
  #newest: (Exchange & { since: number }) | undefined;
  #sent = { mark: '', since: 0 };
  /** What arrived where a request should have. */
  #error: Error | undefined;
  #hasLeft = false;
  #parse: (piece: Buffer) => void;
  /** What has arrived and is not parsed yet. */
  #unread: Buffer | undefined;
  readonly #unreadOfAll: Unread;
  /** Bytes of this connection that are counted there. */
  #counted = 0;

  constructor(socket: Socket, { clock, rounds, unread, handle }: Surroundings) {
    this.#socket = socket;
    this.#address = networkOf(socket.remoteAddress ?? '');
    this.#clock = clock;
    this.#rounds = rounds;
    this.#unreadOfAll = unread;
    this.#handle = handle;
    connections.set(socket, this);
    // The server's parser takes whatever has arrived at once, a thousand requests: it is given it in pieces.
    const [parse] = socket.listeners('data');
    this.#parse = (piece) => parse?.call(socket, piece);
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      this.#unread = this.#unread ? Buffer.concat([this.#unread, chunk]) : chunk;
      this.#read();
      if (this.#counted > harmless && unread.isTooMuchOf(this.#address)) socket.destroy();
    });
    socket.once('close', () => this.#forget());
    // The HTTP server resumes a socket for reasons of its own.
    socket.on('resume', () => this.#holdBack());
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const exchange = { request, response };
    this.#newest = { ...exchange, since: this.#clock.elapsed() };
    this.#unanswered.push(exchange);
    response.once('close', () => this.#next(request));
    this.#holdBack();
    if (this.#unanswered.length === 1) this.#begin(exchange);
  }

  /** The connection is no longer one of HTTP: its parser is another's soon. */
  leave(): void {
    this.#hasLeft = true;
    this.#parse = () => {};
    this.#forget();
    this.#newest = undefined;
    this.#unanswered.length = 0;
  }

  /** Answers what is no request, when all that came before it is answered; then hangs up. */
  refuse(error: Error): void {
    this.#error ??= error;
    this.#holdBack();
    this.#hangUp();
  }

  /** Cuts the connection where its peer takes nothing, or sends too slowly. */
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
    // What waits behind others is not read on.
    if (!this.#newest || this.#newest.request.complete || this.#unanswered.length > 1) return false;
    const { request, since } = this.#newest;
    const inHand = this.#unanswered.length === 1;
    return now - since >= (inHand && transfers.has(request) ? transferTime : bodyTime);
  }

  #next(answered: IncomingMessage): void {
    const held = this.#isHeld();
    this.#unanswered.shift();
    if (this.#socket.destroyed || this.#hasLeft) return;
    // The rest of a body that was refused is taken, or nothing after it would ever be read.
    if (!answered.complete) answered.resume();
    const [following] = this.#unanswered;
    if (following && following.request === this.#newest?.request) this.#newest.since = this.#clock.elapsed();
    this.#hangUp();
    // Other connections come first.
    if (following) setImmediate(() => this.#begin(following));
    this.#read();
    if (held && !this.#isHeld()) this.#socket.resume();
  }

  #begin({ request, response }: Exchange): void {
    this.#rounds.begin(this.#address, () => {
      if (!this.#socket.destroyed) this.#handle(request, response);
    });
  }

  /** Parses what has arrived, as far as there is nothing to do already. */
  #read(): void {
    while (this.#unread && !this.#isFull() && !this.#socket.destroyed) {
      const inBody = this.#newest?.request.complete === false;
      if (this.#unanswered.length > 0 && !inBody) break;
      // A body that arrives has no requests in it, but may end soon.
      const size = inBody ? 4096 : 1024;
      const piece = this.#unread.subarray(0, size);
      this.#unread = this.#unread.length > size ? this.#unread.subarray(size) : undefined;
      this.#parse(piece);
    }
    this.#count();
    this.#holdBack();
  }

  #forget(): void {
    this.#unread = undefined;
    this.#count();
  }

  /** A piece of what has arrived keeps all of it in memory. */
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

  /** Where something wrong arrived, and nothing whole waits for an answer any more. */
  #hangUp(): void {
    if (!this.#error) return;
    const [first, second] = this.#unanswered;
    if (second || first?.request.complete) return;
    // Where the reply is under way, or ended before the request did, there is no room for another.
    if (this.#newest?.request.complete === false && this.#newest.response.headersSent) this.#socket.destroy();
    else sendClientError(this.#error, this.#socket);
  }
}

const tooLate = () =>
  Object.assign(new Error('a request did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * How far the peer has come in taking what was sent to it; undefined where nothing waits for it. What it has taken of
 * a long chunk only the handle below the socket knows; Node's own timeout of a socket asks it, too, but starts anew
 * with each byte that a peer sends.
 */
function progressOf(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): string | undefined {
  if (socket.writableLength === 0) return undefined;
  return `${socket.bytesWritten - socket.writableLength} ${socket._handle?.writeQueueSize ?? 0}`;
}
