import assert from 'node:assert/strict';
import type fc from 'fast-check';
import { api } from '../../../../contract/api.ts';
import type { Person } from '../service.ts';
import { type Board, type BoardRead, expected, seen } from './board.ts';

/** Settles what the model only knows from the service's answer: which of several valid positions something has. */
type Settle = (read: BoardRead) => void;

/** Applies a step to both the service and the model. */
type Act = (person: Person) => Promise<Settle | undefined>;

/** One kind of step: returns its effect on a board, or undefined if it is not applicable. */
export type Deed<A> = (board: Board, given: A) => Act | undefined;

/** A step of a random sequence; after each, the board as read must equal the model. */
class Step<A> implements fc.AsyncCommand<Board, Person> {
  readonly #name: string;
  readonly #deed: Deed<A>;
  readonly #given: A;

  constructor(name: string, deed: Deed<A>, given: A) {
    this.#name = name;
    this.#deed = deed;
    this.#given = given;
  }

  check(board: Readonly<Board>): boolean {
    return this.#deed(board, this.#given) !== undefined;
  }

  async run(board: Board, person: Person): Promise<void> {
    const settle = await this.#deed(board, this.#given)?.(person);
    const read = await person.call(api.boards.get, { params: { boardPublicId: board.id } });
    settle?.(read);
    assert.deepEqual(seen(read), expected(board));
  }

  toString(): string {
    return `${this.#name}(${JSON.stringify(this.#given)})`;
  }
}

export const steps = <A>(name: string, given: fc.Arbitrary<A>, deed: Deed<A>): fc.Arbitrary<Step<A>> =>
  given.map((each) => new Step(name, deed, each));

/** Picks one of some things by any number; undefined if there are none. */
export const pick = <T>(things: readonly T[], number: number): T | undefined =>
  things[number % things.length];
