import { Type } from 'typebox';
import {
  Background,
  Board,
  BoardAccess,
  BoardSettings,
  BoardSummary,
  BoardType,
  CardOfPage,
  NamedBoard,
  PublicBoard,
  Visibility,
  whichBoards,
} from './board-shapes.ts';
import { cardFilters, cardPageQuery, FilterText, workspaceMembers } from './filters.ts';
import { BoardSnapshot } from './live-shapes.ts';
import { operation } from './operation.ts';
import { Id, named, PublicId, page, pageQuery, Success, Text } from './schema.ts';
import { Slug, workspaceParams } from './workspaces.ts';

const Name = Text(100, { description: 'Name', example: 'Website' });
const boardParams = Type.Object({ boardPublicId: PublicId('The board') });
const filter = Type.Optional(FilterText());
const boardFilters = { ...cardFilters, type: Type.Optional(BoardType) };
const filtering =
  'Filters: several values of one filter are alternatives, several filters must all match; a filter that matches ' +
  'nothing returns no cards. A board whose `type` is not the requested one is not found.';

const syncing =
  'To keep a copy up to date, set `updatedSince` to the time of your previous request less a minute, for live and for ' +
  'archived cards: you get them as they are now, some of them again. Changes to the labels, lists and people of the board, ' +
  'deleted cards, and cards that came back with their list or board are not found in this way: ' +
  '`GET /workspaces/{workspacePublicId}/events` tells you of them.';

