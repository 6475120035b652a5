import { Type } from 'typebox';
import { caps } from './caps.ts';
import { cardParams } from './card-content.ts';
import { ChangedCard } from './card-shapes.ts';
import { Field, FieldTypeName, GivenFieldValue, WorkspaceField } from './field-shapes.ts';
import { operation } from './operation.ts';
import { Colour, Count, Index, PublicId, Success, Text } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const Name = Text(60, { description: 'Name, which no other of these fields has, whatever its case' });

const Options = Type.Array(
  Type.Object({
    publicId: Type.Optional(PublicId('The option, if it is one already')),
    name: Text(60, { description: 'Name, which no other option of the field has', example: 'Draft' }),
    colour: Type.Optional(Colour),
  }),
  {
    maxItems: caps.optionsOfField,
    description:
      '`select` and `multi-select`: all options, in order. Those that are left out are gone, from cards as well',
  },
);

const settings = {
  options: Type.Optional(Options),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: '`money`: its currency (ISO 4217); by default EUR',
      example: 'EUR',
    }),
  ),
  max: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 10, description: '`rating`: the best one; by default 5' }),
  ),
  shownOnTile: Type.Optional(
    Type.Boolean({ description: 'Whether the tiles of cards show it; true by default' }),
  ),
  index: Type.Optional(Index('Place among these fields, from 0; anything past the end means the end')),
};

const fieldParams = Type.Object({ fieldPublicId: PublicId('The field') });

const ofField = { path: '/fields/{fieldPublicId}', tag: 'Fields', params: fieldParams } as const;
const ofBoard = {
  path: '/boards/{boardPublicId}/fields',
  tag: 'Fields',
  params: Type.Object({ boardPublicId: PublicId('The board') }),
} as const;

/** What is given of a field to change. */
const Changes = Type.Object(
  {
    name: Type.Optional({ ...Name, example: 'Phase' }),
    type: Type.Optional(FieldTypeName),
    ...settings,
    knownOptions: Type.Optional(
      Type.Array(PublicId('An option'), {
        maxItems: caps.optionsOfField,
        description:
          'The options that the caller has read: if `options` leaves out one that is not among them, nothing changes (409)',
      }),
    ),
  },
  { minProperties: 1 },
);

const NewField = Type.Object({ name: { ...Name, example: 'Stage' }, type: FieldTypeName, ...settings });

const ofWorkspace = {
  path: '/workspaces/{workspacePublicId}/fields',
  tag: 'Fields',
  params: workspaceParams,
} as const;

const sharedParam = { workspaceFieldPublicId: PublicId('The field of the workspace') };

const oneOfWorkspace = {
  path: '/workspaces/{workspacePublicId}/fields/{workspaceFieldPublicId}',
  tag: 'Fields',
  params: Type.Object({ ...workspaceParams.properties, ...sharedParam }),
  access: 'workspace:manage',
} as const;

