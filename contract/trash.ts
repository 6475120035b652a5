import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, oneOf, page, pageQuery, Timestamp } from './schema.ts';
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
    summary: 'List what was deleted',
    description:
      'The boards, lists and cards of a workspace that can be restored, the newest first. What lies below something ' +
      'that was itself deleted shows again when that is restored. Lists and cards are shown to those who may view ' +
      'lists and cards. After 30 days things are deleted for good.',
    params: workspaceParams,
    query: Type.Object(pageQuery({ max: 100, default: 20 })),
    reply: named('TrashPage', page('items', TrashItem)),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
};
