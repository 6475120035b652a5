import type { Writing } from '../../base/db/database.ts';
import { reserveNumbers } from '../../workspaces/actions/take-numbers.ts';
import type { ImportedCard } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';

/** Beyond this numbers are not kept: a single card must not use up all that there are. */
const highestNumber = 1_000_000;

/** Numbers that are the cards' own, if they ask for them first: none that the workspace has counted already comes again. */
export class Numbers {
  readonly #upTo: number;
  readonly #warnings: Warnings;
  readonly #taken = new Set<number>();
  #after = 0;

  /** `highest` is 0 where cards have no numbers. */
  constructor(highest: number, warnings: Warnings) {
    this.#upTo = Math.min(highest, highestNumber);
    this.#warnings = warnings;
  }

  /** Keeps others from them. The transaction holds the workspace, and may run again. */
  async reserve(tx: Writing, workspaceId: string): Promise<void> {
    this.#after = await reserveNumbers(tx, workspaceId, this.#upTo);
  }

  /** The number of a card, where it is free. */
  of({ title, number }: ImportedCard): number | undefined {
    if (number === null || this.#upTo === 0) return undefined;
    if (number > this.#after && number <= this.#upTo && !this.#taken.has(number)) {
      this.#taken.add(number);
      return number;
    }
    this.#warnings.add('card numbers that were taken: the cards got new ones', 1, `${number} ${title}`);
    return undefined;
  }
}
