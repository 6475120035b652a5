import { Type } from 'typebox';
import {
  Board,
  BoardSettings,
  BoardSummary,
  BoardType,
  CardOfPage,
  PublicBoard,
  Visibility,
} from './board-shapes.ts';
import { cardFilters } from './filters.ts';
import { operation } from './operation.ts';
import { Id, PublicId, page, pageQuery, Success, Text } from './schema.ts';
import { Slug, workspaceParams } from './workspaces.ts';

const Name = Text(100, { description: 'Name', example: 'Website' });
const boardParams = Type.Object({ boardPublicId: PublicId('The board') });
const boardFilters = { ...cardFilters, type: Type.Optional(BoardType) };
const cardPageQuery = {
  archived: Type.Optional(Type.Boolean({ description: 'Only archived cards, or only live ones' })),
  ...pageQuery({ max: 500, default: 100 }),
};
const filtering =
  'Filters: several values of one widen it, several filters narrow each other down; one that matches nothing gives ' +
  'no cards. A board of another `type` than asked for is not found.';

export const boards = {
  list: operation({
    id: 'listBoards',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/boards',
    tag: 'Boards',
    summary: 'List the boards of a workspace',
    description:
      'Favourites first, then by name (E11). Archived boards are left out unless asked for; templates are there unless ' +
      '`type` says otherwise.',
    params: workspaceParams,
    query: Type.Object({
      type: Type.Optional(BoardType),
      archived: Type.Optional(Type.Boolean({ description: 'Only archived boards, or only live ones' })),
    }),
    reply: Type.Array(BoardSummary),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  create: operation({
    id: 'createBoard',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/boards',
    tag: 'Boards',
    summary: 'Make a board',
    description:
      'With `sourceBoardPublicId` it is a copy of a board or template: its lists, labels and cards with their due ' +
      'dates, labels, checklists (no item completed) and, within the workspace, members. What is archived, and ' +
      'comments, attachments and activities are not copied; the cards get numbers of their own. `type` says what the ' +
      'copy is. Needs `board:view` and `card:view` where the source is.',
    params: workspaceParams,
    body: Type.Object({
      name: Name,
      lists: Type.Optional(
        Type.Array(Text(255), { maxItems: 100, description: 'Names of the lists to make, in order' }),
      ),
      labels: Type.Optional(
        Type.Array(Text(36), {
          maxItems: 100,
          description: 'Names of the labels to make; colours are chosen',
        }),
      ),
      type: Type.Optional(BoardType),
      sourceBoardPublicId: Type.Optional(
        PublicId(
          'The board or template to copy, in any workspace; `lists` and `labels` count for nothing then',
        ),
      ),
    }),
    reply: Type.Object({ publicId: Id, name: Type.String() }),
    errors: [400, 401, 403, 404, 409],
    access: 'board:create',
  }),
  get: operation({
    id: 'getBoard',
    method: 'GET',
    path: '/boards/{boardPublicId}',
    tag: 'Boards',
    summary: 'Read a board',
    description:
      `The board with its lists, labels and live cards. ${filtering} The lists of a caller without \`card:view\` ` +
      'come without cards. Archived boards are readable, too.',
    params: boardParams,
    query: Type.Object(boardFilters),
    reply: Board,
    etag: true,
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  cards: operation({
    id: 'listBoardCards',
    method: 'GET',
    path: '/boards/{boardPublicId}/cards',
    tag: 'Boards',
    summary: 'Page through the cards of a board',
    description:
      `For boards that are too large to be sent whole: the live cards, list by list in their order; or the archived ones, ` +
      `the last archived first. ${filtering} ` +
      'A card that is moved meanwhile may be missed or come twice.',
    params: boardParams,
    query: Type.Object({
      ...boardFilters,
      listPublicId: Type.Optional(PublicId('Only the cards of this list')),
      ...cardPageQuery,
    }),
    reply: page('cards', CardOfPage),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  cardsOfList: operation({
    id: 'listListCards',
    method: 'GET',
    path: '/lists/{listPublicId}/cards',
    tag: 'Lists',
    summary: 'Page through the cards of a list',
    description: `As the cards of its board: the live ones in their order, or the archived ones, the last archived first. ${filtering}`,
    params: Type.Object({ listPublicId: PublicId('The list') }),
    query: Type.Object({ ...cardFilters, ...cardPageQuery }),
    reply: page('cards', CardOfPage),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  getPublic: operation({
    id: 'getPublicBoard',
    method: 'GET',
    path: '/workspaces/{workspaceSlug}/boards/{boardSlug}',
    tag: 'Boards',
    summary: 'Read a public board',
    description:
      'What everyone may see of a board whose visibility is `public`: it names no one, so `members` matches no card. ' +
      `${filtering} Private, archived and deleted boards and templates are not found. For 90 days a slug that the ` +
      'workspace or the board had leads to where it is now.',
    params: Type.Object({
      workspaceSlug: Type.String({ minLength: 1, maxLength: 64, description: 'Slug of the workspace' }),
      boardSlug: Type.String({ minLength: 1, maxLength: 64, description: 'Slug of the board' }),
    }),
    query: Type.Object(boardFilters),
    reply: PublicBoard,
    etag: true,
    moves: true,
    errors: [400, 404],
    access: 'none',
  }),
  checkSlug: operation({
    id: 'checkBoardSlug',
    method: 'GET',
    path: '/boards/{boardPublicId}/check-slug-availability',
    tag: 'Boards',
    summary: 'Ask whether a slug is free',
    description:
      'Slugs are unique in a workspace; boards in the trash keep theirs. The own one is free, and so are those that the ' +
      'board had in the last 90 days: for other boards they are reserved. A board keeps its last ten.',
    params: boardParams,
    query: Type.Object({ boardSlug: Slug }),
    reply: Type.Object({
      isAvailable: Type.Boolean({ description: 'Whether the board can take it' }),
      isReserved: Type.Boolean({
        description: 'Whether it is taken, or kept: for the service itself or for the board that had it',
      }),
    }),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  update: operation({
    id: 'updateBoard',
    method: 'PUT',
    path: '/boards/{boardPublicId}',
    tag: 'Boards',
    summary: 'Change a board',
    description:
      "Takes any of the fields, at least one. `favorite` is the caller's own and needs no more than `board:view`; " +
      'everything else needs `board:edit`, too.',
    params: boardParams,
    body: Type.Object(
      {
        name: Type.Optional(Name),
        slug: Type.Optional(Slug),
        visibility: Type.Optional(Visibility),
        favorite: Type.Optional(Type.Boolean({ description: 'Whether it is a favourite of the caller' })),
        isArchived: Type.Optional(Type.Boolean({ description: 'Whether it is archived' })),
      },
      { minProperties: 1 },
    ),
    reply: BoardSettings,
    errors: [400, 401, 403, 404, 409],
    access: 'board:view',
  }),
  delete: operation({
    id: 'deleteBoard',
    method: 'DELETE',
    path: '/boards/{boardPublicId}',
    tag: 'Boards',
    summary: 'Delete a board',
    description:
      'Puts the board with all that is on it into the trash, from where it can be restored for 30 days. It keeps its ' +
      'slug.',
    params: boardParams,
    reply: Success,
    errors: [400, 401, 403, 404],
    access: 'board:delete',
  }),
  restore: operation({
    id: 'restoreBoard',
    method: 'POST',
    path: '/boards/{boardPublicId}/restore',
    tag: 'Boards',
    summary: 'Restore a board',
    description:
      'Brings a board back from the trash as it was. Lists and cards that were deleted before it stay in the trash. ' +
      'It needs what deleting needs.',
    params: boardParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:delete',
  }),
  move: operation({
    id: 'moveBoard',
    method: 'POST',
    path: '/boards/{boardPublicId}/move',
    tag: 'Boards',
    summary: 'Move a board to another workspace',
    description:
      'Everything on it goes along, what is archived or in the trash as well. Its cards get new numbers there, in ' +
      'the order of the old ones; members on cards stay where the same account is a member there, others fall off. ' +
      'The board keeps its slug where that is free. A large one takes a while, in which it is read as before and ' +
      'changes of it wait, for 15 s at the most. Needs `board:create` where it goes and, where it is, ' +
      '`board:delete`, `board:edit` and all that it takes to read what goes along: `list:view`, `card:view`, ' +
      '`comment:view`, `member:view` and, where members do not see the addresses of others, `member:edit`.',
    params: boardParams,
    body: Type.Object({ targetWorkspacePublicId: PublicId('The workspace it goes to') }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:delete',
  }),
};
