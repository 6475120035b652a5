import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, oneOf, PublicId, Success } from './schema.ts';

/** Why somebody watches a card, a list or a board; the first that applies. */
export const watchReasons = ['itself', 'member', 'author', 'list', 'board'] as const;

export type WatchReason = (typeof watchReasons)[number];

const Watching = named(
  'Watching',
  Type.Object({
    watching: Type.Boolean({ description: 'Whether you are notified of what others do there' }),
    because: nullable(
      oneOf(watchReasons, {
        description:
          'Why: you watch it `itself` or commented on it, are a `member` of the card or its `author`, or watch its `list` or ' +
          '`board`; null if you do not',
        example: 'itself',
      }),
    ),
  }),
);

const WatchingBoard = named(
  'WatchingBoard',
  Type.Object({
    ...Watching.properties,
    lists: Type.Array(Id, { description: 'Its lists that you watch themselves, without those in the trash' }),
  }),
);

const tag = 'Notifications';
const changing = { tag, reply: Success, errors: [400, 401, 403, 404, 409] } as const;
const reading = { tag, method: 'GET', errors: [400, 401, 403, 404] } as const;

const ofCard = {
  path: '/cards/{cardPublicId}/watch',
  params: Type.Object({ cardPublicId: PublicId('The card') }),
  access: 'card:view',
} as const;
const ofList = {
  path: '/lists/{listPublicId}/watch',
  params: Type.Object({ listPublicId: PublicId('The list') }),
  access: 'list:view',
} as const;
const ofBoard = {
  path: '/boards/{boardPublicId}/watch',
  params: Type.Object({ boardPublicId: PublicId('The board') }),
  access: 'board:view',
} as const;

const watchText =
  'Notifies you of what others do there. Members of a card, its author and those who commented on it watch it anyway.';

/** Who watches what: part of the group of notifications. */
export const watching = {
  getCardWatch: operation({
    ...reading,
    ...ofCard,
    id: 'getCardWatch',
    summary: 'Find out whether you watch a card',
    description: 'Also through its list or board, or because you are on it.',
    reply: Watching,
  }),
  getListWatch: operation({
    ...reading,
    ...ofList,
    id: 'getListWatch',
    summary: 'Find out whether you watch a list',
    description: 'Also through its board.',
    reply: Watching,
  }),
  getBoardWatch: operation({
    ...reading,
    ...ofBoard,
    id: 'getBoardWatch',
    summary: 'Find out whether you watch a board',
    description: 'And which of its lists.',
    reply: WatchingBoard,
  }),
  watchCard: operation({
    ...changing,
    ...ofCard,
    id: 'watchCard',
    method: 'PUT',
    summary: 'Watch a card',
    description: watchText,
  }),
  unwatchCard: operation({
    ...changing,
    ...ofCard,
    id: 'unwatchCard',
    method: 'DELETE',
    summary: 'Stop watching a card',
    description: 'Also if you are on it. You are still told if you are mentioned or put on it.',
  }),
  watchList: operation({
    ...changing,
    ...ofList,
    id: 'watchList',
    method: 'PUT',
    summary: 'Watch a list',
    description: watchText,
  }),
  unwatchList: operation({
    ...changing,
    ...ofList,
    id: 'unwatchList',
    method: 'DELETE',
    summary: 'Stop watching a list',
    description: 'You still watch its cards for which you have another reason.',
  }),
  watchBoard: operation({
    ...changing,
    ...ofBoard,
    id: 'watchBoard',
    method: 'PUT',
    summary: 'Watch a board',
    description: watchText,
  }),
  unwatchBoard: operation({
    ...changing,
    ...ofBoard,
    id: 'unwatchBoard',
    method: 'DELETE',
    summary: 'Stop watching a board',
    description: 'You still watch its cards for which you have another reason.',
  }),
};
