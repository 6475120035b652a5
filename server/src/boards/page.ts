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
import { beginning, type CardCursor, maxOutline, type Outlined } from '../reading/outline.ts';
import { type Sources, slicesOf } from '../reading/slices.ts';

/** Parses a cursor of cards: order keys of a list and of a card in it. */
export function cursorOfCardsFrom(cursor: string | undefined): CardCursor {
  if (cursor === undefined) return beginning;
  const [, afterList, afterCard] = /^([0-9A-Za-z]+)\.([0-9A-Za-z]+)$/.exec(cursor) ?? [];
  if (afterList === undefined || afterCard === undefined) {
    throw new Invalid('wrong-cursor', { field: 'query/cursor' });
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
  sources: Sources,
  board: Omit<CardsOutline, 'limit'> & CardCursor,
  view: CardView,
  { limit, archived }: { limit: number; archived: boolean },
): Promise<Json<Reply> | JsonStream<Reply>> {
  // One extra card shows whether there is a further page. A filter may match only few of many cards.
  const { members, labels, due, isCompleted, updatedSince } = board;
  const isFiltered = [members, labels, due, isCompleted, updatedSince, view.text].some(
    (filter) => filter !== null,
  );
  const of = { ...board, limit: isFiltered ? maxOutline : limit + 1 };
  const reader = (archived ? archiveReader : cardReader)(sources, of, view);
  const first = await sources.turns(() => reader.after(board));
  const pieces = written(slicesOf(sources.turns, first, reader), limit);
  const { value, done } = await pieces.next();
  return done ? new Json(value) : new JsonStream(streamed(value, pieces));
}

/** The text of a page: yields a piece per slice, and returns the last one. */
async function* written(slices: AsyncIterable<CardJson[]>, limit: number): AsyncGenerator<string, string> {
  let text = '{"cards":[';
  let last: Outlined | undefined;
  let count = 0;
  let isFirst = true;
  for await (const cards of slices) {
    if (!isFirst) {
      yield text;
      text = '';
    }
    isFirst = false;
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
