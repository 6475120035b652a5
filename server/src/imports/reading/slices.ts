import { Invalid } from '../../base/errors.ts';
import type { ImportedCard } from '../imported-board.ts';
import { longestPart, type PartOf, type Slice } from './messages.ts';

/** Cards that are handed over at once, and bytes of them: whoever takes them has others waiting. */
const mostCards = 64;
const mostBytes = 256 * 1024;

/** Bytes of a comment beside its text. */
const ofComment = 100;

type Commented = Pick<ImportedCard, 'title' | 'comments'>;

/** Cards as JSON, some at a time. Throws `Invalid` for one that is too large to be handed over. */
export class Slices {
  readonly #parts: Iterator<string>;

  constructor(cards: Iterable<Commented>) {
    this.#parts = textsOf(cards);
  }

  /** The JSON of a `Slice`, with what else belongs to it. */
  next(others: (goesOn: boolean) => object = () => ({})): string {
    const texts: string[] = [];
    let size = 0;
    let goesOn = true;
    while (goesOn && texts.length < mostCards && size < mostBytes) {
      const { done, value } = this.#parts.next();
      if (done) goesOn = false;
      else size += texts[texts.push(value) - 1]?.length ?? 0;
    }
    const rest = JSON.stringify({ goesOn, ...others(goesOn) });
    return `{"cards":[${texts.join(',')}],${rest.slice(1)}`;
  }
}

function* textsOf(cards: Iterable<Commented>): Generator<string> {
  for (const card of cards) {
    let part: PartOf<Commented> = { ...card, comments: [] };
    let size = 0;
    for (const comment of card.comments) {
      if (size > mostBytes) {
        yield textOf(part, card);
        [part, size] = [{ comments: [] }, 0];
      }
      part.comments.push(comment);
      size += comment.text.length + ofComment;
    }
    yield textOf(part, card);
  }
}

function textOf(part: PartOf<Commented>, { title }: Commented): string {
  const text = JSON.stringify(part);
  if (Buffer.byteLength(text) <= longestPart) return text;
  throw new Invalid(`The card “${title.slice(0, 60)}” has more than ${longestPart} bytes`);
}

/** Puts the cards of slices together again, one at a time. */
export async function* cardsIn<C extends Commented>(slices: AsyncIterable<Slice<C>>): AsyncGenerator<C> {
  let card: C | undefined;
  for await (const { cards } of slices) {
    for (const part of cards) {
      if (!('title' in part)) {
        card?.comments.push(...part.comments);
        continue;
      }
      if (card) yield card;
      card = part;
    }
  }
  if (card) yield card;
}
