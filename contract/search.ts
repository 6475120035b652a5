import { Type } from 'typebox';
import { FilterText } from './filters.ts';
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
    boardPublicId: nullable(Type.String({ description: 'The board of the card; null for boards' })),
    boardName: nullable(Type.String({ description: 'Name of that board', example: 'Website' })),
    listName: nullable(
      Type.String({ description: 'Name of the list of the card; null for boards', example: 'To do' }),
    ),
    cardNumber: nullable(Type.Integer({ description: 'Number of the card; null for boards', example: 1 })),
    archivedAt: nullable(Timestamp('When it, its list or its board was archived; null if it is live')),
    createdAt: Timestamp('When it was created'),
    updatedAt: nullable(
      Timestamp('When the card or its comments last changed; null for boards and unchanged cards'),
    ),
  }),
);

export const search = {
  workspace: operation({
    id: 'searchWorkspace',
    work: 'heavy',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/search',
    tag: 'Search',
    summary: 'Search a workspace',
    description:
      'Finds boards by name, and cards by title, description and comments. All words of the query must occur in ' +
      'one text, in any order, possibly within longer words. Case, accents and the width of letters do not ' +
      'matter, and no character has a special meaning. A query like `WEB-12` finds the card with that number ' +
      'first; then come matches in titles, descriptions and comments, each newest first. Archived items are ' +
      'found, deleted ones are not. Finding cards requires `card:view`, finding comments also `comment:view`. If ' +
      'a great many texts match, and for queries of one or two characters, only the newest texts are searched.',
    params: workspaceParams,
    query: Type.Object({
      query: Text(100, { description: 'Text to search for', example: 'release notes' }),
      filter: Type.Optional(
        FilterText('Only cards that pass this filter, as of `GET /filters/check`, among the best hits'),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 50,
          default: 20,
          description: 'Maximum number of results, 1 to 50',
        }),
      ),
    }),
    reply: Type.Array(SearchResult),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
};
