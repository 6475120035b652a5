import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { go, path, query } from '../app/location.ts';
import { locale } from '../messages/formats.ts';
import type { Store } from '../sync/store.ts';
import type { Spot } from './commands.ts';
import type { Meant } from './language.ts';
import { type Criteria, fromAddress, isNothing, matcher, nothing, nowAt, toAddress } from './match.ts';
import type { OpenBoard } from './open.ts';
import { addressOfView } from './view-address.ts';

/*
 * The filter of the open board. It is part of the board's address, so that Back works and links show the same cards.
 * While a card is open, whose address has no filter, it stays unchanged.
 */

const held = signal<Criteria>(nothing);

export const criteria: ReadonlySignal<Criteria> = held;

export const isFiltered = computed(() => !isNothing(held.value));

/** Milliseconds after the last key before the address changes: browsers limit how often it may. */
const pause = 300;
let writing: ReturnType<typeof setTimeout> | undefined;

const boardAt = (at: string): boolean => at.startsWith('/b/');

effect(() => {
  const [at, asked] = [path.value, fromAddress(query.value)];
  if (!boardAt(at)) return;
  clearTimeout(writing);
  if (toAddress(asked) !== toAddress(held.peek())) held.value = asked;
});

/** Changes the filter and adds a history entry, so that Back reverts it. */
export function setCriteria(changes: Partial<Criteria>): void {
  const was = held.peek();
  held.value = { ...was, ...changes };
  clearTimeout(writing);
  write();
}

/** Filters by the text being typed; typing without a pause adds one history entry. */
export function setText(text: string): void {
  held.value = { ...held.peek(), text };
  clearTimeout(writing);
  writing = setTimeout(write, pause);
}

export const clearFilter = (): void => setCriteria(nothing);

function write(): void {
  const at = path.peek();
  if (!boardAt(at)) return;
  const before = fromAddress(query.peek());
  const after = held.peek();
  if (toAddress(before) === toAddress(after)) return;
  const isTyping = before.text !== '' && after.text !== '' && before.text !== after.text;
  go(addressOfView(at, toAddress(after)), { replace: isTyping });
}

/** The address of the open board with the current filter and view. */
export const boardAddress = (id: string): string => addressOfView(`/b/${id}`, toAddress(held.peek()));

/** What reads the text; loaded once there is one. Until then every card is shown. */
const meantBy = signal<typeof import('./language.ts').meantBy | undefined>(undefined);
let loading: Promise<void> | undefined;

effect(() => {
  if (held.value.text.trim() === '' || meantBy.peek()) return;
  loading ??= import('./language.ts').then(
    (language) => {
      meantBy.value = language.meantBy;
    },
    () => {
      loading = undefined;
    },
  );
});

/** The current time, updated every minute while cards are filtered by due date. */
const minute = signal(Date.now());
setInterval(() => {
  if (held.peek().due.length > 0 || held.peek().text !== '') minute.value = Date.now();
}, 60_000);

/** The first day of the week in the user's locale; Sunday is 0. */
export function firstDayOfWeek(): number {
  const customs = new Intl.Locale(locale.value) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return (customs.getWeekInfo?.().firstDay ?? 1) % 7;
}

interface Shown {
  meant: ReadonlySignal<Meant>;
  lists: Map<string, ReadonlySignal<readonly string[]>>;
}

const ofStores = new WeakMap<Store, Shown>();

function shownOf(store: Store): Shown {
  const known = ofStores.get(store);
  if (known) return known;
  const meant = computed((): Meant => {
    const given = held.value;
    const [now, firstDay] = [new Date(Math.max(minute.value, Date.now())), firstDayOfWeek()];
    const fits = matcher(given, nowAt(now, firstDay));
    const text = given.text.trim() ? meantBy.value?.(given.text, { store, now, firstDay }) : undefined;
    return text ? { ...text, test: (card) => fits(card) && text.test(card) } : { test: fits };
  });
  const made = { meant, lists: new Map() };
  ofStores.set(store, made);
  return made;
}

/** How the filter orders cards; undefined for the order of the board. */
export const orderOf = (store: Store): Meant['order'] => shownOf(store).meant.value.order;

/** The visible cards of a list, first to last. */
export function shownCards(store: Store, listId: string): ReadonlySignal<readonly string[]> {
  const { meant, lists } = shownOf(store);
  const known = lists.get(listId);
  if (known) return known;
  let before: readonly string[] = [];
  const made = computed(() => {
    const ids = store.cardsOf(listId).value;
    if (!isFiltered.value) return ids;
    const { test, order } = meant.value;
    // One signal for all cards of the list: most changes show or hide no card, and then the array stays the same.
    void store.changesIn(listId).value;
    const cards = ids.flatMap((id) => store.peek('card', id) ?? []).filter(test);
    const shown = (order ? cards.sort(order) : cards).map(({ publicId }) => publicId);
    const isSame = shown.length === before.length && shown.every((id, index) => id === before[index]);
    if (!isSame) before = shown;
    return before;
  });
  lists.set(listId, made);
  return made;
}

/** The cards among which ranges are selected: all that a view shows, or the visible ones of a card's list. */
export const cardsBeside = ({ store, view }: Pick<OpenBoard, 'store' | 'view'>, card: string) =>
  view.instead?.cards.peek() ?? shownCards(store, store.peek('card', card)?.listPublicId ?? '').peek();

/** The number of visible cards, and of all cards. */
export function countOn(store: Store): { shown: number; all: number } {
  const sum = (counted: (list: string) => number) =>
    store.lists.value.reduce((total, list) => total + counted(list), 0);
  return {
    shown: sum((list) => shownCards(store, list).value.length),
    all: sum((list) => store.cardsOf(list).value.length),
  };
}

/**
 * The place at an index among the visible cards of a list, counted without the moved ones. Among all cards of the list,
 * it is next to the same visible neighbour.
 */
export function spotAmongShown(
  store: Store,
  listId: string,
  index: number,
  moved: ReadonlySet<string>,
): Spot {
  const isElse = (id: string) => !moved.has(id);
  const all = store.cardsOf(listId).peek().filter(isElse);
  const shown = shownCards(store, listId).peek().filter(isElse);
  const at = Math.max(0, Math.min(index, shown.length));
  const [above, below] = [shown[at - 1], shown[at]];
  const place =
    above !== undefined ? all.indexOf(above) + 1 : below === undefined ? all.length : all.indexOf(below);
  return { listId, after: all[place - 1] ?? null, before: all[place] ?? null };
}
