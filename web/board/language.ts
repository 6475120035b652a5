import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { cardOrder, orderQuestionsIn } from '../../contract/filter/card-order.ts';
import { cardTest, questionsIn, type Reader } from '../../contract/filter/card-passes.ts';
import type { OnBoard } from '../../contract/filter/complete.ts';
import type { FilterField } from '../../contract/filter/fields.ts';
import type { Candidate } from '../../contract/filter/known.ts';
import { parse } from '../../contract/filter/parse.ts';
import type { Problem } from '../../contract/filter/problems.ts';
import { arePeople, type Filter, type Named } from '../../contract/filter/tree.ts';
import { unknownIn } from '../../contract/filter/unknown.ts';
import { routes } from '../../contract/routes.ts';
import { me, server } from '../app/session.ts';
import { localOf, wholeDayOf } from '../messages/days.ts';
import { byOrder } from '../sync/by-order.ts';
import type { Entities } from '../sync/mutation.ts';
import type { Store } from '../sync/store.ts';

/*
 * The text of a board's filter, in the language of `docs/filters.md`. Tiles are judged here; what they do not tell, such as
 * descriptions, is asked of the service, and again when cards have changed. A filter that is broken, as most are while they
 * are written, leaves the last one in place that was not.
 */

type Card = Entities['card'];
type Test = (card: Card) => boolean;

/** What the language needs to know of the moment and the board. */
export interface Around {
  store: Store;
  now: Date;
  firstDay: number;
}

/** What is wrong with a text; undefined for a filter. */
export function problemIn(text: string, store: Store): Problem | undefined {
  const { filter, problem } = parse(text);
  return problem ?? (filter && unknownIn(filter, fieldsOn(store)));
}

/** The fields of a board, in order. */
export const fieldsOn = (store: Store): FilterField[] =>
  store.fields.value.flatMap((id) => store.get('field', id).value ?? []).sort(byOrder);

const lastGood = new WeakMap<Store, Filter>();

/** What the text of a filter says: whether a card passes, and how cards are ordered. */
export interface Meant {
  test: Test;
  /** Undefined for the order of the board. */
  order?: ReturnType<typeof cardOrder>;
}

export function meantBy(text: string, around: Around): Meant {
  const { store } = around;
  const { filter } = parse(text);
  if (filter && !problemIn(text, store)) lastGood.set(store, filter);
  const good = lastGood.get(store);
  if (!good) return { test: () => true };
  const answers = answersOf(store);
  const questions = [...questionsIn(good), ...orderQuestionsIn(good)];
  const asked = new Map(questions.map((each) => [each, answers.to(each).value]));
  const reader = readerOf(around, (question) => asked.get(question));
  return { test: cardTest(good, reader), order: cardOrder(good, reader) };
}

/** Whether all words are on a card: in its title or number, or in the name of a label or member. */
export function wordsTest(text: string, around: Around): Test {
  const of = text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({
      kind: 'term' as const,
      key: '',
      values: [],
      not: false,
      any: [{ what: 'words' as const, text: word }],
      position: 0,
      length: 0,
    }));
  return cardTest(
    { tree: { kind: 'and', of }, sort: [] },
    readerOf(around, () => undefined),
  );
}

const dayLength = 24 * 60 * 60 * 1000;

function readerOf({ store, now, firstDay }: Around, answered: Reader['answered']): Reader {
  const known = new Map<Named, readonly Candidate[]>();
  return {
    now: now.getTime(),
    today: Date.parse(wholeDayOf(now)) / dayLength,
    firstDay,
    startOf: (day) => localOf(new Date(day * dayLength).toISOString()).getTime(),
    me: store.members.value.filter((id) => store.get('member', id).value?.user?.id === me.value?.id),
    boardId: store.boardId,
    fields: fieldsOn(store),
    candidates: (of) => {
      const found = known.get(of) ?? candidatesOn(store, of);
      known.set(of, found);
      return found;
    },
    answered,
  };
}

/** What can be named on a board. */
export function candidatesOn(store: Store, of: Named): Candidate[] {
  if (of === 'label')
    return store.labels.value.map((id) => ({ id, name: store.get('label', id).value?.name ?? '' }));
  if (of === 'list')
    return store.lists.value.map((id) => ({ id, name: store.get('list', id).value?.name ?? '' }));
  if (arePeople(of) && of !== 'creator')
    return store.members.value.map((id) => ({ id, name: store.get('member', id).value?.user?.name ?? '' }));
  return [];
}

/** What completions offer on a board. */
export const knownOn = (store: Store): OnBoard => ({
  namesOf: (of) => candidatesOn(store, of).map(({ name }) => name),
  fields: fieldsOn(store),
});

type Answer = ReadonlySet<string> | undefined;

/** Milliseconds after a change before the service is asked again. */
const pause = 2000;

/** Most cards of one answer: of more, the first ones. An order is of all cards of the board, and asked after every change. */
const mostCards = 10_000;
const mostInOrder = 2000;

/** The answers of the service about one board: all questions are asked together, and again once all have been answered. */
class Answers {
  readonly #boardId: string;
  readonly #known = new Map<string, Signal<Answer>>();
  #isWaiting = false;
  /** How many questions are being asked, and whether cards have changed since. */
  #asking = 0;
  #isStale = false;

  constructor(store: Store) {
    this.#boardId = store.boardId;
    let isBegun = false;
    effect(() => {
      for (const list of store.lists.value) void [store.cardsOf(list).value, store.changesIn(list).value];
      if (isBegun && this.#known.size > 0) this.#askSoon();
      isBegun = true;
    });
  }

  to(question: string): ReadonlySignal<Answer> {
    const known = this.#known.get(question) ?? signal<Answer>(undefined);
    if (!this.#known.has(question)) {
      // Only what was asked last is asked again: every letter that is typed is another question.
      const [oldest] = this.#known.keys();
      if (this.#known.size >= 10 && oldest !== undefined) this.#known.delete(oldest);
      this.#known.set(question, known);
      void this.#ask(question, known);
    }
    return known;
  }

  #askSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      this.#isStale = this.#asking > 0;
      if (this.#isStale) return;
      for (const [question, known] of this.#known) void this.#ask(question, known);
    }, pause);
  }

  async #ask(filter: string, known: Signal<Answer>): Promise<void> {
    const ids = new Set<string>();
    const most = filter.startsWith('sort:') ? mostInOrder : mostCards;
    this.#asking++;
    try {
      for (let cursor: string | undefined; ids.size < most; ) {
        const params = { boardPublicId: this.#boardId };
        const { reply } = await server.ask(routes.boards.cards, {
          params,
          query: { filter, limit: 500, cursor },
        });
        for (const { publicId } of reply.cards) ids.add(publicId);
        if (reply.nextCursor === null) break;
        cursor = reply.nextCursor;
      }
      known.value = ids;
    } catch {
      // Without a connection the last answer stays; it is asked again after the next change.
    }
    this.#asking--;
    if (this.#asking === 0 && this.#isStale) this.#askSoon();
  }
}

const ofStores = new WeakMap<Store, Answers>();

function answersOf(store: Store): Answers {
  const known = ofStores.get(store) ?? new Answers(store);
  ofStores.set(store, known);
  return known;
}
