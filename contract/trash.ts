import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, oneOf, PublicId, page, pageQuery, Timestamp } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const TrashItem = named(
  'TrashItem',
  Type.Object({
    type: oneOf(['board', 'list', 'card', 'attachment'], { description: 'What was deleted' }),
    publicId: Id,
    title: Type.String({
      description: 'Title or name; the name of a file',
      example: 'Write the release notes',
    }),
    deletedAt: Timestamp('When it was deleted'),
    deletedBy: nullable(Type.String({ description: 'Id of the user who deleted it' })),
  }),
);

export const trash = {
  list: operation({
    id: 'listTrash',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/trash',
    tag: 'Trash',
    summary: 'List the trash',
    description:
      'The boards, lists, cards and attachments of a workspace that can be restored, most recently deleted first. ' +
      'Items inside a deleted board, list or card are not listed until that is restored. Lists, cards and ' +
      'attachments are shown only to those who may view them. After 30 days, items are deleted for good.',
    params: workspaceParams,
    query: Type.Object({
      boardPublicId: Type.Optional(PublicId('Only the lists, cards and attachments of this board')),
      ...pageQuery({ max: 100, default: 20 }),
    }),
    reply: named('TrashPage', page('items', TrashItem)),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
};
