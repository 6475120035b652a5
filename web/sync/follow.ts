import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import { follow, type LiveEvent } from '../../contract/subscribe.ts';
import { type Kind, kinds, type Things } from './mutation.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

/*
 * Keeps a board as the server has it: read once, and followed from there. Where the log does not reach back far enough,
 * it is read again.
 */

/** Something of a card that its page shows and its tile does not has changed: the card is to be read again. */
export type CardChanged = (cardId: string) => void;

export interface Followed {
  /** Where the log has been told up to. */
  reached(position: number): void;
  cardChanged: CardChanged;
  /** Nothing is told any more before someone has signed in. */
  signedOut(): void;
}

export class Follower {
  readonly #server: Server;
  readonly #boardId: string;
  readonly #store: Store;
  readonly #told: Followed;
  readonly #end = new AbortController();
  /** How often the board is being read at this moment, and what was told meanwhile. */
  #readings = 0;
  readonly #held: LiveEvent[] = [];
  readonly #filled = signal(false);
  readonly #gone = signal(false);
  /** Settles when the board is there, or cannot be shown. */
  readonly ready: Promise<void>;

  constructor(server: Server, boardId: string, store: Store, told: Followed) {
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

  stop(): void {
    this.#end.abort();
  }

  async #begin(): Promise<void> {
    const { workspaceId, position } = await this.#read();
    void this.#follow(workspaceId, position).catch((error: unknown) => {
      if (this.#end.signal.aborted) return;
      if (error instanceof ApiError && error.status === 401) this.#told.signedOut();
      // Nothing of the workspace can be seen any more.
      else this.#gone.value = true;
    });
  }

  /**
   * What is told while the board is read may be newer than what comes of it: it is put on top of that. Told twice it does
   * no harm.
   */
  async #readAgain(): Promise<void> {
    this.#readings++;
    try {
      await this.#read();
    } catch {
      // Away, or refused: then the stream says so as well.
    } finally {
      this.#readings--;
    }
  }

  async #read(): Promise<{ workspaceId: string; position: number | undefined }> {
    const params = { boardPublicId: this.#boardId };
    const { reply, position } = await this.#server.ask(
      routes.boards.snapshot,
      { params },
      { signal: this.#end.signal },
    );
    this.#store.fill(reply);
    this.#filled.value = true;
    for (const event of this.#held.splice(0)) this.#apply(event);
    if (position !== undefined) this.#told.reached(position);
    return { workspaceId: reply.workspace.publicId, position };
  }

  #follow(workspacePublicId: string, after: number | undefined): Promise<void> {
    const query = { boardPublicId: this.#boardId };
    return follow(
      {
        workspacePublicId,
        ...query,
        ...(after === undefined ? {} : { after }),
        signal: this.#end.signal,
        onEvent: (event) => this.#apply(event),
        onPosition: ({ position, boardPublicIds }) => {
          if (boardPublicIds && !boardPublicIds.includes(this.#boardId)) this.#gone.value = true;
          this.#told.reached(position);
        },
        onReset: () => void this.#readAgain(),
      },
      (asked, signal) =>
        this.#server.open(routes.live.events, { params: { workspacePublicId }, query: asked }, signal),
    );
  }

  #apply(event: LiveEvent): void {
    if (event.reread) void this.#readAgain();
    if (this.#readings > 0) this.#held.push(event);
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
      if (isGone) this.#gone.value = true;
    }
    if (kind !== 'board' || !isGone) this.#store.put(kind, thing.publicId, isGone ? null : (thing as never));
  }
}
