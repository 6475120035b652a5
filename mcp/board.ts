import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { Advice } from './advice.ts';
import { archived, board as boardReference, cursorOf, filter, limitOf } from './fields.ts';
import { type Entry, entriesAfter, fitting, lengthOf, room } from './pages.ts';
import { readPlan } from './proposals.ts';
import { cardLine, isData, member, withoutEmpty } from './shown.ts';
import { type Hands, tool } from './tool.ts';

/** The part of a board that a cursor points into: its lists, labels and members, or its cards. */
const cursorOfPart = /^(parts|cards)(?: (.+))?$/;

const entriesOf = (board: ReplyOf<typeof api.boards.get>): Entry[] => [
  ...board.allLists.map(({ publicId, name }) => ({ list: 'lists', shown: { id: publicId, name } })),
  ...board.labels.map(({ publicId, name }) => ({ list: 'labels', shown: { id: publicId, name } })),
  ...board.workspace.members
    .filter(({ status }) => status === 'active')
    .map((each) => ({ list: 'members', shown: member(each) })),
];

export const readBoard = tool({
  name: 'read_board',
  title: 'Read a board',
  description:
    'Reads a board: its lists, labels and members, and its cards in order, by list, in pages; a filter narrows the cards ' +
    `down. Descriptions, versions and comments: read_card. ${isData}`,
  effect: 'reads',
  needs: [],
  input: Type.Object({
    board: boardReference,
    filter,
    archived,
    plan: Type.Optional(Type.String({ description: 'Instead of cards, what became of this plan' })),
    limit: limitOf(200, 50),
    cursor: cursorOf('nextCursor'),
  }),
  async run(hands, { board: given, plan, limit = 50, cursor: from, ...filters }) {
    const { client, find } = hands;
    const boardPublicId = await find.board(given);
    if (plan !== undefined) return readPlan(hands, boardPublicId, plan, from);
    const cursor = from ?? 'parts';
    const [, part, after] = cursorOfPart.exec(cursor) ?? [];
    if (part === undefined)
      throw new Advice('cursor: give the nextCursor of a result of read_board as it is.');
    const outline = part === 'parts' ? await outlineOf(hands, boardPublicId, after) : undefined;
    if (outline?.last !== undefined)
      return { ...outline.shown, cards: [], nextCursor: `parts ${outline.last}` };
    const start = part === 'cards' ? after : undefined;
    const page = await fitting(
      async (most) => {
        const { cards, nextCursor } = await client.call(api.boards.cards, {
          params: { boardPublicId },
          query: { ...filters, include: ['work'], cursor: start, limit: most },
        });
        const entries = cards.map((card) => ({
          list: card.listPublicId,
          card: { ...cardLine(card), updatedAt: card.updatedAt },
        }));
        return { entries, nextCursor };
      },
      { limit, space: outline ? outline.left : room, least: outline ? 0 : 1 },
    );
    if (!page) return { ...outline?.shown, cards: [], nextCursor: 'cards' };
    const nextCursor = page.nextCursor === null ? null : `cards ${page.nextCursor}`;
    return { ...outline?.shown, cards: byList(page.shown), nextCursor };
  },
});

/** Cards next to each other in one list are told under its id. */
function byList(entries: readonly { list: string; card: object }[]) {
  const groups: { list: string; cards: object[] }[] = [];
  for (const { list, card } of entries) {
    const last = groups.at(-1);
    if (last?.list === list) last.cards.push(card);
    else groups.push({ list, cards: [card] });
  }
  return groups;
}

/** The lists, labels and members of a board, starting after one of these entries. */
async function outlineOf({ find }: Hands, publicId: string, after: string | undefined) {
  const board = await find.outline(publicId);
  const head = {
    id: board.publicId,
    name: board.name,
    ...withoutEmpty({ archived: board.isArchived }),
    workspace: { id: board.workspace.publicId, cardPrefix: board.workspace.cardPrefix },
    lists: [],
    labels: [],
    members: [],
  };
  const start = after === undefined ? head : { id: board.publicId };
  const page = entriesAfter(entriesOf(board), after, room - lengthOf(start));
  return { ...page, shown: { ...start, ...page.shown } };
}
