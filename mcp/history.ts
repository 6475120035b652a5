import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { Advice } from './advice.ts';
import { board, card, cursorOf, limitOf } from './fields.ts';
import { fitting, room } from './pages.ts';
import { excerptOf, isData, withoutEmpty } from './shown.ts';
import { type Hands, tool } from './tool.ts';

type Activity = ReplyOf<typeof api.activities.list>['activities'][number];

/** A value before or after; long texts are told by their beginning, since the card has the one that counts. */
const shortly = (value: unknown): unknown => {
  if (typeof value === 'string') return excerptOf(value);
  return value === null || JSON.stringify(value).length <= 300 ? value : 'too long to show here';
};

/** What an activity has changed. */
const changeIn = (of: Activity) => ({
  from: shortly(
    of.fromTitle ?? of.fromDescription ?? of.fromDueDate ?? of.fromList?.name ?? of.change?.from ?? null,
  ),
  to: shortly(of.toTitle ?? of.toDescription ?? of.toDueDate ?? of.toList?.name ?? of.change?.to ?? null),
});

const entryOf = (of: Activity) => ({
  at: of.createdAt,
  by: of.user.name,
  ...withoutEmpty({ apiKey: of.apiKey?.name }),
  what: of.type,
  ...withoutEmpty({
    ...changeIn(of),
    label: of.label?.name,
    member: of.member?.user.name,
    attachment: of.attachment?.originalFilename,
    comment: of.comment && { id: of.comment.publicId, excerpt: excerptOf(of.comment.comment) },
  }),
});

async function ofCard({ client, find }: Hands, given: string, cursor: string | undefined, most: number) {
  const { activities, nextCursor } = await client.call(api.activities.list, {
    params: { cardPublicId: await find.card(given) },
    query: { limit: most, cursor, include: ['apiKey', 'work'] },
  });
  return { entries: activities.map(entryOf), nextCursor };
}

async function ofBoard({ client, find }: Hands, given: string, cursor: string | undefined, most: number) {
  const { activities, nextCursor } = await client.call(api.boardActivities.list, {
    params: { boardPublicId: await find.board(given) },
    query: { limit: most, cursor },
  });
  const entries = activities.map(({ createdAt, user, key, type, card: of, list }) => ({
    at: createdAt,
    by: user.name,
    ...withoutEmpty({ apiKey: key?.name }),
    what: type,
    ...withoutEmpty({
      card: of && { id: of.publicId, number: of.number, title: of.title },
      list: list?.name,
    }),
  }));
  return { entries, nextCursor };
}

export const history = tool({
  name: 'history',
  title: 'What happened',
  description: `Tells what happened to a card, or on a board in the last days, newest first: who did what, and by which key. ${isData}`,
  effect: 'reads',
  needs: [],
  input: Type.Object({
    card: Type.Optional(card),
    board: Type.Optional(board),
    limit: limitOf(100, 20),
    cursor: cursorOf('nextCursor'),
  }),
  async run(hands, { card: given, board: on, limit = 20, cursor }) {
    if ((given === undefined) === (on === undefined)) throw new Advice('Give one of card and board.');
    const page = await fitting<object>(
      (most) =>
        given === undefined ? ofBoard(hands, on ?? '', cursor, most) : ofCard(hands, given, cursor, most),
      { limit, space: room, least: 1 },
    );
    return { entries: page?.shown ?? [], nextCursor: page?.nextCursor ?? null };
  },
});
