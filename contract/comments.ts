import { Type } from 'typebox';
import { cardParams } from './card-content.ts';
import { longestEmoji } from './emoji.ts';
import { operation } from './operation.ts';
import {
  Edited,
  ExpectedVersion,
  Id,
  KeyName,
  MadeId,
  Markdown,
  named,
  nullable,
  Passage,
  PublicId,
  page,
  pageQuery,
  Success,
  Timestamp,
  Version,
} from './schema.ts';
import { Comment, FeedUser, Reaction, ReplyTo } from './shapes.ts';

const commentParams = Type.Object({
  ...cardParams.properties,
  commentPublicId: PublicId('A comment on this card'),
});

const commentOnly = Type.Object({ commentPublicId: PublicId('The comment') });

const Text = Type.Object({
  comment: Markdown({
    minLength: 1,
    description: 'Markdown, stored as sent: nothing is trimmed, so whitespace counts',
    example: 'Looks good to me.',
  }),
});

const NewText = Type.Object({ ...Text.properties, version: Type.Optional(ExpectedVersion) });

const Written = Type.Object({ publicId: Id, comment: Type.String({ example: 'Looks good to me.' }) });

const ofReaction = {
  path: '/comments/{commentPublicId}/reactions/{emoji}',
  tag: 'Comments',
  params: Type.Object({
    ...commentOnly.properties,
    emoji: Type.String({ minLength: 1, maxLength: longestEmoji, description: 'One emoji', example: '👍' }),
  }),
  reply: Success,
  errors: [400, 401, 403, 404, 409],
  access: 'comment:create',
} as const;

const byAuthor =
  'The author needs no permission for this while they are an active member, but an API key limited to some ' +
  'permissions needs `comment:create`.';

export const CommentPage = named(
  'CommentPage',
  page(
    'comments',
    Type.Object({
      ...Comment.properties,
      createdAt: Timestamp('When it was written'),
      user: FeedUser,
      version: Version,
      replyTo: ReplyTo,
      reactions: Type.Array(Reaction, { description: 'In the order in which the emoji were first used' }),
      apiKey: nullable(KeyName('The API key by which it was written; null for a session')),
    }),
  ),
);

export const comments = {
  list: operation({
    id: 'listComments',
    method: 'GET',
    path: '/cards/{cardPublicId}/comments',
    tag: 'Comments',
    summary: 'Read the comments on a card',
    description:
      'Newest first, in pages, without deleted comments. Following the cursors returns every comment exactly ' +
      'once, whatever is written in the meantime.',
    params: cardParams,
    query: Type.Object(pageQuery({ max: 100, default: 20 })),
    reply: CommentPage,
    errors: [400, 401, 403, 404],
    access: 'comment:view',
  }),
  create: operation({
    id: 'createComment',
    method: 'POST',
    path: '/cards/{cardPublicId}/comments',
    tag: 'Comments',
    summary: 'Comment on a card',
    description: 'Adds a comment to a card (E7). With `replyTo`, the author of that comment is notified.',
    params: cardParams,
    body: Type.Object({
      publicId: Type.Optional(MadeId),
      ...Text.properties,
      replyTo: Type.Optional(PublicId('The comment on the same card that this one answers')),
    }),
    reply: Written,
    errors: [400, 401, 403],
    access: 'comment:create',
  }),
  update: operation({
    id: 'updateComment',
    method: 'PUT',
    path: '/cards/{cardPublicId}/comments/{commentPublicId}',
    tag: 'Comments',
    summary: 'Update a comment',
    description: `Replaces the text. ${byAuthor}`,
    params: commentParams,
    body: NewText,
    reply: Written,
    errors: [400, 401, 403, 404, 409],
    access: 'comment:edit',
  }),
  updateById: operation({
    id: 'updateCommentById',
    method: 'PUT',
    path: '/comments/{commentPublicId}',
    tag: 'Comments',
    summary: 'Update a comment by its id alone',
    description: `Replaces the text. ${byAuthor}`,
    params: commentOnly,
    body: NewText,
    reply: Written,
    errors: [400, 401, 403, 404, 409],
    access: 'comment:edit',
  }),
  edit: operation({
    id: 'editComment',
    method: 'POST',
    path: '/comments/{commentPublicId}/edit',
    tag: 'Comments',
    summary: 'Replace a passage of a comment',
    description: `Leaves the rest of the text as it is, even if others have changed it. ${byAuthor}`,
    params: commentOnly,
    body: Passage,
    reply: Edited,
    errors: [400, 401, 403, 404, 409],
    access: 'comment:edit',
  }),
  deleteById: operation({
    id: 'deleteCommentById',
    method: 'DELETE',
    path: '/comments/{commentPublicId}',
    tag: 'Comments',
    summary: 'Delete a comment by its id alone',
    description: `Deletes a comment for good. ${byAuthor}`,
    params: commentOnly,
    reply: Type.Object({ publicId: Id }),
    errors: [400, 401, 403, 404, 409],
    access: 'comment:delete',
  }),
  delete: operation({
    id: 'deleteComment',
    method: 'DELETE',
    path: '/cards/{cardPublicId}/comments/{commentPublicId}',
    tag: 'Comments',
    summary: 'Delete a comment',
    description: `Deletes a comment for good: its text is gone, but activities still name it (E8). ${byAuthor}`,
    params: commentParams,
    reply: Type.Object({ publicId: Id }),
    errors: [400, 401, 403, 404],
    access: 'comment:delete',
  }),
  addReaction: operation({
    ...ofReaction,
    id: 'addReaction',
    method: 'PUT',
    summary: 'React to a comment',
    description:
      'With an emoji, once each. A comment has at most 20 different ones, and 200 reactions in all. Its author is notified.',
  }),
  removeReaction: operation({
    ...ofReaction,
    id: 'removeReaction',
    method: 'DELETE',
    summary: 'Take a reaction back',
    description: 'Your own. It is not an error if there is none.',
  }),
};
