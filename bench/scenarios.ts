import { allPermissions, systemRoles } from '../contract/permissions.ts';
import { feedOf } from '../server/src/activities/queries.ts';
import type { Reading } from '../server/src/base/db/database.ts';
import { firstBoards } from '../server/src/boards/queries.ts';
import { cardRead } from '../server/src/cards/queries.ts';
import type { Made, WatchedBoard } from './data/generation.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
}

export interface Scenario {
  name: string;
  clients: number;
  /** Whether it leaves work behind that belongs to its cost. */
  settles?: boolean;
  /** Different requests, sent in turn. */
  requests: (made: Made) => Request[];
  /** The database's work for one request, without the service around it. */
  bare?: (db: Reading, made: Made) => (turn: number) => Promise<unknown>;
}

const get = (path: string): Request => ({ method: 'GET', path });
const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;

const readCard = (db: Reading, workspaceOf: Map<string, string>, cards: string[]) => (turn: number) => {
  const id = at(cards, turn);
  return db.first(cardRead, {
    workspaceId: workspaceOf.get(id) ?? '',
    id,
    showEmails: true,
    showComments: true,
    showMembers: true,
    showAllMembers: true,
    showLists: true,
    withWorkspaceMembers: true,
    withWork: false,
  });
};

/** Moves of `cards` to positions all over their list; a repeated request finds its card at another position. */
export const moves = (cards: string[]): Request[] =>
  Array.from({ length: 10_000 }, (_, turn) => ({
    method: 'PUT',
    path: `/cards/${at(cards, turn * 37)}`,
    body: { index: (turn * 7919 + Math.floor(turn / cards.length) * 31) % cards.length },
  }));

const comments = (made: Made): Request[] =>
  made.cards.map((card) => ({
    method: 'POST',
    path: `/cards/${card}/comments`,
    body: { comment: 'Looks **good** to me.' },
  }));

const newCards = (made: Made): Request[] =>
  made.lists.map((listPublicId) => ({
    method: 'POST',
    path: '/cards',
    body: { title: 'Paint the harbour', description: 'Both **sides**.', listPublicId },
  }));

const toggles = (made: Made): Request[] =>
  made.assignable.map(({ card, member }) => ({ method: 'PUT', path: `/cards/${card}/members/${member}` }));

const searches = (words: string) => (made: Made) =>
  made.workspaces.map((id) => get(`/workspaces/${id}/search?query=${encodeURIComponent(words)}`));

/** Reads of single cards, feeds and overviews, with the database's part of them. */
const reads = (workspaceOf: Map<string, string>): Scenario[] => [
  {
    name: 'E2: read a card',
    clients: 16,
    requests: (made) => made.cards.map((card) => get(`/cards/${card}`)),
    bare: (db, made) => readCard(db, workspaceOf, made.cards),
  },
  {
    name: 'E2: read a card with 100 000 activities',
    clients: 16,
    requests: (made) => [get(`/cards/${made.longFeedCard}`)],
    bare: (db, made) => readCard(db, workspaceOf, [made.longFeedCard]),
  },
  {
    name: 'E3: read the feed of a card',
    clients: 16,
    requests: (made) => made.cards.map((card) => get(`/cards/${card}/activities`)),
    bare: (db, made) => (turn) => {
      const cardId = at(made.cards, turn);
      const workspaceId = workspaceOf.get(cardId) ?? '';
      return db.all(feedOf({}).desc, {
        workspaceId,
        cardId,
        showEmails: true,
        showComments: true,
        showMembers: true,
        showAllMembers: true,
        showLists: true,
        cursor: Number.MAX_SAFE_INTEGER,
        limit: 21,
      });
    },
  },
  {
    name: 'E3: read the feed of a card with 100 000 activities',
    clients: 16,
    requests: (made) => [get(`/cards/${made.longFeedCard}/activities`)],
  },
  { name: 'my cards', clients: 16, requests: () => [get('/users/me/cards')] },
  {
    name: 'E11: boards of a workspace',
    clients: 16,
    requests: (made) => made.workspaces.map((workspace) => get(`/workspaces/${workspace}/boards`)),
    bare: (db, made) => (turn) => {
      const workspaceId = at(made.workspaces, turn);
      return db.all(firstBoards, {
        workspaceId,
        userId: '',
        type: 'regular',
        archived: false,
        memberId: '',
        memberLevel: systemRoles.admin.level,
        memberPermissions: allPermissions,
        mask: allPermissions,
        openBoards: null,
        mostBoards: 101,
        mostEntries: 21,
      });
    },
  },
];

