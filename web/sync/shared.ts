import type { LiveEvent, Viewing } from '../../contract/subscribe.ts';
import { AllRights, type Position } from './rights.ts';
import type { Follow } from './stream.ts';

/*
 * One event stream per workspace for all tabs of a browser. A browser opens at most six connections to a server over
 * HTTP/1.1: six tabs with streams of their own would leave none for requests. This runs in a shared worker, without
 * access to pages.
 */

/** Messages from a tab. */
export type Said =
  | { type: 'follow'; id: string; workspaceId: string; boardId: string; after: number }
  | { type: 'leave'; id: string }
  /** A heartbeat for these subscriptions. */
  | { type: 'alive'; ids: string[] };

/** Messages to a tab, each for one of its subscriptions. */
export type Heard = { id: string } & (
  | { type: 'event'; event: LiveEvent }
  | { type: 'position'; at: Position }
  | { type: 'reset'; position: number }
  | { type: 'presence'; viewing: Viewing }
  /** Whether the stream is open. */
  | { type: 'line'; isOpen: boolean }
  /** The stream was refused. */
  | { type: 'end'; status: number }
  /** The subscription is unknown, because the tab was silent for too long: it has to subscribe again. */
  | { type: 'unknown' }
);

interface Reader {
  id: string;
  boardId: string;
  tell: (heard: Heard) => void;
  seenAt: number;
}

interface Stream {
  readers: Map<string, Reader>;
  end: AbortController;
  /** Ends the current attempt to follow. */
  again: AbortController;
  isOpen: boolean;
  /** Every event up to this position was sent; `recent` holds the last of them, those after `from`. */
  position: number;
  from: number;
  recent: LiveEvent[];
  /** The boards visible to the user, once known. */
  boards: Set<string> | undefined;
  rights: AllRights;
  /** The viewers of each board, once known. */
  viewed: Map<string, Viewing['boards'][number]> | undefined;
}

/** The max number of events replayed to a tab that joins a little behind the others. */
const most = 200;
/** Milliseconds of silence after which a tab counts as gone; timers of background tabs run once a minute. */
const silence = 200_000;

export class SharedStreams {
  readonly #follow: Follow;
  readonly #now: () => number;
  readonly #streams = new Map<string, Stream>();

