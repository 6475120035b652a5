import { t } from '../messages/en.ts';
import { go } from '../pages/location.ts';
import { archiveCard, moveCard, spotAt, spotOf } from './commands.ts';
import type { OpenBoard } from './open.ts';

/*
 * Keys of the board, for the card that has the focus, else the one under the pointer. Arrows go from card to card, and
 * with Alt they take the card along.
 */

interface Target {
  board: OpenBoard;
  card: string;
}

/** Who is at the keyboard is not writing. */
const isWriting = ({ target }: Event): boolean =>
  (target as HTMLElement).closest?.('input, textarea, select, [contenteditable], dialog') !== null;

type Step = 'up' | 'down' | 'before' | 'after';

const steps: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'before',
  ArrowRight: 'after',
  k: 'up',
  j: 'down',
};

/** Listens to keys while a board is shown; returns how to end that. */
export function keysOf(lists: HTMLElement, board: OpenBoard): () => void {
  let hovered: string | undefined;
  const onOver = (event: PointerEvent) => {
    hovered = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')?.dataset.card;
  };
  const targetOf = (): string | undefined =>
    (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('[data-card]')?.dataset.card ??
    hovered;
  const focus = (card: string | undefined) => {
    if (card) lists.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"] a`)?.focus();
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isWriting(event)) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey) {
      event.preventDefault();
      board.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (act(event, { board, card: targetOf() ?? '' }, focus, lists)) event.preventDefault();
  };
  const off = new AbortController();
  lists.addEventListener('pointerover', onOver, { signal: off.signal });
  document.addEventListener('keydown', onKey, { signal: off.signal });
  return () => off.abort();
}

/** Whether a key means something here. */
function act(
  { key, altKey }: KeyboardEvent,
  target: Target,
  focus: (card: string | undefined) => void,
  lists: HTMLElement,
): boolean {
  const { board, card } = target;
  const step = steps[key];
  if (step && altKey) return carry(target, step, focus);
  if (step) {
    focus(neighbourOf(target, step));
    return true;
  }
  if (altKey) return false;
  switch (key) {
    case 'c':
      if (!card) return false;
      archive(board, card);
      return true;
    case 'n': {
      const list = board.store.get('card', card).peek()?.listPublicId ?? board.store.lists.peek()[0];
      lists.querySelector<HTMLElement>(`[data-add="${list}"]`)?.click();
      return true;
    }
    case 'e':
    case 't':
      if (card) go(`/c/${card}`);
      return card !== '';
    case '/':
    case 'f':
      document.getElementById('filter')?.focus();
      return true;
    case '<':
      return carry(target, 'before', focus);
    case '>':
      return carry(target, 'after', focus);
    case 'b':
      go('/');
      return true;
    default:
      return false;
  }
}

/** Archives a card, and offers to bring it back. */
export function archive(board: OpenBoard, card: string): void {
  const { store } = board;
  const title = store.get('card', card).peek()?.title ?? '';
  board.do(archiveCard(store, card, true, new Date()), {
    text: t.board.archived(title),
    by: () => archiveCard(store, card, false, new Date()),
  });
}

/** The next card in a direction; the first one where none has the focus. */
function neighbourOf({ board: { store }, card }: Target, step: Step): string | undefined {
  const lists = store.lists.peek();
  const cardsOf = (list: string | undefined) => (list ? store.cardsOf(list).peek() : []);
  const found = store.get('card', card).peek();
  if (!found) return lists.map((list) => cardsOf(list)[0]).find(Boolean);
  const ids = cardsOf(found.listPublicId);
  const at = ids.indexOf(card);
  if (step === 'up' || step === 'down') return ids[at + (step === 'up' ? -1 : 1)] ?? card;
  const here = lists.indexOf(found.listPublicId);
  const others = step === 'before' ? lists.slice(0, here).reverse() : lists.slice(here + 1);
  const next = cardsOf(others.find((list) => cardsOf(list).length > 0));
  return next[Math.min(at, next.length - 1)] ?? card;
}

/** Takes a card along: up or down in its list, or to the list beside it. */
function carry({ board, card }: Target, step: Step, focus: (card: string) => void): boolean {
  const { store } = board;
  const found = store.get('card', card).peek();
  const from = spotOf(store, card);
  if (!found || !from) return false;
  const lists = store.lists.peek();
  const at = store.cardsOf(found.listPublicId).peek().indexOf(card);
  const list =
    step === 'up' || step === 'down'
      ? found.listPublicId
      : lists[lists.indexOf(found.listPublicId) + (step === 'before' ? -1 : 1)];
  if (!list) return true;
  const index = step === 'up' ? at - 1 : step === 'down' ? at + 1 : at;
  if (index < 0 || (step === 'down' && index >= store.cardsOf(list).peek().length)) return true;
  const spot = spotAt(store, list, index, card);
  board.do(moveCard(store, card, spot));
  requestAnimationFrame(() => focus(card));
  announce(board, card, list);
  return true;
}

function announce({ store }: OpenBoard, card: string, list: string): void {
  const region = document.getElementById('announcements');
  const ids = store.cardsOf(list).peek();
  const title = store.get('card', card).peek()?.title ?? '';
  const name = store.get('list', list).peek()?.name ?? '';
  if (region) region.textContent = t.board.move(title, name, ids.indexOf(card) + 1, ids.length);
}