const boardsAndSearch: Scenario[] = [
  {
    name: 'read a board with 500 cards',
    clients: 16,
    requests: (made) => made.boards.map((board) => get(`/boards/${board}`)),
  },
  {
    name: 'read a board with 10 000 cards',
    clients: 4,
    requests: (made) => [get(`/boards/${made.longBoard}`)],
  },
  {
    name: 'read a board with 2000 cards',
    clients: 4,
    requests: (made) => [get(`/boards/${made.middleBoard}`)],
  },
  {
    name: 'snapshot of a board with 500 cards',
    clients: 16,
    requests: (made) => made.boards.map((board) => get(`/boards/${board}/snapshot`)),
  },
  {
    name: 'snapshot of a board with 2000 cards',
    clients: 4,
    requests: (made) => [get(`/boards/${made.middleBoard}/snapshot`)],
  },
  {
    name: 'snapshot of a board with 10 000 cards',
    clients: 4,
    requests: (made) => [get(`/boards/${made.longBoard}/snapshot`)],
  },
  {
    name: 'read a page of 100 cards',
    clients: 16,
    requests: (made) => made.boards.map((board) => get(`/boards/${board}/cards?limit=100`)),
  },
  {
    name: 'read a page of 500 cards',
    clients: 16,
    requests: (made) => made.boards.map((board) => get(`/boards/${board}/cards?limit=500`)),
  },
  { name: 'search for a word that few cards hold', clients: 16, requests: searches('quartz') },
  { name: 'search for a word that most cards hold', clients: 16, requests: searches('harbour') },
  { name: 'search for two words that many cards hold', clients: 16, requests: searches('harbour ledger') },
  { name: 'search for two letters', clients: 16, requests: searches('ar') },
];

const writes: Scenario[] = [
  {
    name: 'sign in',
    clients: 4,
    requests: ({ emails, password }) =>
      emails.map((email) => ({ method: 'POST', path: '/auth/sign-in', body: { email, password } })),
  },
  { name: 'create a card, 1 client', clients: 1, requests: newCards },
  { name: 'create a card, 16 clients', clients: 16, requests: newCards },
  { name: 'toggle a member, 1 client', clients: 1, requests: toggles },
  { name: 'toggle a member, 16 clients', clients: 16, requests: toggles },
  { name: 'E7: comment, 1 client', clients: 1, requests: comments },
  { name: 'E7: comment, 16 clients', clients: 16, requests: comments },
  { name: 'move in a list of 100, 1 client', clients: 1, requests: (made) => moves(made.shortListCards) },
  { name: 'move in a list of 10 000, 1 client', clients: 1, requests: (made) => moves(made.longListCards) },
  { name: 'move in a list of 100, 16 clients', clients: 16, requests: (made) => moves(made.shortListCards) },
  {
    name: 'move in a list of 10 000, 16 clients',
    clients: 16,
    requests: (made) => moves(made.longListCards),
  },
];

/** Changes on boards that nobody, ten and five hundred people watch. Of a board in older versions, nobody is told. */
const watched: Scenario[] = ['nobody watches', '10 watch', '500 watch'].flatMap((who, index) =>
  changesOf(who, index > 0, (made) => made.watched.boards[index]),
);

function changesOf(
  who: string,
  settles: boolean,
  boardIn: (made: Made) => WatchedBoard | undefined,
): Scenario[] {
  const change = (name: string, request: (card: string, turn: number, board: WatchedBoard) => Request) => ({
    name: `${name}, ${who}`,
    clients: 1,
    settles,
    requests: (made: Made) => {
      const board = boardIn(made);
      if (!board) return [];
      return Array.from({ length: 1000 }, (_, turn) => request(at(board.cards, turn), turn, board));
    },
  });
  return [
    change('comment', (card) => ({
      method: 'POST',
      path: `/cards/${card}/comments`,
      body: { comment: 'Looks **good** to me.' },
    })),
    change('move to another list', (card, turn, { lists, cards }) => ({
      method: 'PUT',
      path: `/cards/${card}`,
      body: { listPublicId: lists[(Math.floor(turn / cards.length) + 1) % 2], index: 0 },
    })),
    change('change a title', (card, turn) => ({
      method: 'PUT',
      path: `/cards/${card}`,
      body: { title: `Paint the harbour ${turn}` },
    })),
  ];
}

export const scenarios = (workspaceOf: Map<string, string>): Scenario[] => [
  ...reads(workspaceOf),
  ...boardsAndSearch,
  ...writes,
  ...watched,
];
