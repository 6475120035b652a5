import { type TObject, type TProperties, Type } from 'typebox';
import { Field } from './field-shapes.ts';
import { FilterText, onTiles } from './filters.ts';
import {
  HeldPermissions,
  LiveAttachment,
  LiveBoard,
  LiveBoardMember,
  LiveCard,
  LiveChecklist,
  LiveComment,
  LiveList,
  LiveMember,
  LiveRole,
  LiveWorkspace,
} from './live-shapes.ts';
import { operation } from './operation.ts';
import { Id, KeyName, named, nullable, PublicId } from './schema.ts';
import { Label } from './shapes.ts';
import { workspaceParams } from './workspaces.ts';

const Gone = Type.Object({ publicId: Id });

/** The current state of an object; only its id if the event is marked `gone`. */
const thing = <P extends TProperties>(shape: TObject<P>) => Type.Optional(Type.Union([shape, Gone]));

export const LiveEvent = named(
  'LiveEvent',
  Type.Object(
    {
      position: Type.Integer({ description: 'Of the change in its workspace; it rises', example: 1042 }),
      type: Type.String({ description: 'What happened', example: 'card.updated.title' }),
      user: nullable(
        Type.Object(
          { id: Id, name: nullable(Type.String({ description: 'Display name', example: 'Ada Lovelace' })) },
          { description: 'Who did it; null where it was done elsewhere, and only shows here' },
        ),
      ),
      apiKey: Type.Optional(KeyName('By which API key; left out where it was none')),
      boardPublicId: nullable(
        Type.String({ description: 'The board that it happened on', example: 'mi8f3k2a7q0x4v9z' }),
      ),
      gone: Type.Optional(
        Type.Boolean({
          description: '`true` where the thing left the board, was deleted, or can no longer be seen',
        }),
      ),
      reread: Type.Optional(
        Type.Boolean({
          description:
            '`true` if more has changed than the event contains: read what you show again; with a checklist, only its card',
        }),
      ),
      permissions: Type.Optional(
        HeldPermissions(
          '`rights.updated`: what you may do from now on, on the board if it names one; if it names none, in the ' +
            'workspace, on boards that you see from now on, and on those where you could do just what you could do in the ' +
            'workspace',
        ),
      ),
      workspace: thing(LiveWorkspace),
      role: thing(LiveRole),
      member: thing(LiveMember),
      board: thing(LiveBoard),
      boardMember: thing(LiveBoardMember),
      list: thing(LiveList),
      label: thing(Label),
      rule: Type.Optional(
        Type.Object(
          { publicId: Id },
          {
            description:
              'A rule that was created, changed, paused or deleted: `GET /boards/{boardPublicId}/rules`',
          },
        ),
      ),
      plan: Type.Optional(
        Type.Object(
          { publicId: Id },
          {
            description:
              'A plan of which cards were proposed, accepted or discarded: `GET /boards/{boardPublicId}/proposals`',
          },
        ),
      ),
      view: Type.Optional(
        Type.Object(
          { publicId: Id },
          { description: 'A view that was created, changed or deleted: `GET /boards/{boardPublicId}/views`' },
        ),
      ),
      field: thing(Field),
      card: thing(LiveCard),
      comment: thing(LiveComment),
      checklist: Type.Optional(
        Type.Union([LiveChecklist, Type.Object({ publicId: Id, cardPublicId: Id }), Gone], {
          description: 'Where its titles are more than 32 kB, only its id and its card, with `reread`',
        }),
      ),
      attachment: thing(LiveAttachment),
    },
    { description: 'The data of an event: it carries one thing at the most, as it is when it is sent' },
  ),
);

/** The position of a stream: all changes up to it have been sent. */
export const LivePosition = named(
  'LivePosition',
  Type.Object({
    position: Type.Integer({ example: 1042 }),
    boardPublicIds: Type.Optional(
      Type.Array(Id, {
        description: 'After a resumption: all boards that you can see now; forget any other',
      }),
    ),
    workspacePermissions: Type.Optional(
      HeldPermissions(
        'After a resumption: what you may do in the workspace, and on all boards not named below',
      ),
    ),
    boardPermissions: Type.Optional(
      Type.Array(
        Type.Object({
          permissions: HeldPermissions('What you may do on these boards'),
          boardPublicIds: Type.Array(Id),
        }),
        { description: 'After a resumption: the boards where you may do more or less than in the workspace' },
      ),
    ),
  }),
);

/** Max seconds that a request waits for a change: proxies give up after 60. */
const longestWait = 50;

/** Changes that one reply has at most, or a few more of those that belong together. */
export const changesAtOnce = 100;

