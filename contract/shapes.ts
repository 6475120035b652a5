import { Type } from 'typebox';
import { Evidence } from './checklist-shapes.ts';
import { Cover } from './cover.ts';
import { FieldThen } from './field-shapes.ts';
import { Recurrence, Reminders } from './recurrence.ts';
import { relationTypes } from './relation-types.ts';
import { Count, Id, KeyName, named, nullable, oneOf, Timestamp } from './schema.ts';

/** Shapes shared by several resources; their fields come from the specification. */

const Name = nullable(Type.String({ description: 'Display name', example: 'Ada Lovelace' }));

/** Null if the workspace hides email addresses from the caller. */
const VisibleEmail = nullable(
  Type.String({
    description: 'Email address; null if the workspace hides it',
    example: 'ada@example.com',
  }),
);

export const Label = named(
  'Label',
  Type.Object({
    publicId: Id,
    name: Type.String({ description: 'Name', example: 'Urgent' }),
    colourCode: Type.String({ description: 'Colour as `#rrggbb`', example: '#0d9488' }),
  }),
);

export const WorkspaceMember = named(
  'WorkspaceMember',
  Type.Object({
    publicId: Id,
    email: VisibleEmail,
    status: Type.String({ description: '`invited`, `active` or `paused`', example: 'active' }),
    user: nullable(
      Type.Object(
        { id: Id, name: Name, email: VisibleEmail, image: nullable(Type.String()) },
        { description: 'The account; null while an invitation is open' },
      ),
    ),
  }),
);

/** Marks what bots are and did, wherever people are shown. */
export const isBot = Type.Boolean({ description: 'Whether it is a bot' });

/** Who did something, as replies name them. */
export const Person = Type.Object({
  id: Type.String({ description: 'Id of the account' }),
  name: Name,
  isBot,
});

/** A member as the workspace lists it. */
export const Member = named(
  'Member',
  Type.Object({
    ...WorkspaceMember.properties,
    role: Type.String({ description: 'Name of the role', example: 'member' }),
    createdAt: Timestamp('When they were invited or joined'),
    isBot,
    isPlaceholder: Type.Boolean({
      description:
        'Whether they are a placeholder for somebody known only from an import, until they are merged with a member',
    }),
  }),
);

export const CardMember = named(
  'CardMember',
  Type.Object({
    publicId: Id,
    email: VisibleEmail,
    user: nullable(Type.Object({ id: Id, name: Name })),
  }),
);

export const CardAttachment = named(
  'CardAttachment',
  Type.Object({
    publicId: Id,
    contentType: Type.String({ example: 'image/png' }),
    storageKey: Type.String({ description: 'Key of the stored file' }),
    originalFilename: Type.String({ example: 'plan.png' }),
    size: Count('Size in bytes'),
    url: Type.String({ description: 'Download address; it expires' }),
  }),
);

/** The dimensions of an image as displayed. */
export const measures = {
  width: nullable(Count('Width in pixels, if it is a picture that has a small version')),
  height: nullable(Count('Height in pixels, likewise')),
};

export const ListName = Type.Object({ publicId: Id, name: Type.String({ example: 'In progress' }) });

/** The list of a card, with its board. */
export const ListInBoard = named(
  'ListInBoard',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'In progress' }),
    board: Type.Object({
      publicId: Id,
      name: Type.String({ example: 'Website' }),
      labels: Type.Array(Label),
      lists: Type.Array(ListName),
      workspace: Type.Object({
        publicId: Id,
        cardPrefix: Type.String({ description: 'Prefix of card numbers', example: 'WEB' }),
        members: Type.Array(WorkspaceMember),
      }),
    }),
  }),
);

export const Comment = named(
  'Comment',
  Type.Object({
    publicId: Id,
    comment: Type.String({ description: 'Markdown; empty once deleted' }),
    createdBy: Type.String({ description: 'Id of the author' }),
    updatedAt: nullable(Timestamp('When it was last changed')),
    deletedAt: nullable(Timestamp('When it was deleted')),
  }),
);

