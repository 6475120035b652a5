import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Entities } from '../sync/mutation.ts';
import type { Direction } from '../sync/neighbours.ts';
import type { Store } from '../sync/store.ts';
import { topsOf } from './window.ts';

/*
 * Virtual scrolling: which part of a board is in the DOM. A board of up to `whole` cards is rendered in full. On larger
 * ones, lists out of view are empty boxes and cards out of view are empty space. For printing, a board of up to
 * `printed` cards is rendered in full.
 *
 * The focused element stays in the DOM. To move to a card that is not there, reveal it first:
 *
 *     const card = await board.view.reveal(id);
 *     card?.querySelector('a')?.focus();
 */

/** Rems from the start of one list to the next, as in board.css; on a phone lists are wider. */
const listPitch = 17.625;
/** Max number of cards for rendering all of them: about as many as fit a large screen. */
const whole = 60;
/** Max number of cards for printing all of them: more would take the browser seconds. */
const printed = 500;
/** Min rems of the window above the cards: the headers of the board and of its lists. */
const above = 6;
/** Pixels; the scroll position of a list is rounded to this step, and cards this far out of view are rendered. */
const step = 240;
/** Pixels beyond the board's view within which lists are rendered. */
const beside = 160;

/** What shows the cards of a board instead of its lists, such as a table. */
export interface Instead {
  /** Its cards, in order. */
  readonly cards: ReadonlySignal<readonly string[]>;
  /** Renders a card and scrolls it into view; undefined if it is not shown. */
  reveal(card: string): Promise<HTMLElement | undefined>;
  /** The next card in a direction; the first one if there is no current card. */
  neighbourOf(card: string | undefined, to: Direction): string | undefined;
}

export class View {
  /** Whether parts of the board are left out. */
  readonly isWindowed: ReadonlySignal<boolean>;
  /** What is shown instead of the lists. */
  instead: Instead | undefined;
  readonly #store: Store;
  #board: HTMLElement | undefined;
  /** Lists in view; undefined until they are known, then the first ones count. */
  readonly #near = signal<ReadonlySet<string> | undefined>(undefined);
  /** The scroll position of each list, in steps. */
  readonly #scrolled = new Map<string, Signal<number>>();
  /** Counts the measurements of each list. */
  readonly #measured = new Map<string, Signal<number>>();
  /** The list and card that stay in the DOM: they have the focus, or are about to get it. */
  readonly #stays = { list: signal(''), card: signal('') };
  readonly #lastFocused = signal('');
  readonly #rem: number = 16;
  /** Pixels between two cards, as in board.css. */
  readonly gap: number;
  readonly #isPrinting = signal(false);
  /** The size of the browser's window: read once, because reading it may force a layout. */
  readonly #size = signal({ width: 0, height: 0 });
  readonly #heights = new Map<string, number>();
  readonly #sizes: ResizeObserver | undefined;

