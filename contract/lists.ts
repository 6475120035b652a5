import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, Index, named, PublicId, Text } from './schema.ts';

export const List = named(
  'List',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'In progress' }),
    index: Index('Position on the board, from 0'),
  }),
);

export const lists = {
  create: operation({
    id: 'createList',
    method: 'POST',
    path: '/lists',
    tag: 'Lists',
    summary: 'Make a list',
    description: 'The list becomes the last of its board.',
    body: Type.Object({
      name: Text(255, { description: 'Name', example: 'In progress' }),
      boardPublicId: PublicId('The board'),
    }),
    reply: List,
    errors: [400, 401, 403, 404],
    access: 'list:create',
  }),
};
