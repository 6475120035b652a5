import { Type } from 'typebox';
import { cardParams } from './cards.ts';
import { operation } from './operation.ts';
import { DateTimeInput, named, nullable, oneOf, Timestamp } from './schema.ts';
import { FeedActivity } from './shapes.ts';

export const ActivityPage = named(
  'ActivityPage',
  Type.Object({
    activities: Type.Array(FeedActivity),
    hasMore: Type.Boolean({ description: 'Whether a further page exists', example: false }),
    nextCursor: nullable(Timestamp('Cursor of the next page; null at the end')),
  }),
);

export const activities = {
  list: operation({
    id: 'listActivities',
    method: 'GET',
    path: '/cards/{cardPublicId}/activities',
    tag: 'Cards',
    summary: 'Read the activities of a card',
    description:
      'All of them, in pages (E3). Neighbouring changes of one kind by one user within five minutes are merged ' +
      'into one entry, where the kind has a from and a to: it shows the first from and the last to. Following the ' +
      'cursors gives every entry once, whatever is written meanwhile.',
    params: cardParams,
    query: Type.Object({
      order: Type.Optional(
        oneOf(['desc', 'asc'], { default: 'desc', description: 'Newest first, or oldest first' }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 20,
          description: 'Entries on a page, 1 to 100; a merged one counts once',
        }),
      ),
      cursor: Type.Optional(DateTimeInput('The `nextCursor` of the page before')),
    }),
    reply: ActivityPage,
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
};