export const Wait = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: longestWait, default: 0, description, example: 30 }));

const After = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

export const live = {
  events: operation({
    id: 'followWorkspace',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/events',
    tag: 'Live',
    summary: 'Follow what happens in a workspace',
    description:
      'Server-Sent Events, as long as you listen. An event without a name is one change, as `LiveEvent`: the things that ' +
      'changed, each as it is when it is sent, so that an event that arrives twice does no harm. `position` events carry the `id` to ' +
      'resume from: they come first, and after what they stand for, several times where that is much. `reset` comes ' +
      'instead where the log does not reach back that far: read everything again, what follows comes after its `id`. Ids rise, but not by one: what you may not see is ' +
      'not sent, and everything is checked when it is sent. Follow from the `Change-Position` of what you have read, or open ' +
      'the stream first and read after its first event: either misses nothing. Where a change has two sides, there are two ' +
      'events: a comment and its card, or a card that is gone from one board and there on another. A label, member, list or field ' +
      'that is gone is gone from the cards that name it. `presence` events, which have no `id`, say who looks at which ' +
      'boards now (`PUT /boards/{boardPublicId}/presence`): first of all boards that you see, then of those where something ' +
      'about it changed: `{"isComplete": …, "boards": [{"publicId", "viewers": [{"user", "cards": [{"publicId", ' +
      '"isEditing"}]}]}]}`. Lines that begin with a colon keep the connection open; a peer that ' +
      'takes too little is cut off. Each account may have 64 streams at a time on each node.',
    params: workspaceParams,
    query: Type.Object({
      boardPublicId: Type.Optional(
        PublicId('Only what happens on this board, and what concerns the workspace itself'),
      ),
      filter: Type.Optional(
        FilterText(
          'Only events of cards that pass this filter, and of what is on them. Of another card that changes there is one ' +
            'event, with `gone` and its id alone: it does not pass, or no longer. After that there is none of it until it ' +
            'passes, but for one more of these after 1000 other cards. What cards are not is told as without a filter. A ' +
            'card that begins or ceases to pass without a change, because a day ends or somebody is renamed, has no event: ' +
            `read such cards again with the same \`filter\`. ${onTiles}`,
        ),
      ),
      after: After('The position to follow from, unless `Last-Event-ID` says one; by default from now on'),
    }),
    reply: LiveEvent,
    produces: 'text/event-stream',
    streams: true,
    errors: [400, 401, 403, 404, 429],
    access: 'workspace:view',
  }),
  changes: operation({
    id: 'listChanges',
    method: 'GET',
    path: '/boards/{boardPublicId}/changes',
    tag: 'Live',
    summary: 'Read what has happened on a board, or wait for it',
    description:
      'What the stream of its workspace says of a board, as a reply: for callers that come and go. The changes after a position, ' +
      'each thing as it is now; if there are none, it waits for up to `wait` seconds and answers as soon as there are. Read on after ' +
      '`position`, at once while `hasMore`. Where `reset` is true the log does not reach back to `after`, which is kept for seven ' +
      'days and 1000 changes of the workspace: read the board again, and continue after `position`. A board that you can no longer ' +
      'see is gone, and then not found. A claim that is renewed does not end the wait by itself. It answers early, without changes, when the service stops: ask again. Each ' +
      `account may have 64 requests to wait and streams at a time on each node.`,
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    query: Type.Object({
      after: After(
        'The position of the last reply, or the `Change-Position` of what was read; by default from now on',
      ),
      wait: Wait('Seconds to wait if nothing has happened'),
      filter: Type.Optional(
        FilterText(
          'Only changes of cards that pass this filter, and of what is on them. Of another card that changes there is its ' +
            `id with \`gone\`: it does not pass, or no longer. That alone does not end the wait. ${onTiles}`,
        ),
      ),
    }),
    reply: named(
      'BoardChanges',
      Type.Object({
        changes: Type.Array(LiveEvent, {
          description: 'In order; usually up to 100',
          example: [
            {
              position: 1042,
              type: 'card.deleted',
              user: { id: 'mi8f3k2a7q0x4v9z', name: 'Ada Lovelace' },
              boardPublicId: 'mi8f3k2a7q0x4v9z',
              gone: true,
              card: { publicId: 'mi8f3k2a7q0x4v9z' },
            },
          ],
        }),
        position: Type.Integer({ description: 'What to read on after', example: 1042 }),
        hasMore: Type.Boolean({ description: 'Whether there are more already' }),
        reset: Type.Boolean({ description: 'Whether the board must be read again' }),
      }),
    ),
    waits: true,
    errors: [400, 401, 403, 404, 429, 503],
    access: 'board:view',
  }),
};
