import { Type } from 'typebox';
import { cardParams } from './card-content.ts';
import { operation } from './operation.ts';
import { named, nullable, oneOf, Timestamp } from './schema.ts';
import { FeedActivity } from './shapes.ts';

export const ActivityPage = named(
  'ActivityPage',
  Type.Object({
    activities: Type.Array(FeedActivity),
    hasMore: Type.Boolean({ description: 'Whether there is another page', example: false }),
    nextCursor: nullable(Timestamp('Cursor of the next page; null on the last one')),
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
      'The whole history, in pages (E3). Consecutive changes of one type by one user within five minutes are ' +
      'merged into one entry if the type has `from…` and `to…` fields; the entry has the first `from…` and the ' +
      'last `to…`. What was done by an API key is not merged with what the same user did otherwise. Following the cursors returns every entry exactly once, whatever is written in the meantime.',
    params: cardParams,
    query: Type.Object({
      order: Type.Optional(
        oneOf(['desc', 'asc'], {
          default: 'desc',
          description: '`desc` for newest first, `asc` for oldest first',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 20,
          description: 'Entries per page, 1 to 100; a merged entry counts once',
        }),
      ),
      cursor: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'The `nextCursor` of the previous page',
          example: '2026-03-01T09:30:00.000000Z',
        }),
      ),
      include: Type.Optional(
        Type.Array(oneOf(['apiKey', 'work', 'reactions']), {
          maxItems: 10,
          description:
            'What to add to each entry; `apiKey` is the API key by which it was done, `work` the `change` of entries ' +
            'whose type has no `from…` and `to…` fields, `reactions` what a comment answers (`replyTo`) and the reactions to it',
          example: ['apiKey'],
        }),
      ),
    }),
    reply: ActivityPage,
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
};
