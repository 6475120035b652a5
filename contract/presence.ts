import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, PublicId, Success } from './schema.ts';
import { isBot } from './shapes.ts';

/** Seconds for which a reported presence on a board is valid. */
export const presenceLasts = 45;

/** The users who are viewing a board: all of them, or the first hundred. */
export const BoardViewers = named(
  'BoardViewers',
  Type.Object({
    publicId: Id,
    viewers: Type.Array(
      Type.Object({
        user: Type.Object({
          id: Id,
          name: nullable(Type.String({ description: 'Display name', example: 'Ada Lovelace' })),
          isBot,
        }),
        cards: Type.Array(
          Type.Object({
            publicId: Id,
            isEditing: Type.Boolean({ description: 'Whether they are writing something there' }),
          }),
          { description: 'The cards that they have open' },
        ),
      }),
      { description: 'Those who look at the board now, at most 100, once each, however many tabs they have' },
    ),
  }),
);

/** The data of a `presence` event. */
export const LivePresence = named(
  'LivePresence',
  Type.Object({
    isComplete: Type.Boolean({
      description: 'Whether all boards at which somebody looks are named; nobody looks at any other',
    }),
    boards: Type.Array(BoardViewers),
  }),
);

const ofPresence = {
  path: '/boards/{boardPublicId}/presence',
  tag: 'Live',
  params: Type.Object({ boardPublicId: PublicId('The board') }),
  query: Type.Object({
    tabId: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z_-]{1,32}$',
        description: 'Which of your tabs or devices this is, if you have several; any text that you choose',
        example: 'k3v9z',
      }),
    ),
  }),
  momentary: true,
  errors: [400, 401, 403, 404, 429],
  access: 'board:view',
} as const;

export const presence = {
  set: operation({
    ...ofPresence,
    id: 'setPresence',
    method: 'PUT',
    summary: 'Say that you look at a board',
    description:
      'Shows you to those who follow the board (`GET /workspaces/{workspacePublicId}/events`), within a second or two, ' +
      `for ${presenceLasts} seconds: say it again every 20 seconds for as long as it is so, and when something about it ` +
      'changes. Nothing is logged and nobody else is notified. 240 times a minute at the most.',
    body: Type.Object({
      cardPublicId: Type.Optional(nullable(PublicId('The card of this board that you have open, if any'))),
      isEditing: Type.Optional(
        Type.Boolean({ description: 'Whether you are writing something on that card' }),
      ),
    }),
    reply: Success,
  }),
  remove: operation({
    ...ofPresence,
    id: 'removePresence',
    method: 'DELETE',
    summary: 'Say that you look at a board no more',
    reply: Success,
  }),
};
