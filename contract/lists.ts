import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, Index, MadeId, named, PublicId, Success, spotAmong, Text } from './schema.ts';

export const List = named(
  'List',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'In progress' }),
    index: Index('Position on the board, from 0'),
  }),
);

const Name = Text(255, { description: 'Name', example: 'In progress' });

/** Where a list is to stand on its board. */
const spotOfList = (index: string) =>
  spotAmong('list', { index, gone: 'one that is deleted stands for the place where it was' });

const listParams = Type.Object({ listPublicId: PublicId('The list') });

export const lists = {
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
    description: 'Takes one or more of the fields. A list stays on its board.',
    params: listParams,
    body: Type.Object(
      {
        name: Type.Optional(Name),
        ...spotOfList('Position on the board; anything past the end means the end'),
      },
      { minProperties: 1 },
    ),
    reply: List,
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
      'Restores a list from the trash to its old place, with the cards that were in it. Cards that were deleted ' +
      'before it stay in the trash.',
    params: listParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'list:delete',
  }),
};
