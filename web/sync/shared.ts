import type { LiveEvent, Viewing } from '../../contract/subscribe.ts';
import type { Follow } from './stream.ts';

/*
 * One stream of a workspace for all tabs of a browser. A browser opens six connections to a server, and no seventh: six
 * tabs with streams of their own would leave none for requests. This runs in a shared worker, and knows no page.
 */

/** What a tab says. */
export type Said =
  | { type: 'follow'; id: string; workspaceId: string; boardId: string; after: number }
  | { type: 'leave'; id: string }
  /** It is still there. */
  | { type: 'alive'; ids: string[] };

/** What a tab is told, of one of its subscriptions. */
export type Heard = { id: string } & (
  | { type: 'event'; event: LiveEvent }
  | { type: 'position'; at: { position: number; boardPublicIds?: string[] } }
  | { type: 'reset'; position: number }
  | { type: 'presence'; viewing: Viewing }
  /** The stream was refused. */
  | { type: 'end'; status: number }
  /** It was silent for so long that nothing was told to it: it has to follow anew. */
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
  /** All up to there was told, and what came last before that. */
  position: number;
  from: number;
  recent: LiveEvent[];
  /** The boards that can be seen, once that was told. */
  boards: Set<string> | undefined;
  /** Who looks at each board, once that was told. */
  viewed: Map<string, Viewing['boards'][number]> | undefined;
}

/** So many events are told again to a tab that begins a little behind the others. */
const most = 200;
/** Milliseconds; timers of tabs in the background run once a minute. */
const silence = 200_000;

export class SharedStreams {
  readonly #follow: Follow;
  readonly #now: () => number;
  readonly #streams = new Map<string, Stream>();

  constructor(follow: Follow, now: () => number) {
    this.#follow = follow;
    this.#now = now;
  }

  /** How many are open. */
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

  /** Lets go of tabs that ended without a word. */
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
    if (stream.viewed) tellViewing(reader, { isComplete: true, boards: [...stream.viewed.values()] });
    // What the stream has passed is told again, or else read by the tab itself.
    if (after < stream.from) tell({ id, type: 'reset', position: stream.position });
    else {
      for (const event of stream.recent) if (event.position > after) tellEvent(reader, event);
      const seen = stream.boards && { boardPublicIds: [...stream.boards] };
      tell({ id, type: 'position', at: { position: stream.position, ...seen } });
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
      position: after,
      from: after,
      recent: [],
      boards: undefined,
      viewed: undefined,
    };
    this.#streams.set(workspaceId, stream);
    const tellAll = (tell: (reader: Reader) => void) => {
      for (const each of stream.readers.values()) tell(each);
    };
    this.#follow({
      workspacePublicId: workspaceId,
      after,
      signal: stream.end.signal,
      onEvent: (event) => {
        if (event.board && event.gone) stream.boards?.delete(event.board.publicId);
        else if (event.board) stream.boards?.add(event.board.publicId);
        stream.recent.push(event);
        if (stream.recent.length > most) stream.from = stream.recent.shift()?.position ?? stream.from;
        tellAll((each) => tellEvent(each, event));
      },
      onPosition: (at) => {
        stream.position = at.position;
        if (at.boardPublicIds) stream.boards = new Set(at.boardPublicIds);
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

/** What happened on another board concerns a tab only where more than that has changed. */
function tellEvent({ id, boardId, tell }: Reader, event: LiveEvent): void {
  if (event.boardPublicId === null || event.boardPublicId === boardId) tell({ id, type: 'event', event });
}

/** A tab is told of its own board only. */
function tellViewing({ id, boardId, tell }: Reader, { isComplete, boards }: Viewing): void {
  const own = boards.filter(({ publicId }) => publicId === boardId);
  if (isComplete || own.length > 0) tell({ id, type: 'presence', viewing: { isComplete, boards: own } });
}

const statusOf = (error: unknown): number => (error as { status?: number }).status ?? 0;
