import { signal } from '@preact/signals';
import { gestures, type Held, type Point } from '../ui/gesture.ts';
import { type AutoScroll, autoScroll } from './auto-scroll.ts';
import { cardAt, listAt, placeInList, placeOfList } from './hit-test.ts';
import { type Picture, pictureOf } from './picture.ts';

/*
 * Dragging of cards, lists and members, with one set of listeners for the whole board. A picture of what is dragged
 * follows the pointer. A gap of its size shows where it would land, or a mark on the card that a member would be
 * assigned to. A card that was held but not dragged opens its menu.
 */

export type DragKind = 'card' | 'list' | 'member';

export interface Dragged {
  kind: DragKind;
  /** The id of what was picked up. */
  id: string;
  /** Everything that is dragged with it, in order. */
  ids: readonly string[];
  /** The list that it came from. */
  from: string;
  /** Pixels, the size of the gap. */
  width: number;
  height: number;
  /** The list that it would land in. */
  listId: string;
  /** The card or list that it would land before; null is the end. For a member: the card to assign it to. */
  before: string | null;
}

/** What is being dragged, and where it would land. */
export const dragged = signal<Dragged | null>(null);

export interface Drag {
  /** Whether the user may drag such a thing. */
  may(kind: DragKind): boolean;
  /** The cards dragged along with a card, in order. */
  along(id: string): readonly string[];
  /** The visible cards of a list. */
  shownIn(listId: string): readonly string[];
  /** Called when the pointer has stayed over a list for a while. */
  stayed(listId: string): void;
  dropped(drop: Dragged): void;
  /** Called when a finger has held a card and released it without a drag. */
  held(card: string): void;
}

/** Milliseconds over a folded list before it opens. */
const foldedDelay = 500;

const handles = '[data-card], [data-list-handle], [data-drag-member]';
const own = 'button:not(h2 > button, [data-drag-member]), input, textarea, select, [popover], [data-still]';

type Place = Pick<Dragged, 'listId' | 'before'>;

interface Taken {
  element: HTMLElement;
  kind: DragKind;
}

/** The picture that follows the pointer. */
interface Lifted {
  at: Point;
  picture: Picture;
  scroll: AutoScroll;
  /** The list under the pointer, and since when. */
  over?: { listId: string; since: number };
  frame: number;
}

/** Makes the board on a page draggable; `board` is the element of the lists. Returns a function that stops it. */
export function draggable(page: HTMLElement, board: HTMLElement, drag: Drag): () => void {
  const dragging = new Dragging(board, drag);
  return gestures<Taken>(page, {
    take: (target) => {
      const taken = takenAt(target);
      return taken && drag.may(taken.kind) ? taken : undefined;
    },
    begin: (held) => dragging.begin(held),
    follow: ({ at }) => dragging.follow(at),
    end: (held, isDrop) => dragging.end(held, isDrop),
  });
}

/** The drag on a board, if there is one. */
class Dragging {
  readonly #board: HTMLElement;
  readonly #drag: Drag;
  #lifted: Lifted | undefined;

  constructor(board: HTMLElement, drag: Drag) {
    this.#board = board;
    this.#drag = drag;
  }

  begin({ of: { element, kind }, from, at }: Held<Taken>): void {
    const box = element.getBoundingClientRect();
    const id = idOf(element, kind);
    const ids = kind === 'card' ? this.#drag.along(id) : [id];
    const listId = element.closest<HTMLElement>('[data-list]')?.dataset.list ?? '';
    const picture = pictureOf(element, { box, from, count: ids.length, isTilted: kind !== 'member' });
    const scroll = autoScroll(this.#board, from);
    const { width, height } = box;
    const now: Dragged = { kind, id, ids, from: listId, width, height, listId, before: null };
    dragged.value = { ...now, ...this.#placeOf(now, at, listAt(this.#board, at)) };
    this.#board.classList.add('dragging');
    this.#lifted = { at, picture, scroll, frame: this.#next() };
  }

  follow(at: Point): void {
    if (this.#lifted) this.#lifted.at = at;
  }

  end({ isMoved }: Held<Taken>, isDrop: boolean): void {
    const drop = dragged.peek();
    const ended = this.#lifted;
    this.#lifted = undefined;
    dragged.value = null;
    this.#board.classList.remove('dragging');
    this.#mark();
    if (!ended || !drop) return;
    cancelAnimationFrame(ended.frame);
    if (isDrop && isMoved) this.#drag.dropped(drop);
    // Deferred: the browser would close a popover that opens while the finger is being lifted.
    else if (isDrop && drop.kind === 'card') setTimeout(() => this.#drag.held(drop.id));
    void ended.picture.land(
      drop.kind === 'member' ? undefined : `[data-${drop.kind}="${CSS.escape(drop.id)}"]`,
    );
  }

  #next(): number {
    return requestAnimationFrame((time) => this.#frame(time));
  }

  /**
   * Runs once per frame, whatever has happened: updates scrolling, gap and picture. All positions are read before
   * anything is changed, to avoid a second layout.
   */
  #frame(time: number): void {
    const now = dragged.peek();
    const lifted = this.#lifted;
    if (!lifted || !now) return;
    const { picture, scroll, at } = lifted;
    const list = now.kind === 'card' ? listAt(this.#board, at) : undefined;
    const place = this.#placeOf(now, at, list);
    scroll.step(at, time, list);
    picture.moveTo(at);
    if (place && (place.listId !== now.listId || place.before !== now.before))
      dragged.value = { ...now, ...place };
    if (now.kind === 'member') this.#mark(place?.before ?? undefined);
    else if (place?.listId) this.#wait(lifted, place.listId, time);
    lifted.frame = this.#next();
  }

  #placeOf(now: Dragged, at: Point, list?: HTMLElement): Place | undefined {
    if (now.kind === 'member') return { listId: '', before: cardAt(at) };
    if (now.kind === 'list') return { listId: '', before: placeOfList(this.#board, at, now.id) };
    if (!list) return undefined;
    const listId = list.dataset.list ?? '';
    return { listId, before: placeInList(list, at, this.#drag.shownIn(listId), now.ids) };
  }

  /** Marks the card that a member would be assigned to. */
  #mark(id?: string): void {
    for (const each of this.#board.querySelectorAll('[data-card][data-over]'))
      if ((each as HTMLElement).dataset.card !== id) each.removeAttribute('data-over');
    if (id) this.#board.querySelector(`[data-card="${CSS.escape(id)}"]`)?.setAttribute('data-over', '');
  }

  #wait(waiting: Lifted, listId: string, time: number): void {
    if (waiting.over?.listId !== listId) waiting.over = { listId, since: time };
    else if (time - waiting.over.since > foldedDelay) this.#drag.stayed(listId);
  }
}

function takenAt(target: HTMLElement): Taken | undefined {
  const handle = target.closest(own) ? null : target.closest<HTMLElement>(handles);
  const element = handle?.matches('[data-list-handle]') ? handle.closest<HTMLElement>('[data-list]') : handle;
  if (!element) return undefined;
  return { element, kind: element.dataset.card ? 'card' : element.dataset.list ? 'list' : 'member' };
}

const idOf = ({ dataset }: HTMLElement, kind: DragKind): string =>
  (kind === 'card' ? dataset.card : kind === 'list' ? dataset.list : dataset.dragMember) ?? '';
