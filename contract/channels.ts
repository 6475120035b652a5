import { Type } from 'typebox';
import { channelKinds } from './channel-kinds.ts';
import { listOfDeliveries, TestResult } from './deliveries.ts';
import { boardEventPatterns } from './events.ts';
import { FilterText, onTiles } from './filters.ts';
import { languages } from './languages.ts';
import { operation } from './operation.ts';
import { Count, Id, named, nullable, oneOf, PublicId, Success, Text, Timestamp } from './schema.ts';
import { Url } from './webhooks.ts';

/** The events of a board that a channel can be told of: not those of members, who belong to the workspace. */
const channelPatterns: readonly string[] = boardEventPatterns.filter((each) => !each.startsWith('member'));

const Ids = (description: string) => Type.Optional(Type.Array(Id, { maxItems: 50, description }));

const filterFields = {
  labelPublicIds: Ids('Cards with one of these labels'),
  memberPublicIds: Ids('Cards that one of these members is on'),
  listPublicIds: Ids('Cards in one of these lists'),
  text: Type.Optional(
    Type.String({ description: 'Cards that pass this filter as well', example: 'is:open due:<7d' }),
  ),
};

const ChannelFilter = named(
  'ChannelFilter',
  Type.Object(filterFields, {
    description:
      'The cards of which it is told: those that fit every list of ids here, and the text. With a filter, only events of ' +
      'cards are sent, of those that pass it after the change',
  }),
);

const Locale = oneOf(languages, { description: 'The language of its messages', example: 'de' });

const channel = {
  publicId: Id,
  kind: oneOf(channelKinds, { description: 'The chat service', example: 'slack' }),
  name: Type.String({ description: 'Its name', example: 'Slack' }),
  address: Type.String({
    description: 'The server that it posts to; the rest of the address is a secret, and never shown',
    example: 'https://hooks.slack.com',
  }),
  events: Type.Array(Type.String({ example: 'card.*' }), { description: 'The events of which it is told' }),
  locale: Locale,
  filter: nullable(ChannelFilter),
  active: Type.Boolean({ description: 'Whether it is told of events' }),
  createdAt: Timestamp('When it was created'),
  updatedAt: nullable(Timestamp('When it was last changed')),
  lastSucceededAt: nullable(Timestamp('When a delivery last succeeded')),
  consecutiveFailures: Count('Number of attempts that have failed since'),
};

const Channel = named('Channel', Type.Object(channel));

const Name = Text(255, { description: 'Name; by default that of the service', example: 'Team chat' });

const Token = Type.String({
  'x-trim': true,
  pattern: '^[\\u0021-\\u007e]+$',
  maxLength: 1024,
  description:
    'The token of a Telegram bot, an access token of ntfy or Matrix, or the token of an application of Gotify',
  example: '123456789:AAE-example-of-a-token',
});

const Room = Type.String({
  'x-trim': true,
  pattern: '^[\\u0021-\\u007e]+$',
  maxLength: 255,
  description:
    'The chat of Telegram (`-1001234567890` or `@channel`) or the room of Matrix (`!room:example.com`)',
  example: '!room:example.com',
});

const Events = Type.Array(oneOf(channelPatterns, { example: 'card.*' }), {
  minItems: 1,
  maxItems: channelPatterns.length,
  description: 'Event types of the board, and groups of them, as webhooks take them',
});

const FilterInput = Type.Object(
  {
    labelPublicIds: Type.Optional(Type.Array(PublicId('A label'), { maxItems: 50 })),
    memberPublicIds: Type.Optional(Type.Array(PublicId('A member'), { maxItems: 50 })),
    listPublicIds: Type.Optional(Type.Array(PublicId('A list'), { maxItems: 50 })),
    text: Type.Optional(FilterText(`A filter; \`@me\` is who made the channel. ${onTiles}`)),
  },
  { description: 'The cards of which it is told; all if null' },
);