export const fields = {
  list: operation({
    ...ofBoard,
    id: 'listFields',
    method: 'GET',
    summary: 'List the fields of a board',
    description: 'The fields that its cards can have values of, in order.',
    reply: Type.Array(Field),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  create: operation({
    ...ofBoard,
    id: 'createField',
    method: 'POST',
    summary: 'Add a field to a board',
    description: `A board has at most ${caps.fieldsOfBoard} fields, and a field ${caps.optionsOfField} options.`,
    body: NewField,
    reply: Field,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
  update: operation({
    ...ofField,
    id: 'updateField',
    method: 'PUT',
    summary: 'Change a field',
    description:
      'Takes one or more of the properties; the type of a field stays what it is. Of a field of the workspace that the board ' +
      'uses, only `index` and `shownOnTile` can differ here.',
    body: Changes,
    reply: Field,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
  delete: operation({
    ...ofField,
    id: 'deleteField',
    method: 'DELETE',
    summary: 'Delete a field',
    description:
      'Deletes the field and its values on all cards of the board for good. A field of the workspace stays there, and on other ' +
      'boards.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
  listOfWorkspace: operation({
    ...ofWorkspace,
    id: 'listWorkspaceFields',
    method: 'GET',
    summary: 'List the fields of a workspace',
    description: 'The fields that all of its boards can use, in order.',
    reply: Type.Array(WorkspaceField),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  createInWorkspace: operation({
    ...ofWorkspace,
    id: 'createWorkspaceField',
    method: 'POST',
    summary: 'Add a field to a workspace',
    description: `A workspace has at most ${caps.fieldsOfWorkspace} fields. Boards have those that they use.`,
    body: NewField,
    reply: WorkspaceField,
    errors: [400, 401, 403, 404, 409],
    access: 'workspace:manage',
  }),
  updateInWorkspace: operation({
    ...oneOfWorkspace,
    id: 'updateWorkspaceField',
    method: 'PUT',
    summary: 'Change a field of a workspace',
    description:
      'Takes one or more of the properties. Names, options and settings change on all boards that use the field; `shownOnTile` ' +
      'is that of boards which come to use it. Options that are left out are taken off the cards board by board, so that a ' +
      'request that fails may have taken them off some.',
    body: Changes,
    reply: WorkspaceField,
    errors: [400, 401, 403, 404, 409],
    severalChanges: true,
    access: 'workspace:manage',
  }),
  deleteFromWorkspace: operation({
    ...oneOfWorkspace,
    id: 'deleteWorkspaceField',
    method: 'DELETE',
    summary: 'Delete a field of a workspace',
    description:
      'Deletes the field and its values on the cards of all boards for good: board by board, so that a request that fails may ' +
      'have deleted it from some.',
    reply: Type.Object({
      ...Success.properties,
      boards: Count('Boards from which it was deleted'),
      cards: Count('Cards that had a value of it'),
    }),
    errors: [400, 401, 403, 404, 409],
    severalChanges: true,
    access: 'workspace:manage',
  }),
  use: operation({
    id: 'useWorkspaceField',
    method: 'PUT',
    path: '/boards/{boardPublicId}/fields/{workspaceFieldPublicId}',
    tag: 'Fields',
    summary: 'Use a field of the workspace on a board',
    description:
      'Adds it as the last field of the board, which follows the one of the workspace, and has an id, a place and `shownOnTile` of ' +
      'its own. Values and filters take either id. It needs `board:view` in the workspace, and counts towards the ' +
      `${caps.fieldsOfBoard} fields of a board; \`DELETE /fields/{fieldPublicId}\` takes it off the board.`,
    params: Type.Object({ ...ofBoard.params.properties, ...sharedParam }),
    reply: Field,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
  share: operation({
    id: 'shareField',
    method: 'POST',
    path: '/fields/{fieldPublicId}/share',
    tag: 'Fields',
    summary: 'Share a field with the workspace',
    description:
      'Makes a field of a board one of the workspace, which other boards can use. The board keeps it, with its id, its place and ' +
      'the values of its cards, and follows the one of the workspace from then on. It needs `board:edit` besides. A field ' +
      'that is shared already stays as it is.',
    params: fieldParams,
    reply: Field,
    errors: [400, 401, 403, 404, 409],
    access: 'workspace:manage',
  }),
  setValue: operation({
    id: 'setFieldValue',
    method: 'PUT',
    path: '/cards/{cardPublicId}/fields/{fieldPublicId}',
    tag: 'Fields',
    summary: 'Set the value of a field on a card',
    description: '`POST /cards` and `PATCH /cards/{cardPublicId}` set several at once, by `fields`.',
    params: Type.Object({ ...cardParams.properties, fieldPublicId: PublicId('A field of its board') }),
    body: Type.Object({ value: GivenFieldValue }),
    reply: ChangedCard,
    errors: [400, 401, 403, 404, 409, 412],
    access: 'card:edit',
  }),
};
