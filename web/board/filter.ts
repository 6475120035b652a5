import { computed, signal } from '@preact/signals';
import type { Things } from '../sync/mutation.ts';
import type { Store } from '../sync/store.ts';

/* Which cards are shown: those that hold all words, in their title, number, labels or members. */

const text = signal('');

const words = computed(() => text.value.toLocaleLowerCase().split(/\s+/).filter(Boolean));

export const isFiltered = computed(() => words.value.length > 0);

function isShown(store: Store, card: Things['card']): boolean {
  if (words.value.length === 0) return true;
  const names = [
    ...card.labelPublicIds.map((id) => store.get('label', id).peek()?.name),
    ...card.memberPublicIds.map((id) => store.get('member', id).peek()?.user?.name),
  ];
  const all = [card.title, `#${card.cardNumber}`, ...names].join(' ').toLocaleLowerCase();
  return words.value.every((word) => all.includes(word));
}

export const filter = {
  text,
  isShown,
  countOn(store: Store): { shown: number; all: number } {
    if (words.value.length === 0) return { shown: 0, all: 0 };
    const cards = store.lists.value.flatMap((list) => store.cardsOf(list).value);
    const shown = cards.filter((id) => {
      const card = store.get('card', id).value;
      return card && isShown(store, card);
    });
    return { shown: shown.length, all: cards.length };
  },
};
