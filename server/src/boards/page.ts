import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { Invalid } from '../base/errors.ts';
import { Json } from '../base/http/bind.ts';
import { cursorFrom } from '../base/http/cursor.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import {
  archiveReader,
  type CardJson,
  type CardsOutline,
  type CardView,
  cardReader,
} from '../reading/cards.ts';
import type { CardFilter } from '../reading/filter/filter.ts';
import { passingSlices } from '../reading/filter/passing.ts';
import { beginning, type CardCursor, maxOutline, type Outlined } from '../reading/outline.ts';
import type { Sources } from '../reading/slices.ts';
import { keysFrom, sortedSlices } from './sorted-page.ts';

/** Parses a cursor of cards: order keys of a list and of a card in it. */
function cursorOfCardsFrom(cursor: string | undefined): CardCursor {
  if (cursor === undefined) return beginning;
  const [, afterList, afterCard] = /^([0-9A-Za-z]+)\.([0-9A-Za-z]+)$/.exec(cursor) ?? [];
  if (afterList === undefined || afterCard === undefined) {
    throw new Invalid('wrong-cursor', { field: 'query/cursor' });
  }
  return { afterList, afterCard };
}

/** Parses a cursor of archived cards, which are ordered by when they were archived. */
function cursorOfArchiveFrom(cursor: string | undefined): CardCursor {
  const { at, id } = cursorFrom(cursor);
  return { afterList: String(at), afterCard: id };
}

type Reply = ReplyOf<typeof boards.cards>;

interface PageOf {
  limit: number;
  archived: boolean;
  filter: CardFilter | null;
  cursor: string | undefined;
}

const placeOf = (cursor: string | undefined, archived: boolean): CardCursor =>
  archived ? cursorOfArchiveFrom(cursor) : cursorOfCardsFrom(cursor);

/** Renders up to `limit` cards after a cursor, as one text if they fit in one slice. */
export async function renderPage(
  sources: Sources,
  board: Omit<CardsOutline, 'limit'>,
  view: CardView,
  { limit, archived, filter, cursor }: PageOf,
): Promise<Json<Reply> | JsonStream<Reply>> {
  if (filter && filter.sort.length > 0) {
    const page = { limit, archived, filter, after: keysFrom(cursor, filter) };
    return sent(written(sortedSlices(sources, board, view, page), limit));
  }
  const place = placeOf(cursor, archived);
  // One extra card shows whether there is a further page. A filter may match only few of many cards.
  const { members, labels, due, isCompleted, updatedSince } = board;
  const isFiltered = [members, labels, due, isCompleted, updatedSince, view.text, filter].some(
    (each) => each !== null,
  );
  const of = { ...board, limit: isFiltered ? maxOutline : limit + 1 };
  const reader = (archived ? archiveReader : cardReader)(sources, of, view);
  const first = await sources.turns(() => reader.after(place));
  return sent(written(passingSlices(sources, first, reader, filter), limit));
}

/** A reply that is one text, or a stream of several. */
async function sent(pieces: AsyncGenerator<string, string>): Promise<Json<Reply> | JsonStream<Reply>> {
  const { value, done } = await pieces.next();
  return done ? new Json(value) : new JsonStream(streamed(value, pieces));
}

/** A card of a page; its cursor follows from its place unless it has one of its own. */
export type Paged = CardJson & { cursor?: string };

/** The text of a page: yields a piece per slice, and returns the last one. */
async function* written(slices: AsyncIterable<Paged[]>, limit: number): AsyncGenerator<string, string> {
  let text = '{"cards":[';
  let last = '';
  let count = 0;
  let isFirst = true;
  for await (const cards of slices) {
    if (!isFirst) {
      yield text;
      text = '';
    }
    isFirst = false;
    for (const { card, json, rest = [], cursor = cursorOfCard(card) } of cards) {
      if (count === limit) return text + endOf(last);
      text += count === 0 ? json : `,${json}`;
      last = cursor;
      count++;
      for await (const piece of rest) {
        yield text;
        text = piece;
      }
    }
  }
  return text + endOf(null);
}

const cursorOfCard = ({ listPosition, position }: Outlined): string => `${listPosition}.${position}`;

const endOf = (cursor: string | null): string =>
  `],"hasMore":${cursor !== null},"nextCursor":${JSON.stringify(cursor)}}`;

async function* streamed(first: string, rest: AsyncGenerator<string, string>): AsyncGenerator<string, void> {
  yield first;
  yield yield* rest;
}