  constructor(store: Store) {
    this.#store = store;
    if (typeof document === 'object') {
      this.#size.value = { width: innerWidth, height: innerHeight };
      this.#rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    }
    this.gap =
      this.#rem * (typeof matchMedia === 'function' && matchMedia('(width < 40rem)').matches ? 0.5 : 0.375);
    this.isWindowed = computed(() => {
      const cards = store.lists.value.reduce((sum, id) => sum + store.cardsOf(id).value.length, 0);
      return cards > (this.#isPrinting.value ? printed : whole);
    });
    if (typeof ResizeObserver === 'function') this.#sizes = new ResizeObserver((all) => this.#measure(all));
  }

  /** Tracks what is visible of the board in `element`; returns a function that stops it. */
  watch(element: HTMLElement): () => void {
    this.#board = element;
    const off = new AbortController();
    const { signal: until } = off;
    element.addEventListener('scroll', (event) => this.#onScroll(event.target as HTMLElement), {
      capture: true,
      passive: true,
      signal: until,
    });
    element.addEventListener('focusin', ({ target }) => this.#stay(target as HTMLElement), { signal: until });
    const onResize = () => {
      this.#size.value = { width: innerWidth, height: innerHeight };
      this.#look();
    };
    addEventListener('resize', onResize, { signal: until });
    for (const event of ['beforeprint', 'afterprint'])
      addEventListener(event, () => (this.#isPrinting.value = event === 'beforeprint'), { signal: until });
    // When lists are added, removed or moved, others come into view.
    const end = effect(() => {
      if (this.isWindowed.value && this.#store.lists.value) queueMicrotask(() => this.#look());
    });
    return () => {
      off.abort();
      end();
      this.#sizes?.disconnect();
      this.#board = undefined;
    };
  }

  /** Whether a list is in or near the view; call it in the list's component, which then updates. */
  isNear(listId: string): boolean {
    if (!this.isWindowed.value || this.#stays.list.value === listId) return true;
    const near = this.#near.value;
    const pitch = this.#rem * listPitch;
    return near
      ? near.has(listId)
      : this.#store.lists.value.indexOf(listId) * pitch < this.#size.value.width + beside;
  }

  /** The range of a list, in pixels, whose cards are rendered. */
  spanOf(listId: string): { top: number; bottom: number } {
    const top = (signalIn(this.#scrolled, listId).value - 1) * step;
    return { top, bottom: top + this.#size.value.height - above * this.#rem + 2 * step };
  }

  /** The offsets of a list's cards, measured or estimated. */
  topsOf(listId: string, ids: readonly string[]): Float64Array {
    void signalIn(this.#measured, listId).value;
    return topsOf(ids, (id) => this.#heightOf(id), this.gap);
  }

  /** The card that stays in the DOM, if it is in this list. */
  stayingIn(listId: string): string {
    const id = this.#stays.card.value;
    return this.#store.peek('card', id)?.listPublicId === listId ? id : '';
  }

  /** The card that had the focus last; empty at first. */
  get lastFocused(): ReadonlySignal<string> {
    return this.#lastFocused;
  }

  /** Renders a card and scrolls it into view; undefined if it is not shown, for example because of a filter. */
  async reveal(id: string): Promise<HTMLElement | undefined> {
    if (this.instead) return this.instead.reveal(id);
    this.#stays.list.value = this.#store.peek('card', id)?.listPublicId ?? '';
    this.#stays.card.value = id;
    // Wait until signals have updated the DOM.
    await Promise.resolve();
    const card = this.#board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return card ?? undefined;
  }

  /** The same for a list, whose box may be empty. */
  revealList(id: string): HTMLElement | undefined {
    this.#stays.list.value = id;
    const list = this.#board?.querySelector<HTMLElement>(`[data-list="${CSS.escape(id)}"]`);
    list?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return list ?? undefined;
  }

  /** The `ref` of cards in a windowed list: their heights are observed. */
  readonly measured = (card: HTMLElement | null): void => {
    if (card) this.#sizes?.observe(card);
  };

  #stay(target: HTMLElement): void {
    this.#stays.list.value = target.closest<HTMLElement>('[data-list]')?.dataset.list ?? '';
    this.#stays.card.value = target.closest<HTMLElement>('[data-card]')?.dataset.card ?? '';
    if (this.#stays.card.value) this.#lastFocused.value = this.#stays.card.value;
  }

  #onScroll(scrolled: HTMLElement): void {
    if (scrolled === this.#board) return this.#look();
    const list = scrolled.closest<HTMLElement>('[data-list]')?.dataset.list;
    if (list) signalIn(this.#scrolled, list).value = Math.floor(scrolled.scrollTop / step);
  }

  /** Finds the lists in view by their boxes. */
  #look(): void {
    if (!this.#board || !this.isWindowed.peek()) return;
    const view = this.#board.getBoundingClientRect();
    const near = [...this.#board.querySelectorAll<HTMLElement>(':scope > [data-list]')].filter((list) => {
      const { left, right } = list.getBoundingClientRect();
      return right > view.left - beside && left < view.right + beside;
    });
    const ids = new Set(near.map(({ dataset }) => dataset.list ?? ''));
    if (ids.symmetricDifference(this.#near.peek() ?? new Set()).size > 0) this.#near.value = ids;
  }

  /**
   * Records the measured heights of cards. The browser's scroll anchoring keeps the visible part in place; without it,
   * that is done here.
   */
  #measure(entries: readonly ResizeObserverEntry[]): void {
    const lists = new Set<string>();
    for (const { target, borderBoxSize } of entries) {
      const card = target as HTMLElement;
      const id = card.dataset.card ?? '';
      const height = borderBoxSize[0]?.blockSize ?? 0;
      if (!card.isConnected) this.#sizes?.unobserve(card);
      const before = this.#heights.get(id);
      if (height === 0 || height === before) continue;
      this.#heights.set(id, height);
      const scroller = card.closest<HTMLElement>('[data-scrolls]');
      if (scroller && before !== undefined && !anchors && card.offsetTop + before <= scroller.scrollTop)
        scroller.scrollTop += height - before;
      lists.add(card.closest<HTMLElement>('[data-list]')?.dataset.list ?? '');
    }
    // Deferred: cards rendered now would be measured in the same frame, endlessly.
    if (lists.size > 0)
      requestAnimationFrame(() => {
        for (const id of lists) signalIn(this.#measured, id).value++;
      });
  }

  #heightOf(id: string): number {
    const known = this.#heights.get(id);
    if (known !== undefined) return known;
    const guess = this.#guess(id);
    this.#heights.set(id, guess);
    return guess;
  }

  /** Estimates a card's height from its labels, title and badges, in a list of usual width. */
  #guess(id: string): number {
    const card = this.#store.peek('card', id);
    if (!card) return 0;
    const labels = card.labelPublicIds.reduce(
      (sum, each) => sum + (this.#store.peek('label', each)?.name.length ?? 0) * 6.5 + 18,
      0,
    );
    return (
      16 +
      (card.cover ? (card.cover.colour ? 32 : 112) : 0) +
      Math.ceil(card.title.length / 34) * 20 +
      (labels > 0 ? Math.ceil(labels / 240) * 22 + 1 : 0) +
      (card.fields || card.isTemplate ? 22 : 0) +
      (hasBadges(card) ? 28 : 0)
    );
  }
}

/**
 * Whether a tile has a row below its title. What would be alone in it stands next to the title instead: a description's
 * icon, and at most two faces, which leave the title enough room.
 */
export const hasBadges = (card: Entities['card']): boolean =>
  card.dueDate !== null ||
  card.recurrence !== null ||
  card.blocked === true ||
  card.children !== undefined ||
  card.pullRequest !== undefined ||
  card.questionCount !== undefined ||
  card.claim !== undefined ||
  card.commentCount + card.attachmentCount + card.itemCount > 0 ||
  card.memberPublicIds.length > 2;

const anchors = typeof CSS !== 'undefined' && CSS.supports('overflow-anchor', 'auto');

function signalIn(map: Map<string, Signal<number>>, key: string): Signal<number> {
  const known = map.get(key) ?? signal(0);
  map.set(key, known);
  return known;
}
