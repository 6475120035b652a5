import { Type } from 'typebox';
import { Background, BoardAccess, BoardType, Visibility } from './board-shapes.ts';
import { cardFields, outputsIn, outputsOfDates } from './card-fields.ts';
import { Card, relationsOfTile } from './card-shapes.ts';
import { itemWork } from './checklist-shapes.ts';
import { pullRequestStates } from './code-kinds.ts';
import { ShownCover } from './cover.ts';
import { Field } from './field-shapes.ts';
import { listTraits } from './lists.ts';
import { Count, Id, named, nullable, oneOf, Timestamp } from './schema.ts';
import { CardAttachment, Comment, isBot, Label, measures } from './shapes.ts';

/*
 * The shapes of a live board: the parts of its snapshot and the payloads of the events that follow. Every object appears
 * once and refers to others by id; only the permissions depend on the reader; and positions are order keys, so a move changes only
 * one object.
 */

export const OrderKey = Type.String({
  description: 'Its place among its neighbours: they are ordered by this text, compared by bytes',
  example: 'a0V',
});

/** Permissions of the caller, limited by the credential. */
export const HeldPermissions = (description: string) =>
  Type.Array(Type.String({ example: 'card:edit' }), { description });

const ids = (description: string) => Type.Array(Id, { description });

export const LiveWorkspace = named(
  'LiveWorkspace',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'Analytical Engines' }),
    slug: Type.String({ example: 'analytical-engines' }),
    description: nullable(Type.String({ description: 'Markdown' })),
    cardPrefix: Type.String({ description: 'Prefix of card numbers', example: 'WEB' }),
    weekStartDay: Type.Integer({ description: 'First day of the week, from Sunday as 0', example: 1 }),
  }),
);

export const LiveRole = named(
  'LiveRole',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'member' }),
    level: Type.Integer({ description: 'Rank; a lower number ranks higher', example: 100 }),
  }),
);

export const LiveBoard = named(
  'LiveBoard',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'Website' }),
    slug: Type.String({ description: 'Name used in addresses', example: 'website-4k2m8x' }),
    type: BoardType,
    visibility: Visibility,
    access: BoardAccess,
    isArchived: Type.Boolean({ description: 'Whether it is archived' }),
    background: Background,
    picture: nullable({ ...Id, description: 'The picture behind its lists; null if there is none' }),
  }),
);

export const LiveList = named(
  'LiveList',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'In progress' }),
    orderKey: OrderKey,
    ...listTraits,
  }),
);

/** Without email addresses: an invited user who has no account yet has no name here. */
export const LiveMember = named(
  'LiveMember',
  Type.Object({
    publicId: Id,
    status: Type.String({ description: '`invited`, `active` or `paused`', example: 'active' }),
    rolePublicId: Id,
    isBot,
    user: nullable(
      Type.Object(
        {
          id: Id,
          name: nullable(Type.String({ description: 'Display name', example: 'Ada Lovelace' })),
          image: nullable(Type.String()),
        },
        { description: 'The account; null while an invitation is open' },
      ),
    ),
  }),
);

/** A member of a board, with their role there. */
export const LiveBoardMember = named(
  'LiveBoardMember',
  Type.Object({
    ...LiveMember.properties,
    boardRolePublicId: { ...Id, description: 'The role on the board' },
  }),
);

export const LiveCard = named(
  'LiveCard',
  Type.Object({
    publicId: Id,
    cardNumber: Card.properties.cardNumber,
    ...outputsIn('tile'),
    ...outputsOfDates,
    listPublicId: Id,
    orderKey: OrderKey,
    labelPublicIds: ids('Its labels, oldest first'),
    memberPublicIds: ids('Its members, oldest first'),
    hasDescription: Type.Boolean({ description: 'Whether it has a description' }),
    commentCount: Count('Number of comments'),
    questionCount: Type.Optional(Count('Number of open questions; absent if there are none')),
    attachmentCount: Count('Number of attachments'),
    itemCount: Count('Number of items on its checklists'),
    completedItemCount: Count('Number of those that are done'),
    archivedAt: nullable(Timestamp('When it was archived; null for a live card')),
    cover: ShownCover,
    coverChoice: Type.Optional({
      ...cardFields.cover.output,
      description: 'What was chosen as its cover; absent for the newest picture',
    }),
    ...relationsOfTile,
    pullRequest: Type.Optional(
      oneOf(pullRequestStates, {
        description:
          'The state of its pull requests: of the one that is most in progress; absent without any',
      }),
    ),
    claim: Type.Optional(
      Type.Object(
        {
          memberPublicId: Type.Optional({
            ...Id,
            description: 'Who holds it; absent if you may not view members',
          }),
          byApiKey: Type.Optional(Type.Boolean({ description: '`true` if it was made by an API key' })),
          expiresAt: Timestamp('When it ends by itself: it is over then, even if nothing has said so yet'),
        },
        { description: 'Who has claimed it; absent if nobody has' },
      ),
    ),
  }),
);

export const BoardSnapshot = named(
  'BoardSnapshot',
  Type.Object({
    workspace: Type.Object({
      publicId: Id,
      name: LiveWorkspace.properties.name,
      cardPrefix: LiveWorkspace.properties.cardPrefix,
    }),
    workspacePermissions: HeldPermissions('What you may do in its workspace'),
    boardPermissions: HeldPermissions('What you may do on the board and everything on it'),
    board: LiveBoard,
    lists: Type.Array(LiveList, { description: 'First to last' }),
    labels: Type.Array(Label, { description: 'Oldest first' }),
    fields: Type.Array(Field, { description: 'The fields of its cards, in order' }),
    members: Type.Array(LiveMember, {
      description:
        'The members of the workspace, or those who see the board, as `GET /boards/{boardPublicId}` has them',
    }),
    cards: Type.Array(LiveCard, { description: 'The live cards, list by list, first to last' }),
  }),
);

export const LiveComment = named(
  'LiveComment',
  Type.Object({
    publicId: Id,
    cardPublicId: Id,
    comment: Type.String({ description: 'Markdown' }),
    createdBy: Comment.properties.createdBy,
    createdAt: Timestamp('When it was written'),
    updatedAt: Comment.properties.updatedAt,
  }),
);

export const LiveChecklist = named(
  'LiveChecklist',
  Type.Object({
    publicId: Id,
    cardPublicId: Id,
    name: Type.String({ example: 'Before release' }),
    orderKey: OrderKey,
    items: Type.Array(
      Type.Object({
        publicId: Id,
        title: Type.String({ example: 'Write the tests' }),
        completed: Type.Boolean({ description: 'Whether it is done' }),
        ...itemWork,
        orderKey: OrderKey,
      }),
      { description: 'First to last' },
    ),
  }),
);

/** Without its URL, which is signed for each reader: the card contains it. */
export const LiveAttachment = named(
  'LiveAttachment',
  Type.Object({
    publicId: Id,
    cardPublicId: Id,
    contentType: CardAttachment.properties.contentType,
    originalFilename: CardAttachment.properties.originalFilename,
    size: CardAttachment.properties.size,
    ...measures,
    hasPreview: Type.Boolean({
      description: 'Whether there is a small version: `GET /attachments/{attachmentPublicId}/preview`',
    }),
  }),
);
