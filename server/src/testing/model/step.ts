import assert from 'node:assert/strict';
import type fc from 'fast-check';
import { api } from '../../../../contract/api.ts';
import type { Person } from '../service.ts';
import { type Board, type BoardRead, expected, seen } from './board.ts';

/** What the model can only know once the service has answered: where among several right places something is. */
type Settle = (read: BoardRead) => void;

/** Does something to the service, and the same to the model. */
type Act = (person: Person) => Promise<Settle | undefined>;

/** One kind of thing to do: what it does to a board, undefined where there is nothing to do it to. */
export type Deed<A> = (board: Board, given: A) => Act | undefined;

/** A step of a random sequence; after each, whoever reads the board reads what the model says. */
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

/** One of some things, whatever number stands for it; undefined where there are none. */
export const pick = <T>(things: readonly T[], number: number): T | undefined =>
  things[number % things.length];
