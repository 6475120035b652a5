import { positionsAfter } from '../../base/ordering/order.ts';
import type { ImportedCard } from '../imported-board.ts';

/** Places cards in their lists, behind those before. */
export class Places {
  /** The position of the last card of each list. */
  readonly #last = new Map<number, string>();

  of(cards: readonly Pick<ImportedCard, 'list'>[]): string[] {
    const counts = new Map<number, number>();
    for (const { list } of cards) counts.set(list, (counts.get(list) ?? 0) + 1);
    const free = new Map<number, Iterator<string>>();
    for (const [list, count] of counts) {
      const keys = positionsAfter(this.#last.get(list) ?? null, count);
      this.#last.set(list, keys.at(-1) ?? '');
      free.set(list, keys.values());
    }
    return cards.map(({ list }) => free.get(list)?.next().value ?? '');
  }
}
