import { Type } from 'typebox';
import { caps } from './caps.ts';
import { cardParams } from './card-content.ts';
import { ChangedCard } from './card-shapes.ts';
import { Field, FieldTypeName, GivenFieldValue } from './field-shapes.ts';
import { operation } from './operation.ts';
import { Colour, Index, PublicId, Success, Text } from './schema.ts';

const Name = Text(60, { description: 'Name, which no other field of the board has, whatever its case' });

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
  index: Type.Optional(
    Index('Place among the fields of the board, from 0; anything past the end means the end'),
  ),
};

const fieldParams = Type.Object({ fieldPublicId: PublicId('The field') });

const ofField = { path: '/fields/{fieldPublicId}', tag: 'Fields', params: fieldParams } as const;
const ofBoard = {
  path: '/boards/{boardPublicId}/fields',
  tag: 'Fields',
  params: Type.Object({ boardPublicId: PublicId('The board') }),
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
    body: Type.Object({ name: { ...Name, example: 'Stage' }, type: FieldTypeName, ...settings }),
    reply: Field,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
  update: operation({
    ...ofField,
    id: 'updateField',
    method: 'PUT',
    summary: 'Change a field',
    description: 'Takes one or more of the properties; the type of a field stays what it is.',
    body: Type.Object(
      { name: Type.Optional({ ...Name, example: 'Phase' }), type: Type.Optional(FieldTypeName), ...settings },
      { minProperties: 1 },
    ),
    reply: Field,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
  delete: operation({
    ...ofField,
    id: 'deleteField',
    method: 'DELETE',
    summary: 'Delete a field',
    description: 'Deletes the field and its values on all cards for good.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
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
