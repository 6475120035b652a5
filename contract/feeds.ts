import { Type } from 'typebox';
import { boardActivityDays } from './board-activities.ts';
import { calendars } from './calendars.ts';
import { operation } from './operation.ts';
import { PublicId, ShownOnce, Success, Timestamp } from './schema.ts';

const ofBoard = {
  path: '/boards/{boardPublicId}/feed',
  tag: 'Feeds',
  params: Type.Object({ boardPublicId: PublicId('The board') }),
  access: 'session',
} as const;

export const feeds = {
  get: operation({
    ...ofBoard,
    id: 'getBoardFeed',
    method: 'GET',
    summary: 'Look whether you have a feed address of a board',
    description: 'The address itself is shown only when it is created.',
    reply: calendars.get.reply,
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...ofBoard,
    id: 'createBoardFeed',
    method: 'POST',
    summary: 'Create a feed address of a board',
    description:
      'An address for feed readers, which shows what happened on the board as far as you may see it. It needs no ' +
      'credential, so keep it to yourself. A new one replaces the previous one. Resetting your password, changing it ' +
      'with `revokeApiKeys`, or proving your address for the first time revokes it. Your security log says when it ' +
      'was created and revoked. Requires `board:view`.',
    reply: Type.Object({
      url: ShownOnce('The address', {
        example: 'https://tasks.example.com/api/v1/feeds/tbf_…/board.atom',
      }),
      createdAt: Timestamp('When it was created'),
    }),
    confirmed: true,
    errors: [400, 401, 403, 404, 409],
  }),
  delete: operation({
    ...ofBoard,
    id: 'deleteBoardFeed',
    method: 'DELETE',
    summary: 'Revoke your feed address of a board',
    description: 'From now on, the address answers 404. If there is none, there is nothing to do.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  read: operation({
    id: 'readBoardFeed',
    method: 'GET',
    path: '/feeds/{feedToken}/board.atom',
    tag: 'Feeds',
    summary: 'Read what happened on a board as a feed',
    description:
      `The last 100 things that happened on the board within ${boardActivityDays} days, as Atom (RFC 4287), newest first: who ` +
      'did what to which card, never the texts of comments. Carries an `ETag`. If whom the address was made for may not see ' +
      'the board any more, it is not found.',
    params: Type.Object({
      feedToken: Type.String({ minLength: 1, maxLength: 100, description: 'The secret in the address' }),
    }),
    reply: Type.String(),
    produces: 'application/atom+xml',
    errors: [400, 404],
    access: 'none',
  }),
};
