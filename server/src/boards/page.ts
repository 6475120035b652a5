import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import type { Reading } from '../base/db/database.ts';
import { Invalid } from '../base/errors.ts';
import { Json } from '../base/http/bind.ts';
import { cursorFrom } from '../base/http/cursor.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import type { CardView, Sources } from './details.ts';
import {
  archivedIn,
  archiveOutline,
  type CardCursor,
  type OfOutline,
  type Outlined,
  outlineSize,
} from './outline.ts';
import { type OfPart, type Part, partsOf, seenIn } from './part.ts';
import { type Slice, slicesOf } from './slices.ts';

/** Parses a cursor of cards: order keys of a list and of a card in it. */
export function cursorOfCardsFrom(cursor: string | undefined): CardCursor {
  if (cursor === undefined) return { afterList: '', afterCard: '' };
  const [, afterList, afterCard] = /^([0-9A-Za-z]+)\.([0-9A-Za-z]+)$/.exec(cursor) ?? [];
  if (afterList === undefined || afterCard === undefined) {
    throw new Invalid('query/cursor is not a nextCursor of this list');
  }
  return { afterList, afterCard };
}

/** Parses a cursor of archived cards, which are ordered by when they were archived. */
export function cursorOfArchiveFrom(cursor: string | undefined): CardCursor {
  const { at, id } = cursorFrom(cursor);
  return { afterList: String(at), afterCard: id };
}

type Reply = ReplyOf<typeof boards.cards>;

/** Renders up to `limit` cards after a cursor, as one text if they fit in one slice. */
export async function renderPage(
  { db, turns }: Sources,
  board: Omit<OfOutline, 'limit'>,
  view: CardView,
  { limit, archived }: { limit: number; archived: boolean },
): Promise<Json<Reply> | JsonStream<Reply>> {
  // One extra card shows whether there is a further page. A filter may match only few of many cards.
  const isFiltered = [board.members, board.labels, board.due, board.updatedSince, view.text].some(
    (filter) => filter !== null,
  );
  const p = { ...board, ...seenIn(view), limit: isFiltered ? outlineSize : limit + 1 };
  const following = archived ? archiveOf(db, p) : partsOf(db, p, view);
  const first = await turns(() => following(board));
  const pieces = written(slicesOf({ db, turns }, view, first, following), limit);
  const { value, done } = await pieces.next();
  return done ? new Json(value) : new JsonStream(streamed(value, pieces));
}

/** Reads the outline of archived cards after a cursor, whose time is in `afterList`. */
const archiveOf =
  (db: Reading, p: OfPart) =>
  async (place: CardCursor): Promise<Part> => {
    const after = { at: Number(place.afterList), id: place.afterCard };
    const read = await db.first(archiveOutline, { ...p, ...after });
    return { outline: archivedIn(read ?? { outline: '' }, p.limit), cards: undefined };
  };

/** The text of a page: yields a piece per slice, and returns the last one. */
async function* written(slices: AsyncGenerator<Slice, void>, limit: number): AsyncGenerator<string, string> {
  let text = '{"cards":[';
  let last: Outlined | undefined;
  let count = 0;
  for await (const { cards, isLast } of slices) {
    for (const { card, json, rest = [] } of cards) {
      if (count === limit) return text + endOf(last);
      text += count === 0 ? json : `,${json}`;
      last = card;
      count++;
      for await (const piece of rest) {
        yield text;
        text = piece;
      }
    }
    if (isLast) break;
    yield text;
    text = '';
  }
  return text + endOf(undefined);
}

const endOf = (last: Outlined | undefined): string => {
  const cursor = last ? `${last.listPosition}.${last.position}` : null;
  return `],"hasMore":${cursor !== null},"nextCursor":${JSON.stringify(cursor)}}`;
};

async function* streamed(first: string, rest: AsyncGenerator<string, string>): AsyncGenerator<string, void> {
  yield first;
  yield yield* rest;
}
