import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, Index, named, oneOf, PublicId, Text } from './schema.ts';
import { Label } from './shapes.ts';

export const BoardSummary = named(
  'BoardSummary',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'Website' }),
    favorite: Type.Boolean({ description: 'Whether the caller marked it as a favourite' }),
    lists: Type.Array(
      Type.Object({ publicId: Id, name: Type.String(), index: Index('Position on the board, from 0') }),
    ),
    labels: Type.Array(Label),
  }),
);

export const workspaceParams = Type.Object({ workspacePublicId: PublicId('The workspace') });

const BoardType = oneOf(['regular', 'template'], { description: 'Kind of board' });

export const boards = {
  list: operation({
    id: 'listBoards',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/boards',
    tag: 'Boards',
    summary: 'List the boards of a workspace',
    description: 'Favourites first, then by name (E11). Archived boards are left out unless asked for.',
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
    params: workspaceParams,
    body: Type.Object({
      name: Text(100, { description: 'Name', example: 'Website' }),
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
    }),
    reply: Type.Object({ publicId: Id, name: Type.String() }),
    errors: [400, 401, 403, 404],
    access: 'board:create',
  }),
};
