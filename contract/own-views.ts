import { Type } from 'typebox';
import { operation } from './operation.ts';
import { PublicId, Success } from './schema.ts';
import { View, ViewIndex, ViewKindInput, ViewName, viewFields } from './views.ts';

const path = '/users/me/views';
const ofAll = { tag: 'Views', access: 'account' } as const;
const ofOne = {
  ...ofAll,
  path: `${path}/{ownViewPublicId}`,
  params: Type.Object({ ownViewPublicId: PublicId('The view') }),
} as const;

/** A person's own views over all boards that they see: filters with a name, for their cards and searches. */
export const ownViews = {
  list: operation({
    ...ofAll,
    id: 'listOwnViews',
    method: 'GET',
    path,
    summary: 'List your own views over all boards',
    description:
      'Filters with a name, for your cards and for searches, in their order. They belong to no board, and nobody else sees them.',
    reply: Type.Array(View),
    errors: [401, 403],
  }),
  create: operation({
    ...ofAll,
    id: 'createOwnView',
    method: 'POST',
    path,
    summary: 'Create a view over all boards',
    description:
      'It comes last, and shows cards as a table unless it has another `kind`. Its filter is read when it is used, with the names of ' +
      'each board.',
    body: Type.Object({ name: ViewName, kind: Type.Optional(ViewKindInput), ...viewFields }),
    reply: View,
    errors: [400, 401, 403, 409],
  }),
  update: operation({
    ...ofOne,
    id: 'updateOwnView',
    method: 'PUT',
    summary: 'Update a view over all boards',
    description: 'Takes one or more of the fields.',
    body: Type.Object(
      {
        name: Type.Optional(ViewName),
        kind: Type.Optional(ViewKindInput),
        ...viewFields,
        index: Type.Optional(ViewIndex('Its place among these views, from 0')),
      },
      { minProperties: 1 },
    ),
    reply: View,
    errors: [400, 401, 403, 404, 409],
  }),
  delete: operation({
    ...ofOne,
    id: 'deleteOwnView',
    method: 'DELETE',
    summary: 'Delete a view over all boards',
    description: 'Its cards stay as they are.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
