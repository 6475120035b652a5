import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import {
  Colour,
  Count,
  Id,
  Index,
  MadeId,
  named,
  nullable,
  oneOf,
  PublicId,
  Success,
  spotAmong,
  Text,
  Timestamp,
} from './schema.ts';

export const List = named(
  'List',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'In progress' }),
    index: Index('Position on the board, from 0'),
  }),
);

const Completes = Type.Boolean({
  description:
    'Whether cards that are put there become done, and are opened again when they are moved to a list without it',
});

const Limit = Type.Object(
  {
    cards: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'How many cards it should have at most',
    }),
    mode: oneOf(['warn', 'refuse'], {
      description:
        '`warn` only shows that there are too many; with `refuse` no further card can be created in the list or moved there',
    }),
  },
  { description: 'Templates, and cards that are archived or in the trash, do not count' },
);

export type ListLimit = Static<typeof Limit>;

const RefusesOpenChecks = Type.Boolean({
  description:
    'Whether a card with open acceptance checks cannot be moved, copied or restored from the archive to the list, nor completed in it',
});

/** What people set of a list, other than its name and place. */
export const listTraits = {
  completes: Completes,
  colour: nullable({ ...Colour, description: 'Colour of its head as `#rrggbb`; null for none' }),
  limit: nullable(Limit),
  refusesOpenChecks: RefusesOpenChecks,
};

const givenTraits = {
  completes: Type.Optional(listTraits.completes),
  colour: Type.Optional(listTraits.colour),
  limit: Type.Optional(listTraits.limit),
  refusesOpenChecks: Type.Optional(listTraits.refusesOpenChecks),
};

const ListOfBoard = named(
  'ListOfBoard',
  Type.Object({
    publicId: Id,
    name: List.properties.name,
    index: nullable(Index('Position on the board, from 0; null for an archived list')),
    ...listTraits,
    archivedAt: nullable(Timestamp('When it was archived; null for a live list')),
    cardCount: nullable(
      Count(
        'Number of cards that are not archived themselves, without templates; null if you may not view cards',
      ),
    ),
  }),
);

const Name = Text(255, { description: 'Name', example: 'In progress' });

/** The position of a list on its board. */
const spotOfList = (index: string) =>
  spotAmong('list', { index, gone: 'one that is archived or deleted stands for the place where it was' });

const listParams = Type.Object({ listPublicId: PublicId('The list') });

export const lists = {
  list: operation({
    id: 'listBoardLists',
    method: 'GET',
    path: '/boards/{boardPublicId}/lists',
    tag: 'Lists',
    summary: 'List the lists of a board',
    description:
      'The live lists in order, or the archived ones, most recently archived first. `GET /lists/{listPublicId}/cards` ' +
      'has the cards of either.',
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    query: Type.Object({
      archived: Type.Optional(
        Type.Boolean({
          description: '`true` for archived lists only, `false` for live ones only',
          default: false,
        }),
      ),
    }),
    reply: Type.Array(ListOfBoard),
    errors: [400, 401, 403, 404],
    access: 'list:view',
  }),
  create: operation({
    id: 'createList',
    method: 'POST',
    path: '/lists',
    tag: 'Lists',
    summary: 'Create a list',
    description: 'The list is added as the last one on the board, unless a place is given.',
    body: Type.Object({
      publicId: Type.Optional(MadeId),
      name: Name,
      boardPublicId: PublicId('The board'),
      ...givenTraits,
      ...spotOfList('Position on the board; the end if absent or past it'),
    }),
    reply: List,
    errors: [400, 401, 403, 409],
    access: 'list:create',
  }),
  update: operation({
    id: 'updateList',
    method: 'PUT',
    path: '/lists/{listPublicId}',
    tag: 'Lists',
    summary: 'Rename or move a list',
    description:
      'Takes one or more of the fields. A list stays on its board. An archived one stays archived, and comes back ' +
      'to the place that it is moved to. `completes` concerns cards that are put there from then on, as ' +
      'does `limit`: cards that are there stay, and those that imports, emails and recurrence bring are never refused, nor are ' +
      'those that come back from the archive or the trash. `refusesOpenChecks` neither refuses templates, cards that imports and ' +
      'recurrence bring, nor those that come back from the trash, where nothing can be completed.',
    params: listParams,
    body: Type.Object(
      {
        name: Type.Optional(Name),
        ...givenTraits,
        ...spotOfList('Position on the board; anything past the end means the end'),
      },
      { minProperties: 1 },
    ),
    reply: List,
    errors: [400, 401, 403, 404, 409],
    access: 'list:edit',
  }),
  archive: operation({
    id: 'archiveList',
    method: 'POST',
    path: '/lists/{listPublicId}/archive',
    tag: 'Lists',
    summary: 'Archive a list',
    description:
      'Takes the list and its cards off the board. The cards can still be read, edited and moved to other lists; none ' +
      'can be created in the list or moved into it. It still counts towards the lists that a board may have.',
    params: listParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'list:edit',
  }),
  delete: operation({
    id: 'deleteList',
    method: 'DELETE',
    path: '/lists/{listPublicId}',
    tag: 'Lists',
    summary: 'Delete a list',
    description: 'Moves the list and its cards to the trash, from which it can be restored for 30 days.',
    params: listParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'list:delete',
  }),
  restore: operation({
    id: 'restoreList',
    method: 'POST',
    path: '/lists/{listPublicId}/restore',
    tag: 'Lists',
    summary: 'Restore a list',
    description:
      'Restores a list from the archive or the trash to its old place, with the cards that were in it. Cards ' +
      'that were archived or deleted themselves stay so. Restoring it from the trash requires `list:delete`, as deleting does.',
    params: listParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'list:edit',
  }),
};
