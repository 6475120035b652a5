import { type Static, Type } from 'typebox';
import { caps } from './caps.ts';
import { type FieldValue, type FieldValues, fieldTypes, longestText, mostChosen } from './field-types.ts';
import { Colour, Count, Id, named, nullable, oneOf } from './schema.ts';

/* The shapes of the fields that people add to the cards of a board, and of their values. */

export const FieldTypeName = oneOf(fieldTypes, { description: 'What its values are', example: 'number' });

const valueForms = [
  { type: 'string', maxLength: longestText },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'array', maxItems: mostChosen, items: { type: 'string', maxLength: 100 } },
] as const;

const takes =
  'A text; a number; money, with at most four decimals; a day or a date-time; an option, or a list of several, each by ' +
  'its id or name; a member by id; true or false; an address that begins with `http://`, `https://` or `mailto:`; a ' +
  'whole number from 1';

const [text, ...others] = valueForms;

/** A value in a request. */
export const GivenFieldValue = Type.Unsafe<FieldValue | null>({
  anyOf: [{ ...text, nullable: true }, ...others],
  description: `What the type of the field says: ${takes}. null clears it, and so do \`false\` and an empty text or list`,
  example: 'Draft',
});

/** Values in a request, by ids or names of fields. */
export const GivenFieldValues = Type.Unsafe<Readonly<Record<string, FieldValue | null>>>({
  type: 'object',
  additionalProperties: GivenFieldValue,
  maxProperties: caps.fieldsOfBoard,
  description:
    'Values of the fields of its board, by their ids or names; null clears one, and those that are not named stay',
  example: {},
});

/** A value in a reply. */
export const ShownFieldValue = Type.Unsafe<FieldValue>({
  anyOf: [...valueForms],
  description:
    'The value, as it is written: an option or a member is its id, a date a day (`2026-03-01`) or a date-time',
  example: 'Draft',
});

/** The values of a card in a reply. */
export const ShownFieldValues = Type.Optional(
  Type.Unsafe<FieldValues>({
    type: 'object',
    additionalProperties: ShownFieldValue,
    description:
      'The values of the fields of its board, by the ids of the fields; left out where there are none',
    example: {},
  }),
);

export const FieldOption = Type.Object({
  publicId: Id,
  name: Type.String({ example: 'Draft' }),
  colour: Colour,
});

export type FieldOption = Static<typeof FieldOption>;

const definition = {
  publicId: Id,
  name: Type.String({ example: 'Stage' }),
  type: FieldTypeName,
  options: Type.Array(FieldOption, { description: 'What can be chosen, in order; empty for other types' }),
  currency: nullable(Type.String({ description: 'The currency of money (ISO 4217)', example: 'EUR' })),
  max: nullable(Type.Integer({ description: 'The best rating', example: 5 })),
  shownOnTile: Type.Boolean({ description: 'Whether the tiles of cards show it' }),
  orderKey: Type.String({
    description: 'Its place among the fields: they are ordered by this text, compared by bytes',
    example: 'a0',
  }),
};

/** A field of a board. */
export const Field = named(
  'Field',
  Type.Object({
    ...definition,
    workspaceFieldPublicId: nullable({
      ...Id,
      description: 'The field of the workspace that this board uses; null for a field of its own',
    }),
  }),
);

export type Field = Static<typeof Field>;

/** A field of a workspace, which many boards can use. */
export const WorkspaceField = named(
  'WorkspaceField',
  Type.Object({
    ...definition,
    boardCount: Type.Optional(Count('Boards that use it; only for those who may change it')),
  }),
);

export type WorkspaceField = Static<typeof WorkspaceField>;

/** A value with its field. */
export const FieldOfCard = Type.Object({
  publicId: { ...Id, description: 'The field' },
  name: Type.String({ example: 'Stage' }),
  type: FieldTypeName,
  value: ShownFieldValue,
});

export type FieldOfCard = Static<typeof FieldOfCard>;

/** A value as it was. */
export const FieldThen = Type.Object({
  ...FieldOfCard.properties,
  text: Type.Optional(Type.String({ description: 'What was chosen, by its name of then' })),
});

export type FieldThen = Static<typeof FieldThen>;
