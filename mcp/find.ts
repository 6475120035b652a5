import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { Advice } from './advice.ts';
import { cursorOf, filter, limitOf, workspace } from './fields.ts';
import { fitting, lengthOf, room } from './pages.ts';
import { cardLine, dateOf, excerptOf, isData, withoutEmpty } from './shown.ts';
import { type Hands, tool } from './tool.ts';

type MyCard = ReplyOf<typeof api.cards.mine>['cards'][number];

/** Maximum number of workspaces that one search covers: the first ones of the caller's. */
const maxWorkspaces = 50;

interface Search {
  query: string;
  workspace: string | undefined;
  filter: string | undefined;
  limit: number;
}

async function search({ find }: Hands, { query, workspace: id, filter: narrowed, limit }: Search) {
  const mine = await find.workspaces();
  const known = mine.filter(({ publicId }) => id === undefined || publicId === id);
  if (id !== undefined && known.length === 0) {
    throw new Advice('workspace: there is none with this id that you may see. Look it up by overview.');
  }
  const asked = known.slice(0, maxWorkspaces);
  const found = await find.search(asked, { query, filter: narrowed, limit });
  const lines = inTurn(found, ({ workspacePublicId }) => workspacePublicId).map((each) => ({
    type: each.type,
    id: each.publicId,
    ...withoutEmpty({
      title: each.title,
      excerpt: each.description && excerptOf(each.description),
      number: each.cardNumber,
      archived: each.archivedAt,
      board: each.boardPublicId && { id: each.boardPublicId, name: each.boardName },
      list: each.listName,
      workspace: id === undefined ? each.workspacePublicId : undefined,
    }),
  }));
  let left = room;
  const results = lines.slice(0, limit).filter((each) => (left -= lengthOf(each)) > 0);
  return {
    results,
    ...withoutEmpty({
      moreFound: lines.length > results.length && 'Narrow the search down to see others.',
      workspacesNotSearched: known.slice(maxWorkspaces).map(({ name }) => name),
    }),
  };
}

/** The first of each group, then the second of each, and so on: the ranks of different groups are not comparable. */
function inTurn<T>(all: readonly T[], groupOf: (each: T) => string): T[] {
  const ranks = new Map<string, number>();
  const ranked = all.map((each) => {
    const rank = ranks.get(groupOf(each)) ?? 0;
    ranks.set(groupOf(each), rank + 1);
    return { each, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each);
}

async function listMine(
  { client }: Hands,
  query: { filter: string | undefined; workspacePublicId: string | undefined; cursor: string | undefined },
  limit: number,
) {
  const page = await fitting(
    async (most) => {
      const { cards, nextCursor } = await client.call(api.cards.mine, {
        query: { ...query, include: ['work'], limit: most },
      });
      const entries = cards.map((card) => ({
        ...cardLine(card),
        ...withoutEmpty({ yourItems: (card.items ?? []).map(itemOf) }),
        list: card.list.name,
        board: { id: card.board.publicId, name: card.board.name },
      }));
      return { entries, nextCursor };
    },
    { limit, space: room, least: 1 },
  );
  return { cards: page?.shown ?? [], nextCursor: page?.nextCursor ?? null };
}

/** An item of the caller's; read_card has its version. */
const itemOf = ({ publicId, title, due }: NonNullable<MyCard['items']>[number]) => ({
  id: publicId,
  title,
  ...withoutEmpty({ dueDate: dateOf(due) }),
});

const { query: text } = api.search.workspace.query.properties;

export const find = tool({
  name: 'find',
  title: 'Find cards and boards',
  description:
    'Finds boards by name, and cards by title, description, comments or number: all words of `query` must occur, the best of ' +
    'each workspace come first. Without `query`: the cards that are assigned to you or have an open item of yours, those due ' +
    `first, in pages. ${isData}`,
  effect: 'reads',
  needs: [],
  input: Type.Object({
    query: Type.Optional({ ...text, description: undefined }),
    filter,
    workspace: Type.Optional(workspace),
    limit: limitOf(50, 20),
    cursor: cursorOf('nextCursor'),
  }),
  async run(hands, { query, filter: narrowed, workspace: given, limit = 20, cursor }) {
    const id = given === undefined ? undefined : await hands.find.workspace(given);
    if (query === undefined)
      return listMine(hands, { filter: narrowed, workspacePublicId: id, cursor }, limit);
    if (cursor !== undefined) throw new Advice('cursor: a search has one page. Narrow it down instead.');
    return search(hands, { query, workspace: id, filter: narrowed, limit });
  },
});
