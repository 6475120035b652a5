import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { NotFound } from '../base/errors.ts';
import { Json } from '../base/http/bind.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import { type CardJson, type CardView, cardReader, parsePart, shownIn } from '../reading/cards.ts';
import type { CardFilter } from '../reading/filter/filter.ts';
import { passingSlices } from '../reading/filter/passing.ts';
import { beginning, maxOutline } from '../reading/outline.ts';
import type { Sources } from '../reading/slices.ts';
import { type BoardRead, boardRead, type ReadBoard } from './queries.ts';

type BoardReply = ReplyOf<typeof boards.get> & ReplyOf<typeof boards.getPublic>;
type Reply = Json<BoardReply> | JsonStream<BoardReply>;

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
    | 'isCompleted'
    | 'updatedSince'
  > {
  showCards: boolean;
}

/**
 * Renders a board with its lists and cards. A board that fits in one read is in one consistent state and is sent as one text;
 * for a larger one see `slicesOf`. Its lists are those of the first read.
 */
export async function renderBoard(
  sources: Sources,
  { showCards, ...board }: WholeBoard,
  view: CardView,
  filter: CardFilter | null = null,
): Promise<Reply> {
  const { workspaceId, boardId } = view;
  const p = {
    ...board,
    ...beginning,
    ...shownIn(view),
    workspaceId,
    boardId,
    listId: null,
    limit: showCards ? maxOutline : 0,
  };
  const read = await sources.turns(() => sources.db.first(boardRead, p));
  if (!read) throw new NotFound();
  const first = parsePart(read, p, view);
  const slices = passingSlices(sources, first, cardReader(sources, p, view), filter);
  const pieces = written(read, p.lists, view, slices);
  if (!first.cards || first.outline.next) return new JsonStream(pieces);
  let text = '';
  for await (const piece of pieces) text += piece;
  return new Json(text);
}

/** The text of a board: a piece per slice, and one for the end. */
async function* written(
  read: BoardRead,
  filter: readonly string[] | null,
  { form }: CardView,
  slices: AsyncIterable<CardJson[]>,
): AsyncGenerator<string, void> {
  const lists = JSON.parse(read.lists) as { publicId: string; name: string; index: number }[];
  const shown = lists.filter(({ publicId }) => filter === null || filter.includes(publicId));
  const places = new Map(shown.map(({ publicId }, place) => [publicId, place]));
  const opened = ({ publicId, name, index }: (typeof lists)[number]) =>
    `${JSON.stringify({ publicId, name, index }).slice(0, -1)},"cards":[`;
  let text = `${headOf(read, lists, form)},"lists":[`;
  let at = -1;
  let isFirst = true;
  for await (const cards of slices) {
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
