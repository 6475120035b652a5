import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { NotFound } from '../base/errors.ts';
import { Json } from '../base/http/bind.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import type { CardView, Sources } from './details.ts';
import { type CardCursor, outlineSize } from './outline.ts';
import { partIn, partsOf, seenIn } from './part.ts';
import { type BoardRead, boardRead, type ReadBoard } from './queries.ts';
import { type Slice, slicesOf } from './slices.ts';

type BoardReply = ReplyOf<typeof boards.get> & ReplyOf<typeof boards.getPublic>;
type Reply = Json<BoardReply> | JsonStream<BoardReply>;

const beginning: CardCursor = { afterList: '', afterCard: '' };

interface WholeBoard
  extends Pick<
    ReadBoard,
    | 'userId'
    | 'showLists'
    | 'showAllMembers'
    | 'withWorkspaceMembers'
    | 'members'
    | 'labels'
    | 'lists'
    | 'due'
    | 'updatedSince'
  > {
  showCards: boolean;
}

/**
 * Renders a board with its lists and cards. A board that fits in one read is in one consistent state and is sent as one text;
 * for a larger one see `slicesOf`. Its lists are those of the first read.
 */
export async function renderBoard(
  { db, turns }: Sources,
  { showCards, ...board }: WholeBoard,
  view: CardView,
): Promise<Reply> {
  const { workspaceId, boardId } = view;
  const p = {
    ...board,
    ...beginning,
    ...seenIn(view),
    workspaceId,
    boardId,
    listId: null,
    limit: showCards ? outlineSize : 0,
  };
  const read = await turns(() => db.first(boardRead, p));
  if (!read) throw new NotFound();
  const slices = slicesOf({ db, turns }, view, partIn(read, p, view), partsOf(db, p, view));
  const { value: first } = await slices.next();
  if (first && !isWhole(first)) return new JsonStream(written(read, p.lists, view, again(first, slices)));
  let text = '';
  for await (const piece of written(read, p.lists, view, first ? [first] : [])) text += piece;
  return new Json(text);
}

/** Whether there is nothing more to read. */
const isWhole = ({ cards, isLast }: Slice): boolean => isLast && cards.every(({ rest }) => !rest);

/** Puts the first value of a generator back in front of the rest. */
export async function* again<T>(first: T, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  yield first;
  yield* rest;
}

/** The text of a board: a piece per slice, and one for the end. */
async function* written(
  read: BoardRead,
  filter: readonly string[] | null,
  { form }: CardView,
  slices: AsyncIterable<Slice> | Iterable<Slice>,
): AsyncGenerator<string, void> {
  const lists = JSON.parse(read.lists) as { publicId: string; name: string; index: number }[];
  const shown = lists.filter(({ publicId }) => filter === null || filter.includes(publicId));
  const places = new Map(shown.map(({ publicId }, place) => [publicId, place]));
  const opened = ({ publicId, name, index }: (typeof lists)[number]) =>
    `${JSON.stringify({ publicId, name, index }).slice(0, -1)},"cards":[`;
  let text = `${headOf(read, lists, form)},"lists":[`;
  let at = -1;
  let isFirst = true;
  for await (const { cards } of slices) {
    for (const { card, json, rest = [] } of cards) {
      const to = places.get(card.listId);
      // The list was added, or moved before another one, since the first read.
      if (to === undefined || to < at) continue;
      for (; at < to; isFirst = true) {
        const next = shown[at + 1];
        if (next) text += `${at < 0 ? '' : ']},'}${opened(next)}`;
        at++;
      }
      text += isFirst ? json : `,${json}`;
      isFirst = false;
      for await (const piece of rest) {
        yield text;
        text = piece;
      }
    }
    yield text;
    text = '';
  }
  for (const next of shown.slice(at + 1)) {
    text += `${at < 0 ? '' : ']},'}${opened(next)}`;
    at++;
  }
  yield `${text}${at < 0 ? '' : ']}'}]}`;
}

/** The JSON of a board up to its lists. */
function headOf(
  read: BoardRead,
  lists: { publicId: string; name: string }[],
  form: CardView['form'],
): string {
  const { isArchived, ...settings } = JSON.parse(read.settings) as { isArchived: boolean };
  const { publicId, name, slug, cardPrefix } = JSON.parse(read.workspace) as Record<string, string>;
  const allLists = JSON.stringify(
    lists.map(({ publicId: id, name: called }) => ({ publicId: id, name: called })),
  );
  const own = form === 'public' ? {} : { isArchived, favorite: read.favorite === 1 };
  const workspace =
    form === 'public'
      ? JSON.stringify({ publicId, name, slug, cardPrefix })
      : `${JSON.stringify({ publicId, cardPrefix }).slice(0, -1)},"members":${read.members}}`;
  return (
    `${JSON.stringify({ ...settings, ...own }).slice(0, -1)},"workspace":${workspace},"labels":${read.labels},` +
    `"allLists":${allLists}`
  );
}
