import { Invalid } from '../../base/errors.ts';
import type { ImportedCard, ImportedComment } from '../imported-board.ts';
import { longestPart, type PartOf, type Slice } from './messages.ts';

/** Max cards in one answer, and max bytes: the service parses an answer at once. */
const maxCards = 64;
const maxBytes = 128 * 1024;

/** Max characters of a text in one part. */
const maxOfText = 64 * 1024;

/** Bytes of a comment without its text. */
const ofComment = 200;

type Commented = Pick<ImportedCard, 'title' | 'description' | 'comments'>;

/** Encodes cards as JSON in slices. Throws `Invalid` if a card is too large to send. */
export class Slices {
  readonly #parts: Iterator<string>;

  constructor(cards: Iterable<Commented>) {
    this.#parts = textsOf(cards);
  }

  /** Returns the JSON of the next `Slice`, with further fields from `others`. */
  next(others: (hasMore: boolean) => object = () => ({})): string {
    const texts: string[] = [];
    let size = 0;
    let hasMore = true;
    while (hasMore && texts.length < maxCards && size < maxBytes) {
      const { done, value } = this.#parts.next();
      if (done) hasMore = false;
      else size += texts[texts.push(value) - 1]?.length ?? 0;
    }
    const rest = JSON.stringify({ hasMore, ...others(hasMore) });
    return `{"cards":[${texts.join(',')}],${rest.slice(1)}`;
  }
}

function* textsOf(cards: Iterable<Commented>): Generator<string> {
  for (const card of cards) {
    for (const part of partsOf(card)) yield textOf(part, card);
  }
}

function* partsOf(card: Commented): Generator<PartOf<Commented>> {
  yield { ...card, description: card.description.slice(0, maxOfText), comments: [] };
  for (const description of restOf(card.description)) yield { description };
  let comments: ImportedComment[] = [];
  let size = 0;
  for (const comment of card.comments) {
    comments.push({ ...comment, text: comment.text.slice(0, maxOfText) });
    size += Math.min(comment.text.length, maxOfText) + ofComment;
    if (size < maxBytes && comment.text.length <= maxOfText) continue;
    yield { comments };
    for (const text of restOf(comment.text)) yield { text };
    [comments, size] = [[], 0];
  }
  if (comments.length > 0) yield { comments };
}

/** The rest of a text after its first part, in parts. */
function* restOf(text: string): Generator<string> {
  for (let start = maxOfText; start < text.length; start += maxOfText) {
    yield text.slice(start, start + maxOfText);
  }
}

function textOf(part: PartOf<Commented>, { title }: Commented): string {
  const text = JSON.stringify(part);
  if (Buffer.byteLength(text) <= longestPart) return text;
  throw new Invalid('card-too-large', { title: title.slice(0, 60), max: longestPart });
}

/** Reassembles cards from slices, one at a time. */
export async function* cardsIn<C extends Commented>(slices: AsyncIterable<Slice<C>>): AsyncGenerator<C> {
  let card: C | undefined;
  for await (const { cards } of slices) {
    for (const part of cards) {
      if (!('title' in part)) {
        if (card) add(part, card);
        continue;
      }
      if (card) yield card;
      card = part;
    }
  }
  if (card) yield card;
}

function add(part: Exclude<PartOf<never>, Commented>, card: Commented): void {
  if ('description' in part) card.description += part.description;
  else if ('comments' in part) card.comments.push(...part.comments);
  else {
    const last = card.comments.at(-1);
    if (last) last.text += part.text;
  }
}
