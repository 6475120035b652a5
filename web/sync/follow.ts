import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import { routes } from '../../contract/routes.ts';
import { type LiveEvent, pause, type Viewing } from '../../contract/subscribe.ts';
import { inTurns } from './in-turns.ts';
import type { BoardKeeper, KeptBoard } from './kept-board.ts';
import { Line } from './line.ts';
import { type Entities, type Kind, kinds } from './mutation.ts';
import { noRights, type Position, type Rights, rightsAfter, rightsAt } from './rights.ts';
import { mayPass, type Server } from './server.ts';
import type { Store } from './store.ts';
import type { Follow } from './stream.ts';

/*
 * Keeps a board in step with the server. It starts from the local copy or, without one, a snapshot, and follows the
 * event stream from there. If the log does not reach back far enough, it reads the snapshot again.
 */

/** Something on a card that its page shows and its tile does not has changed: read it again. Null stands for every card. */
export type CardChanged = (cardId: string | null) => void;

export interface Followed {
  /** The position up to which events have arrived. */
  reached(position: number): void;
  cardChanged: CardChanged;
  /** Called with each event before it is shown. */
  heard(event: LiveEvent): void;
  /** Called with the users who are viewing the board now. */
  viewed(viewing: Viewing): void;
  /** Called when the session has ended: no events arrive until the user signs in. */
  signedOut(): void;
  /** The stream has opened: the server can be reached. */
  connected(): void;
}

/** The sources of a board. */
export interface Sources {
  server: Server;
  stream: Follow;
  keeper: BoardKeeper;
}

/** Milliseconds before the next attempt to read a board, by the number of failures so far. */
const pauses = [1000, 2000, 5000, 10_000, 30_000];

/** Milliseconds between a change and storing the board. */
const laziness = 2000;

export class Follower {
  readonly #server: Server;
  readonly #boardId: string;
  readonly #stream: Follow;
  readonly #keeper: BoardKeeper;
  readonly #store: Store;
  readonly #listener: Followed;
  readonly #end = new AbortController();
  /** Ends the current attempt to follow or to read, for another one at once. */
  #now = new AbortController();
  /** Whether the snapshot is being read again, whether it is already out of date, and the events that arrived meanwhile. */
  #isReading = false;
  #isStale = false;
  readonly #held: LiveEvent[] = [];
  /** The position that the stream has reached, even while the snapshot is being read again. */
  #passed = 0;
  readonly #filled = signal(false);
  readonly #gone = signal(false);
  readonly #rights = signal(noRights);
  readonly #workspace = signal<KeptBoard['workspace']>({ publicId: '', name: '' });
  readonly #away = signal(false);
  readonly #line = new Line();
  /** Every event up to this position is in the store. */
  #position = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;
  /** Settles when the board is loaded or cannot be shown. */
  readonly ready: Promise<void>;

  constructor({ server, stream, keeper }: Sources, boardId: string, store: Store, listener: Followed) {
    this.#stream = stream;
    this.#keeper = keeper;
    this.#server = server;
    this.#boardId = boardId;
    this.#store = store;
    this.#listener = listener;
    this.ready = this.#begin();
  }

  get isFilled(): ReadonlySignal<boolean> {
    return this.#filled;
  }

  /** Whether the board was deleted or is no longer visible to the user. */
  get isGone(): ReadonlySignal<boolean> {
    return this.#gone;
  }

  get workspace(): ReadonlySignal<KeptBoard['workspace']> {
    return this.#workspace;
  }

  /** What the user may do now. */
  get rights(): ReadonlySignal<Rights> {
    return this.#rights;
  }

  /** Whether there is nothing to show because the server could not be reached so far. */
  get isAway(): ReadonlySignal<boolean> {
    return this.#away;
  }

  /** Whether no events have arrived for a while because the line is down: what is shown may be out of date. */
  get isCut(): ReadonlySignal<boolean> {
    return this.#line.isCut;
  }

  /** Tries again at once: the user has signed in, or the line may be back. */
  resume(): void {
    this.#now.abort();
    this.#now = new AbortController();
    if (this.#filled.peek()) void this.#follow();
  }

  stop(): void {
    this.#end.abort();
    this.#line.stop();
    this.#save();
  }

  async #begin(): Promise<void> {
    const kept = await this.#keeper.load();
    if (kept) this.#fill(kept);
    else await this.#readAtLast();
    if (this.#filled.peek()) void this.#follow();
  }

  #fill({ workspace, position, contents, rights }: KeptBoard): void {
    this.#position = position;
    batch(() => {
      this.#workspace.value = workspace;
      this.#rights.value = rights;
      this.#store.fill(contents);
      this.#filled.value = true;
    });
  }