export const boards = {
  list: operation({
    id: 'listBoards',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/boards',
    tag: 'Boards',
    summary: 'List the boards of a workspace',
    description:
      'Favourites first, then by name (E11). Archived boards are left out unless requested; templates are ' +
      'included unless `type` says otherwise.',
    params: workspaceParams,
    query: Type.Object(whichBoards),
    reply: Type.Array(BoardSummary),
    position: true,
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  names: operation({
    id: 'listBoardNames',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/board-names',
    tag: 'Boards',
    summary: 'List the names of the boards of a workspace',
    description:
      'In pages, oldest first, without lists and labels. Archived boards are left out unless requested; templates are ' +
      'included unless `type` says otherwise.',
    params: workspaceParams,
    query: Type.Object({ ...whichBoards, ...pageQuery({ max: 500, default: 100 }) }),
    reply: named('NamedBoardPage', page('boards', NamedBoard)),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  create: operation({
    id: 'createBoard',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/boards',
    tag: 'Boards',
    summary: 'Create a board',
    description:
      'With `sourceBoardPublicId`, the new board is a copy of a board or template: its lists, labels and cards ' +
      'with their due dates, labels, checklists (no item completed) and, within the same workspace, members. ' +
      'Comments, attachments, activities, archived cards, and archived lists with their cards are not copied; the ' +
      'cards get new numbers. `type` is the type of the copy. With `access` `members` the board is closed to all but its ' +
      'members from the start, which takes nothing from anyone and so no `board:share`. A copy of a board that is closed to all but its members ' +
      'is closed, too, with the caller as its member; only those are copied onto cards who can see the copy. Requires ' +
      '`board:view` and `card:view` on the source, and `list:view` if you hold it where the copy is made; members are ' +
      'copied if you may see them.',
    params: workspaceParams,
    body: Type.Object({
      name: Name,
      lists: Type.Optional(
        Type.Array(Text(255), { maxItems: 100, description: 'Names of the lists to create, in order' }),
      ),
      labels: Type.Optional(
        Type.Array(Text(36), {
          maxItems: 100,
          description: 'Names of the labels to create; colours are assigned',
        }),
      ),
      type: Type.Optional(BoardType),
      access: Type.Optional(BoardAccess),
      sourceBoardPublicId: Type.Optional(
        PublicId('The board or template to copy, in any workspace; `lists` and `labels` are then ignored'),
      ),
    }),
    reply: Type.Object({ publicId: Id, name: Type.String() }),
    errors: [400, 401, 403, 404, 409],
    access: 'board:create',
  }),
  get: operation({
    id: 'getBoard',
    work: 'heavy',
    method: 'GET',
    path: '/boards/{boardPublicId}',
    tag: 'Boards',
    summary: 'Read a board',
    description:
      `The board with its lists, labels and live cards. ${filtering} Without \`card:view\`, lists come without ` +
      'cards. Archived boards can be read too.',
    params: boardParams,
    query: Type.Object({ ...boardFilters, filter, ...workspaceMembers('`workspace.members` is empty') }),
    reply: Board,
    etag: true,
    position: true,
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  snapshot: operation({
    id: 'getBoardSnapshot',
    work: 'heavy',
    method: 'GET',
    path: '/boards/{boardPublicId}/snapshot',
    tag: 'Boards',
    summary: 'Read what a live page of a board begins with',
    description:
      'The board with each thing once: cards name their list, labels and members by ids, have order keys instead of ' +
      'indexes, and come without their texts. A client that follows the changes from `Change-Position` on misses none; a ' +
      'card that is moved while a large board is sent may be missing here, and is among them. Archived cards and lists ' +
      'are not here: `GET /boards/{boardPublicId}/cards` and `/lists` have them with `?archived=true`. There are no ' +
      'email addresses. Without `list:view` there are no lists and no cards, without `card:view` no cards, and without `member:view` nobody.',
    params: boardParams,
    reply: BoardSnapshot,
    etag: true,
    position: true,
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  cards: operation({
    id: 'listBoardCards',
    work: 'heavy',
    method: 'GET',
    path: '/boards/{boardPublicId}/cards',
    tag: 'Boards',
    summary: 'List the cards of a board',
    description:
      'For boards that are too large to send whole: the live cards, list by list, in order; or the archived ones, ' +
      `most recently archived first, including those in archived lists. The live cards of an archived list are returned ` +
      `for its \`listPublicId\` only. ${filtering} A card that is moved in the meantime may be missed or returned twice. ` +
      syncing,
    params: boardParams,
    query: Type.Object({
      ...boardFilters,
      filter,
      listPublicId: Type.Optional(PublicId('Only the cards of this list')),
      ...cardPageQuery,
    }),
    reply: page('cards', CardOfPage),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  cardsOfList: operation({
    id: 'listListCards',
    work: 'heavy',
    method: 'GET',
    path: '/lists/{listPublicId}/cards',
    tag: 'Lists',
    summary: 'List the cards of a list',
    description:
      'Like the cards of a board: the live ones in order, or the archived ones, most recently archived ' +
      `first. ${filtering} ${syncing}`,
    params: Type.Object({ listPublicId: PublicId('The list') }),
    query: Type.Object({ ...cardFilters, filter, ...cardPageQuery }),
    reply: page('cards', CardOfPage),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  getPublic: operation({
    id: 'getPublicBoard',
    work: 'heavy',
    method: 'GET',
    path: '/workspaces/{workspaceSlug}/boards/{boardSlug}',
    tag: 'Boards',
    summary: 'Read a public board',
    description:
      'What anyone may see of a board whose visibility is `public`. It names nobody, so `members` matches no ' +
      `card. ${filtering} Private, archived and deleted boards and templates are not found. For 90 days, a former ` +
      'slug of the workspace or the board redirects to the current address.',
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
    summary: 'Check whether a slug is available',
    description:
      "Slugs are unique within a workspace; boards in the trash keep theirs. The board's own slug is available, " +
      'and so are those it had in the last 90 days, which are reserved for it. A board keeps its last ten slugs.',
    params: boardParams,
    query: Type.Object({ boardSlug: Slug }),
    reply: Type.Object({
      isAvailable: Type.Boolean({ description: 'Whether the board can take it' }),
      isReserved: Type.Boolean({
        description: 'Whether it is taken, or reserved for the service itself or for the board that had it',
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
    summary: 'Update a board',
    description:
      "Takes one or more of the fields. `favorite` is the caller's own and requires only `board:view`; everything " +
      'else requires `board:edit` as well, and changing `visibility` or `access` also `board:share`. The admins of the ' +
      'workspace get an email when `visibility` changes; where the workspace does not allow public boards, making one ' +
      'public is 409. Only a private board can be closed to all but its members. The user who closes ' +
      'one becomes a member of it with their role in the workspace, unless they are an admin or a member who may edit ' +
      'it already; those who cannot see it any more are removed from its cards.',
    params: boardParams,
    body: Type.Object(
      {
        name: Type.Optional(Name),
        slug: Type.Optional(Slug),
        visibility: Type.Optional(Visibility),
        access: Type.Optional(BoardAccess),
        favorite: Type.Optional(Type.Boolean({ description: 'Whether the caller marks it as a favourite' })),
        isArchived: Type.Optional(Type.Boolean({ description: 'Whether it is archived' })),
        background: Type.Optional(Background),
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
      'Moves the board with everything on it to the trash, to be restored within 30 days. It keeps its slug.',
    params: boardParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:delete',
  }),
  restore: operation({
    id: 'restoreBoard',
    method: 'POST',
    path: '/boards/{boardPublicId}/restore',
    tag: 'Boards',
    summary: 'Restore a board',
    description:
      'Restores a board from the trash as it was. Lists and cards that were deleted before it stay in the trash.',
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
      'Everything on it moves along, including what is archived or in the trash. Its cards get new numbers, in ' +
      'the order of the old ones. Members stay on cards if the same account is a member of the target workspace; ' +
      'others are removed from them. Members of the board remain its members there, with the role of the same name, or ' +
      'else as `guest`, unless that permits more than their role here. The board keeps its slug if it is free. A large board takes a while, during ' +
      'which it can be read as before, and changes to it wait for up to 15 s. Requires `board:create` in the ' +
      'target workspace, also `board:share` if the board is public, and, in the current one, `board:delete`, `board:edit` and everything needed to read what ' +
      'moves: `list:view`, `card:view`, `comment:view`, `member:view` and, if the workspace hides email ' +
      'addresses from members, `member:edit`.',
    params: boardParams,
    body: Type.Object({ targetWorkspacePublicId: PublicId('The target workspace') }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:delete',
  }),
};
