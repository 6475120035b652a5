import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { routes } from '../../contract/routes.ts';
import type { Viewing } from '../../contract/subscribe.ts';
import { newKey } from './mutation.ts';
import type { Server } from './server.ts';

/* Who else is viewing a board and which of its cards, and what others are sent about this tab. */

export interface Viewer {
  id: string;
  name: string;
  /** Whether they are writing there; only known for cards. */
  isWriting: boolean;
}

const nobody: readonly Viewer[] = [];

/** Milliseconds between two heartbeats; a viewer who sends none for 45 seconds is taken to have left. */
const beat = 20_000;

/** One user may have several tabs. */
const tabId = newKey();

export class Presence {
  /** The card open in this tab. */
  readonly card: Signal<string | null> = signal(null);
  readonly #boardId: string;
  readonly #me: string;
  /** The number of texts being written in this tab. */
  readonly #texts = signal(0);
  readonly #viewers = signal(nobody);
  #ofCards = new Map<string, Viewer[]>();
  /** Only for the cards that a caller has asked about. */
  readonly #shown = new Map<string, Signal<readonly Viewer[]>>();

  constructor(boardId: string, me: string) {
    this.#boardId = boardId;
    this.#me = me;
  }

  /** All other viewers of the board. Users who have it open in another tab do not see themselves. */
  get viewers(): ReadonlySignal<readonly Viewer[]> {
    return this.#viewers;
  }

  /** The viewers who have a card open. */
  on(cardId: string): ReadonlySignal<readonly Viewer[]> {
    const known = this.#shown.get(cardId);
    if (known) return known;
    const shown = signal<readonly Viewer[]>(this.#ofCards.get(cardId) ?? nobody);
    this.#shown.set(cardId, shown);
    return shown;
  }

  hear({ isComplete, boards }: Viewing): void {
    const told = boards.find(({ publicId }) => publicId === this.#boardId);
    if (!told && !isComplete) return;
    const all: Viewer[] = [];
    this.#ofCards = new Map();
    for (const { user, cards } of told?.viewers ?? []) {
      if (user.id === this.#me) continue;
      const viewer = { id: user.id, name: user.name ?? '', isWriting: false };
      all.push(viewer);
      for (const { publicId, isEditing } of cards) {
        const others = this.#ofCards.get(publicId) ?? [];
        this.#ofCards.set(publicId, [...others, { ...viewer, isWriting: isEditing }]);
      }
    }
    batch(() => {
      show(this.#viewers, all);
      for (const [cardId, shown] of this.#shown) show(shown, this.#ofCards.get(cardId) ?? nobody);
    });
  }

  /** Marks a text as being written in this tab, until the returned function is called. */
  write(): () => void {
    this.#texts.value++;
    return () => {
      this.#texts.value--;
    };
  }

  /**
   * Reports what is open in this tab while the tab is visible, until the returned function is called. Lost reports are
   * not retried: the next heartbeat repeats them, or they expire.
   */
  tell(server: Server, isSeen: ReadonlySignal<boolean>, isGone: ReadonlySignal<boolean>): () => void {
    const here = { params: { boardPublicId: this.#boardId }, query: { tabId } };
    const endSaying = effect(() => {
      if (!isSeen.value || isGone.value) return undefined;
      const body = { cardPublicId: this.card.value, isEditing: this.#texts.value > 0 };
      // A request still in flight must not arrive after the next one.
      const over = new AbortController();
      const say = () => {
        server.ask(routes.presence.set, { ...here, body }, { signal: over.signal }).catch(() => undefined);
      };
      say();
      const saying = setInterval(say, beat);
      return () => {
        clearInterval(saying);
        over.abort();
      };
    });
    const endLeaving = effect(() => {
      if (!isSeen.value) return undefined;
      return () => {
        // A board that is gone has no viewers.
        if (isGone.peek()) return;
        server.ask(routes.presence.remove, here, { keepalive: true }).catch(() => undefined);
      };
    });
    return () => {
      endSaying();
      endLeaving();
    };
  }
}

/** Updates a signal only if its viewers have changed. */
function show(shown: Signal<readonly Viewer[]>, viewers: readonly Viewer[]): void {
  if (JSON.stringify(shown.peek()) !== JSON.stringify(viewers)) shown.value = viewers;
}