  /**
   * Reads the snapshot again. Events that arrive meanwhile may be newer than it, so those are applied again on top. Any number
   * of requests during a read result in one more read.
   */
  async #readAgain(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale && !this.#end.signal.aborted) {
      this.#isStale = false;
      // If the board is refused, the stream reports that as well.
      this.#isStale = !(await this.#readAtLast().catch(() => true)) || this.#isStale;
    }
    this.#isReading = false;
    this.#reached(this.#isStale ? this.#position : this.#passed);
  }

  /** Reads the snapshot, as often as it takes; false if the page was closed before. Throws if the server refuses. */
  async #readAtLast(): Promise<boolean> {
    for (let failed = 0; !this.#end.signal.aborted; failed++) {
      try {
        await this.#read();
        return true;
      } catch (error) {
        if (!mayPass(error)) throw error;
        this.#away.value = !this.#filled.peek();
        await pause(pauses[Math.min(failed, pauses.length - 1)] ?? 0, this.#until());
      }
    }
    return false;
  }

  #until(): AbortSignal {
    return AbortSignal.any([this.#end.signal, this.#now.signal]);
  }

  async #read(): Promise<void> {
    const params = { boardPublicId: this.#boardId };
    const options = { signal: this.#end.signal, parse: inTurns };
    const { reply, position } = await this.#server.ask(routes.boards.snapshot, { params }, options);
    const { workspace, workspacePermissions: inWorkspace, boardPermissions: onBoard, ...contents } = reply;
    this.#fill({ workspace, position: position ?? 0, contents, rights: { inWorkspace, onBoard } });
    for (const event of this.#held.splice(0)) if (this.#isNew(event)) this.#show(event);
    this.#listener.cardChanged(null);
    this.#reached(position ?? 0);
  }

  async #follow(): Promise<void> {
    const signal = this.#until();
    this.#line.hear(false);
    const subscription = {
      workspacePublicId: this.#workspace.peek().publicId,
      boardPublicId: this.#boardId,
      after: this.#position,
      signal,
      onEvent: (event: LiveEvent) => this.#apply(event),
      onPosition: (at: Position) => {
        if (at.boardPublicIds && !at.boardPublicIds.includes(this.#boardId)) this.lose();
        this.#rights.value = rightsAt(this.#rights.peek(), at, this.#boardId);
        this.#reached(at.position);
      },
      onPresence: (viewing: Viewing) => this.#listener.viewed(viewing),
      onReset: (position: number) => {
        // Lower than before if a backup of the server was restored.
        this.#passed = position;
        void this.#readAgain();
      },
      onLine: (isOpen: boolean) => {
        this.#line.hear(isOpen);
        if (isOpen) this.#listener.connected();
      },
    };
    try {
      await this.#stream(subscription);
    } catch (error) {
      if (signal.aborted) return;
      const { status } = error as { status?: number };
      // Not a response of the server, but a bug in the client.
      if (!status) throw error;
      this.#line.stop();
      if (status === 401) this.#listener.signedOut();
      // The user can no longer see the workspace.
      else this.lose();
    }
  }

  /** Every event up to the position has arrived. While the snapshot is being read again, they are not all in the store yet. */
  #reached(position: number): void {
    this.#listener.reached(position);
    this.#passed = Math.max(this.#passed, position);
    if (this.#isReading) return;
    this.#position = Math.max(this.#position, position);
    this.#saving ??= setTimeout(() => this.#save(), laziness);
  }

  #save(): void {
    if (this.#saving === undefined || this.#gone.peek()) return;
    clearTimeout(this.#saving);
    this.#saving = undefined;
    this.#keeper.save(() => {
      const { cards, ...rest } = this.#store.contents();
      const contents = { ...rest, cards: cards.filter(({ archivedAt }) => archivedAt === null) };
      const rights = this.#rights.peek();
      return { workspace: this.#workspace.peek(), position: this.#position, contents, rights };
    });
  }

  /** The board was deleted, here or elsewhere, or is no longer visible: deletes the local copy. */
  lose(): void {
    this.#gone.value = true;
    void this.#keeper.drop();
  }

  #apply(event: LiveEvent): void {
    this.#listener.heard(event);
    if (!this.#isReading && !this.#isNew(event)) return;
    // What is on a card is read again with it, and is no part of the board.
    if (event.reread && !event.checklist) void this.#readAgain();
    if (this.#isReading) this.#held.push(event);
    this.#show(event);
  }

  /**
   * Whether the store does not include an event yet. An older one, which arrives late after a snapshot, could bring back what
   * is gone: for good if the line is cut next, since the stream is resumed from the snapshot's position.
   */
  readonly #isNew = ({ position }: LiveEvent): boolean => position > this.#position;

  #show(event: LiveEvent): void {
    const { boardPublicId: boardId } = event;
    if (boardId !== null && boardId !== this.#boardId) return;
    batch(() => {
      this.#rights.value = rightsAfter(this.#rights.peek(), event, this.#boardId);
      if (event.workspace && 'name' in event.workspace) {
        const { publicId, name, cardPrefix } = event.workspace;
        this.#workspace.value = { publicId, name, cardPrefix };
      }
      for (const kind of kinds)
        if (event[kind]) this.#put(kind, event[kind] as Entities[Kind], event.gone === true);
      for (const part of [event.comment, event.checklist, event.attachment])
        if (part && 'cardPublicId' in part) this.#listener.cardChanged(String(part.cardPublicId));
      if (event.card) this.#listener.cardChanged(event.card.publicId);
      this.#listener.reached(event.position);
    });
  }

  #put(kind: Kind, entity: Entities[Kind], isGone: boolean): void {
    if (kind === 'board') {
      if (entity.publicId !== this.#boardId) return;
      if (isGone) this.lose();
    }
    // The stored copy of its page is deleted too, even if the page is not open.
    if (kind === 'card' && isGone) void this.#keeper.dropCard(entity.publicId);
    if (kind !== 'board' || !isGone)
      this.#store.put(kind, entity.publicId, isGone ? null : (entity as never));
  }
}
