import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, oneOf, Text, Timestamp } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const SearchResult = named(
  'SearchResult',
  Type.Object({
    type: oneOf(['board', 'card'], { description: 'What was found' }),
    publicId: Id,
    title: Type.String({
      description: 'Title of the card, name of the board',
      example: 'Write the release notes',
    }),
    description: nullable(Type.String({ description: 'Markdown; null for boards' })),
    slug: nullable(Type.String({ description: 'Slug of the board; null for cards', example: null })),
    boardPublicId: nullable(Type.String({ description: 'The board of a card; null for boards' })),
    boardName: nullable(Type.String({ description: 'Name of that board', example: 'Website' })),
    listName: nullable(Type.String({ description: 'Name of the list of a card', example: 'To do' })),
    cardNumber: nullable(Type.Integer({ description: 'Number of a card; null for boards', example: 1 })),
    createdAt: Timestamp('When it was made'),
    updatedAt: nullable(
      Timestamp('When something was last done to a card, comments too; null for boards and untouched cards'),
    ),
  }),
);

export const search = {
  workspace: operation({
    id: 'searchWorkspace',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/search',
    tag: 'Search',
    summary: 'Search a workspace',
    description:
      'Finds boards by their names, and cards by their titles, descriptions and comments. All words of the query must ' +
      'stand in one text, in any order, be it within longer words; case, accents and the width of letters do not ' +
      'matter, and no character has a meaning of its own. A query like `WEB-12` finds the card of that number first; ' +
      'then come titles, descriptions and comments, each with the newest first. Archived things are found, deleted ones ' +
      'are not. Cards are found by callers with `card:view`, comments by those with `comment:view` as well. Where a ' +
      'great many texts match, and for queries of one or two characters, only the newest texts are looked into.',
    params: workspaceParams,
    query: Type.Object({
      query: Text(100, { description: 'What to look for', example: 'release notes' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Results at the most, 1 to 50' }),
      ),
    }),
    reply: Type.Array(SearchResult),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
};
