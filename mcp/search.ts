import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { Advice } from './advice.ts';
import { isData } from './boards.ts';
import { cursorOf, doneOnly, dueDateFilters, filter, limitOf, workspacePublicId } from './fields.ts';
import { fitting, lengthOf, room } from './pages.ts';
import { cardLine, dateOf, excerptOf, withoutEmpty } from './shown.ts';
import { tool } from './tool.ts';

type MyCard = ReplyOf<typeof api.cards.mine>['cards'][number];

/** Maximum number of workspaces that one search covers: the first ones of the caller's. */
const maxWorkspaces = 50;

export const search = tool({
  name: 'search',
  title: 'Search boards and cards',
  description:
    'Finds boards by name, and cards by title, description, comments or number (`WEB-12`), in one workspace or in all of ' +
    `yours. All words must occur; the best results of each workspace come first. ${isData}`,
  effect: 'reads',
  needs: [],
  input: Type.Object({
    workspacePublicId: Type.Optional(workspacePublicId),
    query: api.search.workspace.query.properties.query,
    limit: limitOf(50, 20),
  }),
  async run({ find }, { workspacePublicId: given, query, limit = 20 }) {
    const mine = await find.workspaces();
    const id = given === undefined ? undefined : await find.workspace(given);
    const known = mine.filter(({ publicId }) => id === undefined || publicId === id);
    if (id !== undefined && known.length === 0) {
      throw new Advice(
        'workspacePublicId: there is no workspace with this id that you may see. Look it up by whoami.',
      );
    }
    const asked = known.slice(0, maxWorkspaces);
    const found = await find.search(asked, query, limit);
    const lines = inTurn(found, ({ workspacePublicId }) => workspacePublicId).map((each) => ({
      type: each.type,
      publicId: each.publicId,
      ...withoutEmpty({
        title: each.title,
        excerpt: each.description && excerptOf(each.description),
        cardNumber: each.cardNumber,
        archived: each.archivedAt,
        boardPublicId: each.boardPublicId,
        boardName: each.boardName,
        listName: each.listName,
        workspacePublicId: id === undefined ? each.workspacePublicId : undefined,
      }),
    }));
    let left = room;
    const results = lines.slice(0, limit).filter((each) => (left -= lengthOf(each)) > 0);
    return {
      results,
      ...withoutEmpty({
        moreFound: lines.length > results.length && 'Narrow the search down to see others.',
      }),
      ...withoutEmpty({ workspacesNotSearched: known.slice(maxWorkspaces).map(({ name }) => name) }),
    };
  },
});

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

export const listMyCards = tool({
  name: 'list_my_cards',
  title: 'List your cards',
  description: `Lists the cards on all boards of which your user is a member or has an open checklist item, earliest due date first, in pages. ${isData}`,
  effect: 'reads',
  needs: [],
  input: Type.Object({
    workspacePublicId: Type.Optional(workspacePublicId),
    dueDateFilters,
    completed: doneOnly,
    filter,
    limit: limitOf(100, 20),
    cursor: cursorOf('nextCursor'),
  }),
  async run({ client, find }, { workspacePublicId: given, limit = 20, completed, ...query }) {
    const workspace = given === undefined ? undefined : await find.workspace(given);
    const page = await fitting(
      async (most) => {
        const { cards, nextCursor } = await client.call(api.cards.mine, {
          query: { ...query, workspacePublicId: workspace, completed, include: ['work'], limit: most },
        });
        const entries = cards.map((card) => ({
          ...cardLine(card),
          ...withoutEmpty({ yourItems: (card.items ?? []).map(itemOf) }),
          listName: card.list.name,
          board: card.board,
          workspacePublicId: card.workspace.publicId,
        }));
        return { entries, nextCursor };
      },
      { limit, space: room, least: 1 },
    );
    return { cards: page?.shown ?? [], nextCursor: page?.nextCursor ?? null };
  },
});

/** An item of the caller's; get_card has its version. */
const itemOf = ({ publicId, title, due }: NonNullable<MyCard['items']>[number]) => ({
  publicId,
  title,
  ...withoutEmpty({ dueDate: dateOf(due) }),
});

export const whoAmI = tool({
  name: 'whoami',
  title: 'Who you are',
  description: 'Tells your user, your key with its permissions, and your workspaces with your role in each.',
  effect: 'reads',
  needs: [],
  input: Type.Object({}),
  async run({ client }) {
    const [{ name, email }, { workspacePublicId, permissions, ...credential }, workspaces] =
      await Promise.all([
        client.call(api.users.me),
        client.call(api.users.credential),
        client.call(api.workspaces.list),
      ]);
    return {
      user: { name, email },
      credential: {
        ...withoutEmpty(credential),
        permissions: permissions ?? 'all that your user has',
        ...withoutEmpty({ onlyWorkspacePublicId: workspacePublicId }),
      },
      workspaces: workspaces.map(({ role, workspace: { publicId, name: called, cardPrefix } }) => ({
        publicId,
        name: called,
        cardPrefix,
        role,
      })),
    };
  },
});
