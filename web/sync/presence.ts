import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { routes } from '../../contract/routes.ts';
import type { Viewing } from '../../contract/subscribe.ts';
import { newKey } from './mutation.ts';
import type { Server } from './server.ts';

/* Who else looks at a board and at which of its cards, and what they are told about this tab. */

export interface Viewer {
  id: string;
  name: string;
  /** Whether they write something there; told of cards only. */
  isWriting: boolean;
}

const nobody: readonly Viewer[] = [];

/** Milliseconds between two words; who says none for 45 seconds is taken to have left. */
const beat = 20_000;

/** One person may have several tabs. */
const tabId = newKey();

export class Presence {
  /** The card that is open in this tab. */
  readonly card: Signal<string | null> = signal(null);
  readonly #boardId: string;
  readonly #me: string;
  /** How many texts are being written here. */
  readonly #texts = signal(0);
  readonly #viewers = signal(nobody);
  #ofCards = new Map<string, Viewer[]>();
  /** For those cards that somebody has asked about. */
  readonly #shown = new Map<string, Signal<readonly Viewer[]>>();

  constructor(boardId: string, me: string) {
    this.#boardId = boardId;
    this.#me = me;
  }

  /** All others who look at the board. Whoever has it open in another tab is not shown to themselves. */
  get viewers(): ReadonlySignal<readonly Viewer[]> {
    return this.#viewers;
  }

  /** Those of them who have a card open. */
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

  /** A text is written here, until what is returned is called. */
  write(): () => void {
    this.#texts.value++;
    return () => {
      this.#texts.value--;
    };
  }

  /**
   * Tells others what is open here, for as long as the tab is seen and until what is returned is called. What does not
   * arrive is not missed: it is said again, or forgotten.
   */
  tell(server: Server, isSeen: ReadonlySignal<boolean>, isGone: ReadonlySignal<boolean>): () => void {
    const here = { params: { boardPublicId: this.#boardId }, query: { tabId } };
    const endSaying = effect(() => {
      if (!isSeen.value || isGone.value) return undefined;
      const body = { cardPublicId: this.card.value, isEditing: this.#texts.value > 0 };
      // A word that is still under way must not come after the next one.
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
        // Nobody looks at a board that is gone.
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

/** Who looks at what is not shown again is not told again. */
function show(shown: Signal<readonly Viewer[]>, viewers: readonly Viewer[]): void {
  if (JSON.stringify(shown.peek()) !== JSON.stringify(viewers)) shown.value = viewers;
}
