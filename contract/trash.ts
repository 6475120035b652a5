import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, oneOf, PublicId, page, pageQuery, Timestamp } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const TrashItem = named(
  'TrashItem',
  Type.Object({
    type: oneOf(['board', 'list', 'card'], { description: 'What was deleted' }),
    publicId: Id,
    title: Type.String({ description: 'Title or name', example: 'Write the release notes' }),
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
      'The boards, lists and cards of a workspace that can be restored, most recently deleted first. Items inside ' +
      'a deleted board or list are not listed until that is restored. Lists and cards are shown only to those who ' +
      'may view them. After 30 days, items are deleted for good.',
    params: workspaceParams,
    query: Type.Object({
      boardPublicId: Type.Optional(PublicId('Only the lists and cards of this board')),
      ...pageQuery({ max: 100, default: 20 }),
    }),
    reply: named('TrashPage', page('items', TrashItem)),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
};