const fields = {
  name: Type.Optional(Name),
  url: Type.Optional(Url),
  token: Type.Optional(Token),
  room: Type.Optional(Room),
  locale: Type.Optional(Locale),
  filter: Type.Optional(nullable(FilterInput)),
  active: Type.Optional(Type.Boolean({ description: 'Whether it is told of events; true by default' })),
};

const boardParams = Type.Object({ boardPublicId: PublicId('The board') });
const channelParams = Type.Object({ ...boardParams.properties, channelPublicId: PublicId('The channel') });
const deliveryParams = Type.Object({
  ...channelParams.properties,
  channelDeliveryId: PublicId('The delivery'),
});

const ofBoard = { tag: 'Channels', params: boardParams, access: 'workspace:manage' } as const;
const ofChannel = { ...ofBoard, params: channelParams } as const;
const path = '/boards/{boardPublicId}/channels';
const one = `${path}/{channelPublicId}`;

export const channels = {
  list: operation({
    ...ofBoard,
    id: 'listChannels',
    method: 'GET',
    path,
    summary: 'List the chat channels of a board',
    description: 'Oldest first, without their addresses and tokens. Requires `board:view` as well.',
    reply: Type.Array(Channel),
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...ofBoard,
    id: 'createChannel',
    method: 'POST',
    path,
    summary: 'Create a chat channel of a board',
    description:
      'Posts what happens on the board to a chat. `slack`, `discord`, `teams`, `mattermost` and `google-chat` take the ' +
      '`url` of an incoming webhook; `ntfy` the `url` of a topic, and a `token` if it is protected; `gotify` the `url` of ' +
      'the server and a `token`; `matrix` the `url` of the home server, a `token` and a `room`; `telegram` a `token` and ' +
      'a `room`. Deliveries are repeated, logged and disabled as those of webhooks are. What happens within a few seconds ' +
      'is one message, by default in the language of its creator. Of a closed board it is told what its creator may see when it is sent.',
    body: Type.Object({
      kind: oneOf(channelKinds, { description: 'The chat service', example: 'slack' }),
      events: Events,
      ...fields,
    }),
    reply: Channel,
    errors: [400, 401, 403, 404, 409, 429],
  }),
  update: operation({
    ...ofChannel,
    id: 'updateChannel',
    method: 'PUT',
    path: one,
    summary: 'Update a chat channel',
    description:
      'Takes one or more of the fields. Only who made it, or an admin, changes its `url`, `token` or `room`, or the text of ' +
      'its filter. With the `url` of another server, a `token` is needed again.',
    body: Type.Object({ events: Type.Optional(Events), ...fields }, { minProperties: 1 }),
    reply: Channel,
    errors: [400, 401, 403, 404, 409, 429],
  }),
  delete: operation({
    ...ofChannel,
    id: 'deleteChannel',
    method: 'DELETE',
    path: one,
    summary: 'Delete a chat channel',
    description: 'Its deliveries are deleted too, including those not yet sent.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  test: operation({
    ...ofChannel,
    id: 'testChannel',
    method: 'POST',
    path: `${one}/test`,
    severalChanges: true,
    summary: 'Send a test message to a chat channel',
    description: 'Posts a message now and reports the result, as the test of a webhook does.',
    reply: TestResult,
    errors: [400, 401, 403, 404, 409],
  }),
  deliveries: operation({
    ...ofChannel,
    id: 'listChannelDeliveries',
    method: 'GET',
    path: `${one}/deliveries`,
    summary: 'List the deliveries of a chat channel',
    description:
      'Newest first; kept for 30 days. Those that were sent in one message have the same result. A page may have fewer ' +
      'than `limit`, or none, and yet not be the last.',
    ...listOfDeliveries,
  }),
  redeliver: operation({
    ...ofChannel,
    id: 'redeliverChannel',
    method: 'POST',
    path: `${one}/deliveries/{channelDeliveryId}/redeliver`,
    summary: 'Send a delivery to a chat channel again',
    description: 'As soon as possible. If the channel is not active, this fails with 409.',
    params: deliveryParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