export const ReplyTo = nullable(
  Type.String({ description: 'The comment that it answers, if it answers one' }),
);

export const Reaction = Type.Object({
  emoji: Type.String({ example: '👍' }),
  count: Count('How many people'),
  own: Type.Boolean({ description: 'Whether you are one of them' }),
});

const ListThen = nullable(
  Type.Object(
    { publicId: Id, name: Type.String(), index: Type.Integer() },
    { description: 'The list as it was then' },
  ),
);

const text = (description: string) => nullable(Type.String({ description }));

const activityDetail = {
  publicId: Id,
  type: Type.String({ description: 'What happened', example: 'card.updated.title' }),
  createdAt: Timestamp('When it happened; with microseconds, unique within a card'),
  fromIndex: nullable(
    Type.Integer({ description: 'The index before; that of the item if the type names one' }),
  ),
  toIndex: nullable(Type.Integer({ description: 'The index after' })),
  fromTitle: text(
    'The title before; if the type names a checklist or an item, its name or title before it was changed or ' +
      'deleted',
  ),
  toTitle: text('The title after; if the type names a checklist or an item, its name or title from then on'),
  fromDescription: text('The description before'),
  toDescription: text('The description after'),
  fromDueDate: nullable(Timestamp('The due date before')),
  toDueDate: nullable(Timestamp('The due date after')),
  fromList: ListThen,
  toList: ListThen,
  label: nullable(Type.Object({ publicId: Id, name: Type.String() })),
  comment: nullable(Comment),
};

const CardUser = Type.Object({ name: Name, email: VisibleEmail });
export const FeedUser = Type.Object({
  id: Id,
  name: Name,
  email: VisibleEmail,
  image: nullable(Type.String()),
});

/** A user who was added to a card or removed from it. */
const FeedMemberUser = Type.Object({
  ...FeedUser.properties,
  id: nullable(Type.String({ description: 'Identifier; null while an invitation is open' })),
});

/** An activity as the card lists it. */
export const Activity = named(
  'Activity',
  Type.Object({
    ...activityDetail,
    member: nullable(Type.Object({ publicId: Id, user: CardUser })),
    user: CardUser,
  }),
);

/** A relation as one of its cards sees it; which card the other one is, not everyone who sees this one may know. */
const RelationThen = Type.Object({
  publicId: Id,
  type: oneOf(relationTypes, { description: 'As seen from the card' }),
});

/** What a pull request was called when something happened to it, and who did it at the code host. */
const PullRequestThen = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  url: Type.String(),
  by: nullable(Type.String()),
});

/**
 * A value as cards have it: a time or another text, a recurrence, reminders, a cover, yes or no, a relation, a pull request, or evidence. OpenAPI 3.0 takes `nullable`
 * only beside a type, so one of the possible values is null rather than all of them.
 */
const ValueThen = (description: string) =>
  Type.Union(
    [
      nullable(Type.String()),
      Recurrence,
      Reminders,
      Type.Array(FieldThen),
      Cover,
      Type.Boolean(),
      RelationThen,
      PullRequestThen,
      Evidence,
    ],
    { description },
  );

/** An activity as the feed lists it. */
export const FeedActivity = named(
  'FeedActivity',
  Type.Object({
    ...activityDetail,
    member: nullable(Type.Object({ publicId: Id, user: FeedMemberUser })),
    user: FeedUser,
    attachment: nullable(
      Type.Object({ publicId: Id, filename: Type.String(), originalFilename: Type.String() }),
    ),
    change: Type.Optional(
      nullable(
        Type.Object(
          {
            from: ValueThen('The value before'),
            to: ValueThen('The value after'),
          },
          {
            description:
              'What was changed, of types without `from…` and `to…` fields, if `include` asks for it; null for others',
          },
        ),
      ),
    ),
    replyTo: Type.Optional(ReplyTo),
    reactions: Type.Optional(
      Type.Array(Reaction, { description: 'To the comment that was added, if `include` asks for them' }),
    ),
    apiKey: Type.Optional(
      nullable(KeyName('The API key by which it was done, if `include` asks for it; null for a session')),
    ),
  }),
);
