import { Type } from 'typebox';
import { FilterText } from './filters.ts';
import { operation } from './operation.ts';
import { Count, Id, named, nullable, PublicId, Timestamp } from './schema.ts';

/** The most days that charts go back, and how many they do unless asked. */
export const flowDays = { most: 366, usual: 90 };

/** The most cards that are listed one by one; all are counted. */
export const mostFlowCards = 1000;

/** Of the history of a card, the most entries that are read: its last ones. */
export const mostFlowEntries = 200;

const Day = (description: string) => Type.String({ description, example: '2026-03-01' });
const Seconds = (description: string) => Type.Integer({ description, example: 172_800 });

const FlowCard = Type.Object({
  publicId: Id,
  number: Type.Integer({ description: 'The number in its key', example: 12 }),
  listPublicId: Type.String({ description: 'The list that it is in' }),
  createdAt: Timestamp('When it was created'),
  startedAt: nullable(Timestamp('When work on it began; null if it has not, or nobody can tell')),
});

const FlowCardDone = Type.Object({
  ...FlowCard.properties,
  completedAt: Timestamp('When it was completed'),
});

const Times = (description: string) =>
  nullable(
    Type.Object(
      {
        cards: Count('Of how many cards'),
        median: Seconds('Half of them took at most this many seconds'),
        most: Seconds('85 of 100 took at most this many'),
      },
      { description: `${description}; null without any such card` },
    ),
  );

export const flow = {
  read: operation({
    id: 'readBoardFlow',
    method: 'GET',
    path: '/boards/{boardPublicId}/flow',
    tag: 'Boards',
    summary: 'Read how cards went through a board',
    description:
      'What its charts show, from the histories of its cards: the cards of each list at the end of each day (cumulative flow), ' +
      'those completed in each week (throughput), how long they took (lead time from creation, cycle time from when work ' +
      `began), and how old the open ones are. At most ${flowDays.most} days, up to today, as they are in your time zone; ` +
      'weeks begin on Monday. A completed card counts as completed from the day on which it was, wherever it is, also when it is archived; ' +
      'other cards that are archived, in an archived list or in the trash, and templates count nowhere. ' +
      `Work begins when a card first moves to another list, or when it first comes to \`startListPublicId\` or a later list. ` +
      `Of the history of a card the last ${mostFlowEntries} entries count. An account reads one at a time; when two more wait, others ` +
      'are answered 429.',
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    query: Type.Object({
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: flowDays.most,
          default: flowDays.usual,
          description: 'How many days, with today',
        }),
      ),
      startListPublicId: Type.Optional(
        PublicId('The list in which work on cards begins; one that is not on the board is ignored'),
      ),
      filter: Type.Optional(FilterText()),
    }),
    reply: named(
      'BoardFlow',
      Type.Object({
        timeZone: Type.String({ description: 'The zone of its days', example: 'Europe/Paris' }),
        lists: Type.Array(Type.Object({ publicId: Id, name: Type.String({ example: 'Doing' }) }), {
          description: 'The lists of the board, in order',
        }),
        days: Type.Array(
          Type.Object({
            day: Day('The day'),
            open: Type.Array(Type.Integer(), {
              description: 'For each of `lists`, the open cards in it at the end of the day',
              example: [5, 2, 0],
            }),
            completed: Count('Cards completed from the first day to the end of this one'),
          }),
          { description: 'First to last; the last one is today, up to now' },
        ),
        weeks: Type.Array(
          Type.Object({ day: Day('Its Monday'), completed: Count('Cards completed within these days') }),
          { description: 'First to last' },
        ),
        leadTime: Times('How long the completed cards took from their creation'),
        cycleTime: Times('How long they took from when work began'),
        completedCount: Count('Cards completed within these days'),
        completed: Type.Array(FlowCardDone, {
          description: `These cards, the last one first; at most ${mostFlowCards}`,
        }),
        openCount: Count('Open cards'),
        open: Type.Array(FlowCard, {
          description: `The open cards, the oldest first; at most ${mostFlowCards}`,
        }),
      }),
    ),
    work: 'heavy',
    errors: [400, 401, 403, 404, 429],
    access: 'card:view',
  }),
};
