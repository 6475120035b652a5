import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import { type LiveEvent, pause, type Viewing } from '../../contract/subscribe.ts';
import { type Kind, kinds, type Things } from './mutation.ts';
import type { Server } from './server.ts';
import type { Contents, Store } from './store.ts';
import type { Follow } from './stream.ts';

/*
 * Keeps a board as the server has it. It begins with what was kept of it here, or else it is read once, and is followed
 * from there. Where the log does not reach back far enough, it is read again.
 */

/** Something of a card that its page shows and its tile does not has changed, of any card where it is null: it is to be read again. */
export type CardChanged = (cardId: string | null) => void;

export interface Followed {
  /** Where the log has been told up to. */
  reached(position: number): void;
  cardChanged: CardChanged;
  /** What is told, before it is shown. */
  heard(event: LiveEvent): void;
  /** Who looks at it now. */
  viewed(viewing: Viewing): void;
  /** Nothing is told any more before someone has signed in. */
  signedOut(): void;
}

/** A board as it was when its log had been told up to a position. */
export interface KeptBoard {
  workspaceId: string;
  position: number;
  contents: Contents;
}

/** Keeps a board beyond the end of the page. */
export interface BoardKeeper {
  load(): Promise<KeptBoard | undefined>;
  /** Keeps it as it is when there is time for that. */
  save(read: () => KeptBoard): void;
  /** Leaves nothing of it, nor of its cards. */
  drop(): Promise<void>;
  dropCard(id: string): Promise<void>;
}

/** Where a board comes from. */
export interface Sources {
  server: Server;
  stream: Follow;
  keeper: BoardKeeper;
}

/** Milliseconds before a board is tried to be read again, by how often that has failed. */
const pauses = [1000, 2000, 5000, 10_000, 30_000];

/** Milliseconds from a change to when the board is kept as it is then. */
const laziness = 2000;

export class Follower {
  readonly #server: Server;
  readonly #boardId: string;
  readonly #stream: Follow;
  readonly #keeper: BoardKeeper;
  readonly #store: Store;
  readonly #told: Followed;
  readonly #end = new AbortController();
  /** Whether the board is being read again at this moment, whether that is too early by now, and what was told meanwhile. */
  #isReading = false;
  #isStale = false;
  readonly #held: LiveEvent[] = [];
  /** Where the log had been told up to while the board was read again. */
  #passed = 0;
  readonly #filled = signal(false);
  readonly #gone = signal(false);
  #workspaceId = '';
  /** All up to there is in the store. */
  #position = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;
  /** Settles when the board is there, or cannot be shown. */
  readonly ready: Promise<void>;

  constructor({ server, stream, keeper }: Sources, boardId: string, store: Store, told: Followed) {
    this.#stream = stream;
    this.#keeper = keeper;
    this.#server = server;
    this.#boardId = boardId;
    this.#store = store;
    this.#told = told;
    this.ready = this.#begin();
  }

  get isFilled(): ReadonlySignal<boolean> {
    return this.#filled;
  }

  /** Whether it was deleted, or can be seen no more. */
  get isGone(): ReadonlySignal<boolean> {
    return this.#gone;
  }

  /** Goes on after a sign-in. */
  resume(): void {
    if (this.#filled.peek()) void this.#follow();
  }

  stop(): void {
    this.#end.abort();
    this.#save();
  }

  async #begin(): Promise<void> {
    const kept = await this.#keeper.load();
    if (kept) this.#fill(kept);
    else await this.#read();
    void this.#follow();
  }

  #fill({ workspaceId, position, contents }: KeptBoard): void {
    this.#workspaceId = workspaceId;
    this.#position = position;
    this.#store.fill(contents);
    this.#filled.value = true;
  }

  /**
   * What is told while the board is read may be newer than what comes of it: it is put on top of that. Told twice it does
   * no harm. Where it has to be read once more by then, that is done once, however often it was told.
   */
  async #readAgain(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    for (let failed = 0; this.#isStale && !this.#end.signal.aborted; ) {
      this.#isStale = false;
      try {
        await this.#read();
      } catch (error) {
        // Where it was refused, the stream says so as well.
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) break;
        this.#isStale = true;
        await pause(pauses[Math.min(failed++, pauses.length - 1)] ?? 0, this.#end.signal);
      }
    }
    this.#isReading = false;
    this.#reached(this.#isStale ? this.#position : this.#passed);
  }

  async #read(): Promise<void> {
    const params = { boardPublicId: this.#boardId };
    const { reply, position } = await this.#server.ask(
      routes.boards.snapshot,
      { params },
      { signal: this.#end.signal },
    );
    this.#fill({ workspaceId: reply.workspace.publicId, position: position ?? 0, contents: reply });
    for (const event of this.#held.splice(0)) this.#show(event);
    this.#told.cardChanged(null);
    this.#reached(position ?? 0);
  }

  async #follow(): Promise<void> {
    const query = { boardPublicId: this.#boardId };
    const workspacePublicId = this.#workspaceId;
    const { signal } = this.#end;
    const subscription = {
      workspacePublicId,
      ...query,
      after: this.#position,
      signal,
      onEvent: (event: LiveEvent) => this.#apply(event),
      onPosition: ({ position, boardPublicIds }: { position: number; boardPublicIds?: string[] }) => {
        if (boardPublicIds && !boardPublicIds.includes(this.#boardId)) this.lose();
        this.#reached(position);
      },
      onPresence: (viewing: Viewing) => this.#told.viewed(viewing),
      onReset: () => void this.#readAgain(),
    };
    try {
      await this.#stream(subscription);
    } catch (error) {
      if (signal.aborted) return;
      const { status } = error as { status?: number };
      // No answer of the server, but a fault of ours.
      if (!status) throw error;
      if (status === 401) this.#told.signedOut();
      // Nothing of the workspace can be seen any more.
      else this.lose();
    }
  }

  /** All up to there has been told. While the board is read again, it is not in the store yet. */
  #reached(position: number): void {
    this.#told.reached(position);
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
      return { workspaceId: this.#workspaceId, position: this.#position, contents };
    });
  }

  /** It was deleted, here or elsewhere, or can be seen no more: nothing is kept of it. */
  lose(): void {
    this.#gone.value = true;
    void this.#keeper.drop();
  }

  #apply(event: LiveEvent): void {
    // What is on a card is read again with it, and is no part of the board.
    if (event.reread && !event.checklist) void this.#readAgain();
    if (this.#isReading) this.#held.push(event);
    this.#told.heard(event);
    this.#show(event);
  }

  #show(event: LiveEvent): void {
    const { boardPublicId: boardId } = event;
    if (boardId !== null && boardId !== this.#boardId) return;
    batch(() => {
      for (const kind of kinds)
        if (event[kind]) this.#put(kind, event[kind] as Things[Kind], event.gone === true);
      for (const part of [event.comment, event.checklist, event.attachment])
        if (part && 'cardPublicId' in part) this.#told.cardChanged(String(part.cardPublicId));
      if (event.card) this.#told.cardChanged(event.card.publicId);
      this.#told.reached(event.position);
    });
  }

  #put(kind: Kind, thing: Things[Kind], isGone: boolean): void {
    if (kind === 'board') {
      if (thing.publicId !== this.#boardId) return;
      if (isGone) this.lose();
    }
    // What its page has shown goes with it: it may be out of sight.
    if (kind === 'card' && isGone) void this.#keeper.dropCard(thing.publicId);
    if (kind !== 'board' || !isGone) this.#store.put(kind, thing.publicId, isGone ? null : (thing as never));
  }
}
