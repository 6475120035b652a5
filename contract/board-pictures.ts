import { Type } from 'typebox';
import { longestPicture } from './body-size.ts';
import { operation } from './operation.ts';
import { Id, PublicId, Success } from './schema.ts';

const ofBoard = {
  tag: 'Boards',
  path: '/boards/{boardPublicId}/picture',
  params: Type.Object({ boardPublicId: PublicId('The board') }),
} as const;

/** The picture behind the lists of a board. */
export const boardPictures = {
  get: operation({
    ...ofBoard,
    id: 'getBoardPicture',
    method: 'GET',
    summary: 'Download the picture of a board',
    description:
      'The WebP behind its lists, which fits into 1920 by 1200 pixels, without the metadata of the original. 404 if ' +
      'there is none. A parameter such as `?v=`, with the id of the picture, has browsers ask again once it has changed.',
    query: Type.Object({ v: Type.Optional({ ...Id, description: 'Ignored' }) }),
    reply: Type.String({ format: 'binary' }),
    produces: 'image/webp',
    etag: true,
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  set: operation({
    ...ofBoard,
    id: 'setBoardPicture',
    method: 'PUT',
    summary: 'Set the picture of a board',
    description:
      'Puts a picture behind the lists of a board, in place of the one before. It is made smaller and stored anew, ' +
      'without metadata. 503 if this installation cannot read pictures, or too many wait to be read.',
    body: Type.Object({
      picture: Type.String({
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        maxLength: longestPicture,
        description: 'A PNG, JPEG, GIF, WebP or AVIF, in base64',
        example:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNIS0sDAAJoATMaBOMoAAAAAElFTkSuQmCC',
      }),
    }),
    reply: Type.Object({ picture: { ...Id, description: 'The id of the picture' } }),
    errors: [400, 401, 403, 404, 409, 503],
    work: 'outside',
    access: 'board:edit',
  }),
  remove: operation({
    ...ofBoard,
    id: 'removeBoardPicture',
    method: 'DELETE',
    summary: 'Remove the picture of a board',
    description: 'Does nothing if it has none.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
};