  constructor(follow: Follow, now: () => number) {
    this.#follow = follow;
    this.#now = now;
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  hear(said: Said, tell: (heard: Heard) => void): void {
    if (said.type === 'follow') this.#join(said, tell);
    else if (said.type === 'leave') this.#leave(({ id }) => id === said.id);
    else {
      const readers = [...this.#streams.values()].flatMap((stream) => [...stream.readers.values()]);
      const known = new Map(readers.map((reader) => [reader.id, reader]));
      for (const id of said.ids) {
        const reader = known.get(id);
        if (reader) reader.seenAt = this.#now();
        else tell({ id, type: 'unknown' });
      }
    }
  }

  /** Connects all streams again, at once: the browser has lost its network, or found one. */
  reopen(): void {
    for (const [workspaceId, stream] of this.#streams) this.#run(workspaceId, stream);
  }

  /** Removes tabs that ended without a message. */
  sweep(): void {
    this.#leave(({ seenAt }) => this.#now() - seenAt > silence);
  }

  #join({ id, workspaceId, boardId, after }: Said & { type: 'follow' }, tell: Reader['tell']): void {
    const reader = { id, boardId, tell, seenAt: this.#now() };
    const stream = this.#streams.get(workspaceId);
    if (!stream) {
      this.#open(workspaceId, after, reader);
      return;
    }
    stream.readers.set(id, reader);
    tell({ id, type: 'line', isOpen: stream.isOpen });
    // A tab that joins, or joins again, has reason to believe that the line is back.
    if (!stream.isOpen) this.#run(workspaceId, stream);
    if (stream.viewed) tellViewing(reader, { isComplete: true, boards: [...stream.viewed.values()] });
    // Events that the stream has passed are replayed or, if they are too old, the tab reads the snapshot itself.
    if (after < stream.from) tell({ id, type: 'reset', position: stream.position });
    else {
      for (const event of stream.recent) if (event.position > after) tellEvent(reader, event);
      const seen = stream.boards && { boardPublicIds: [...stream.boards] };
      tell({
        id,
        type: 'position',
        at: { position: stream.position, ...seen, ...stream.rights.on(boardId) },
      });
    }
  }

  #leave(isGone: (reader: Reader) => boolean): void {
    for (const [workspaceId, { readers, end }] of this.#streams) {
      for (const reader of readers.values()) if (isGone(reader)) readers.delete(reader.id);
      if (readers.size > 0) continue;
      end.abort();
      this.#streams.delete(workspaceId);
    }
  }

  #open(workspaceId: string, after: number, reader: Reader): void {
    const stream: Stream = {
      readers: new Map([[reader.id, reader]]),
      end: new AbortController(),
      again: new AbortController(),
      isOpen: false,
      position: after,
      from: after,
      recent: [],
      boards: undefined,
      rights: new AllRights(),
      viewed: undefined,
    };
    this.#streams.set(workspaceId, stream);
    this.#run(workspaceId, stream);
  }

  #run(workspaceId: string, stream: Stream): void {
    stream.again.abort();
    stream.again = new AbortController();
    const tellAll = (tell: (reader: Reader) => void) => {
      for (const each of stream.readers.values()) tell(each);
    };
    this.#follow({
      workspacePublicId: workspaceId,
      after: stream.position,
      signal: AbortSignal.any([stream.end.signal, stream.again.signal]),
      onLine: (isOpen) => {
        stream.isOpen = isOpen;
        tellAll(({ id, tell }) => tell({ id, type: 'line', isOpen }));
      },
      onEvent: (event) => {
        if (event.board && event.gone) stream.boards?.delete(event.board.publicId);
        else if (event.board) stream.boards?.add(event.board.publicId);
        stream.rights.hear(event);
        stream.recent.push(event);
        if (stream.recent.length > most) stream.from = stream.recent.shift()?.position ?? stream.from;
        tellAll((each) => tellEvent(each, event));
      },
      onPosition: (at) => {
        stream.position = at.position;
        if (at.boardPublicIds) stream.boards = new Set(at.boardPublicIds);
        stream.rights.reached(at);
        tellAll(({ id, tell }) => tell({ id, type: 'position', at }));
      },
      onPresence: (viewing) => {
        if (viewing.isComplete) stream.viewed = new Map();
        for (const board of viewing.boards) stream.viewed?.set(board.publicId, board);
        tellAll((each) => tellViewing(each, viewing));
      },
      onReset: (position) => {
        Object.assign(stream, { position, from: position, recent: [] });
        tellAll(({ id, tell }) => tell({ id, type: 'reset', position }));
      },
    }).catch((error: unknown) => {
      if (this.#streams.get(workspaceId) === stream) this.#streams.delete(workspaceId);
      tellAll(({ id, tell }) => tell({ id, type: 'end', status: statusOf(error) }));
    });
  }
}

/** Sends an event to the tabs of its board, or to all if it concerns the whole workspace. */
function tellEvent({ id, boardId, tell }: Reader, event: LiveEvent): void {
  if (event.boardPublicId === null || event.boardPublicId === boardId) tell({ id, type: 'event', event });
}

/** Sends a tab the viewers of its own board only. */
function tellViewing({ id, boardId, tell }: Reader, { isComplete, boards }: Viewing): void {
  const own = boards.filter(({ publicId }) => publicId === boardId);
  if (isComplete || own.length > 0) tell({ id, type: 'presence', viewing: { isComplete, boards: own } });
}

const statusOf = (error: unknown): number => (error as { status?: number }).status ?? 0;
