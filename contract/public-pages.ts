import { Type } from 'typebox';
import { operation } from './operation.ts';
import { named, nullable, PublicId } from './schema.ts';

const boardParams = Type.Object({ boardPublicId: PublicId('The board') });

const AllowsIndexing = Type.Boolean({
  description: 'Whether search engines may list it; they are asked not to, unless this is set',
});

const PublicPage = named(
  'PublicPage',
  Type.Object({
    address: nullable(
      Type.String({
        description: 'The page; null while not everyone may read the board',
        example: 'https://taskboard.example.com/p/analytical-engines/website-4k2m8x',
      }),
    ),
    allowsIndexing: AllowsIndexing,
  }),
);

/** The page on which anyone can read a public board, without signing in. */
export const publicPages = {
  get: operation({
    id: 'getPublicPage',
    method: 'GET',
    path: '/boards/{boardPublicId}/public-page',
    tag: 'Boards',
    summary: 'Read where everyone can read a board',
    description:
      'A public board has a page that can be shared: it shows what `GET /workspaces/{workspaceSlug}/boards/{boardSlug}` ' +
      'returns, and names nobody.',
    params: boardParams,
    reply: PublicPage,
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  update: operation({
    id: 'updatePublicPage',
    method: 'PUT',
    path: '/boards/{boardPublicId}/public-page',
    tag: 'Boards',
    summary: 'Let search engines list the page of a board',
    description: 'It also applies to a board that is made public later.',
    params: boardParams,
    body: Type.Object({ allowsIndexing: AllowsIndexing }),
    reply: PublicPage,
    errors: [400, 401, 403, 404, 409],
    access: 'board:share',
  }),
};
