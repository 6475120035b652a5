import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, KeyName, named, nullable, oneOf, PublicId, page, pageQuery, Timestamp } from './schema.ts';

/** Groups of what happens on a board. */
export const boardActivityKinds = ['cards', 'moves', 'comments', 'changes', 'board'] as const;

export type BoardActivityKind = (typeof boardActivityKinds)[number];

/** For how many days it is kept. */
export const boardActivityDays = 7;

/** What a table says of a type of activity: by the longest beginning of the type that it has. */
export function byBeginning(table: Readonly<Record<string, string>>, type: string): string | undefined {
  const words = type.split('.');
  const starts = words.map((_, more) => words.slice(0, words.length - more).join('.'));
  return starts.map((start) => table[start]).find((found) => found !== undefined);
}

const BoardActivity = named(
  'BoardActivity',
  Type.Object({
    position: Type.Integer({ description: 'Of the change in its workspace; it rises', example: 1042 }),
    type: Type.String({
      description: 'What happened, as the event stream says it',
      example: 'card.updated.title',
    }),
    kind: oneOf(boardActivityKinds, { description: 'The group that it belongs to' }),
    createdAt: Timestamp('When it happened'),
    user: Type.Object(
      { id: Id, name: nullable(Type.String({ example: 'Ada Moreau' })) },
      { description: 'Who did it' },
    ),
    key: nullable(KeyName('The API key by which it was done; null for a session')),
    card: nullable(
      Type.Object(
        { publicId: Id, title: Type.String(), number: Type.Integer() },
        { description: 'The card, as it is called now; null if it was deleted, or if it is about none' },
      ),
    ),
    list: nullable(
      Type.Object(
        { publicId: Id, name: Type.String() },
        { description: 'The list that it is about, or where the card is now' },
      ),
    ),
  }),
);

export const boardActivities = {
  list: operation({
    id: 'listBoardActivities',
    method: 'GET',
    path: '/boards/{boardPublicId}/activities',
    tag: 'Boards',
    summary: 'Read what happened on a board',
    description:
      `Newest first, of the last ${boardActivityDays} days. A page may have fewer entries than \`limit\` although there are more. ` +
      'What was before is in the history of each card.',
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    query: Type.Object({
      userId: Type.Optional(PublicId('Only what this user did')),
      kind: Type.Optional(oneOf(boardActivityKinds, { description: 'Only this group' })),
      ...pageQuery({ max: 100, default: 50 }),
    }),
    reply: named('BoardActivityPage', page('activities', BoardActivity)),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
};
