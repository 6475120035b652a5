import type { Held, Point } from '../ui/gesture.ts';
import { type AutoScroll, autoScroll } from './auto-scroll.ts';
import { type Drag, type Dragged, dragged, type Taken } from './dragged.ts';
import { cardAt, listAt, placeInList, placeOfList } from './hit-test.ts';
import { type Picture, pictureOf } from './picture.ts';

/*
 * A drag. A picture of what is dragged follows the pointer. A gap of its size shows where it would land, or a mark on the
 * card that a member would be assigned to.
 */

/** Milliseconds over a folded list before it opens. */
const foldedDelay = 500;

type Place = Pick<Dragged, 'listId' | 'before'>;

export class Dragging {
  readonly #board: HTMLElement;
  readonly #drag: Drag;
  /** Where the pointer is now. */
  readonly #hand: { readonly at: Point };
  /** The picture that follows it. */
  readonly #picture: Picture;
  readonly #scroll: AutoScroll;
  /** The list under the pointer, and since when. */
  #over: { listId: string; since: number } | undefined;
  #next: number;

  constructor(
    board: HTMLElement,
    drag: Drag,
    { of: { element, kind, id }, from }: Held<Taken>,
    hand: { readonly at: Point },
  ) {
    this.#board = board;
    this.#drag = drag;
    this.#hand = hand;
    const box = element.getBoundingClientRect();
    const ids = kind === 'card' ? drag.along(id) : [id];
    const listId = element.closest<HTMLElement>('[data-list]')?.dataset.list ?? '';
    this.#picture = pictureOf(element, { box, from, count: ids.length, isTilted: kind !== 'member' });
    this.#scroll = autoScroll(board, from);
    const { width, height } = box;
    const now: Dragged = { kind, id, ids, from: listId, width, height, listId, before: null };
    dragged.value = { ...now, ...this.#placeOf(now, hand.at, listAt(board, hand.at)) };
    board.classList.add('dragging');
    this.#next = this.#ask();
  }

  end(isDrop: boolean): void {
    cancelAnimationFrame(this.#next);
    const drop = dragged.peek();
    dragged.value = null;
    this.#board.classList.remove('dragging');
    this.#mark();
    if (!drop) return;
    if (isDrop) this.#drag.dropped(drop);
    void this.#picture.land(
      drop.kind === 'member' ? undefined : `[data-${drop.kind}="${CSS.escape(drop.id)}"]`,
    );
  }

  #ask(): number {
    return requestAnimationFrame((time) => this.#frame(time));
  }

  /**
   * Runs once per frame, whatever has happened: updates scrolling, gap and picture. All positions are read before
   * anything is changed, to avoid a second layout.
   */
  #frame(time: number): void {
    const now = dragged.peek();
    if (!now) return;
    const { at } = this.#hand;
    const list = now.kind === 'card' ? listAt(this.#board, at) : undefined;
    const place = this.#placeOf(now, at, list);
    this.#scroll.step(at, time, list);
    this.#picture.moveTo(at);
    if (place && (place.listId !== now.listId || place.before !== now.before))
      dragged.value = { ...now, ...place };
    if (now.kind === 'member') this.#mark(place?.before ?? undefined);
    else if (place?.listId) this.#wait(place.listId, time);
    this.#next = this.#ask();
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

  #wait(listId: string, time: number): void {
    if (this.#over?.listId !== listId) this.#over = { listId, since: time };
    else if (time - this.#over.since > foldedDelay) this.#drag.stayed(listId);
  }
}
