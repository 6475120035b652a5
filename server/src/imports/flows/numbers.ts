import type { Writing } from '../../base/db/database.ts';
import { reserveNumbers } from '../../workspaces/actions/take-numbers.ts';
import type { ImportedCard } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';

/** Larger numbers are not kept: a single card must not exhaust the numbers of the workspace. */
const highestNumber = 1_000_000;

/** Lets cards keep their own numbers, first come, first served; a number that the workspace has already passed is never reused. */
export class Numbers {
  readonly #upTo: number;
  readonly #warnings: Warnings;
  readonly #taken = new Set<number>();
  #after = 0;

  /** `highest` is 0 if cards have no numbers. */
  constructor(highest: number, warnings: Warnings) {
    this.#upTo = Math.min(highest, highestNumber);
    this.#warnings = warnings;
  }

  /** Reserves the numbers for this import. The transaction holds the workspace, and may run again. */
  async reserve(tx: Writing, workspaceId: string): Promise<void> {
    this.#after = await reserveNumbers(tx, workspaceId, this.#upTo);
  }

  /** Returns the number of a card if it is free. */
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
