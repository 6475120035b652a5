import { Type } from 'typebox';
import { cardFields } from '../contract/card-fields.ts';
import type { FieldValue } from '../contract/field-types.ts';
import { FilterText } from '../contract/filters.ts';

/* Arguments that several tools take. */

const reference = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

/** References by id or by name, as people use them; `finder.ts` resolves them. */
export const workspace = reference('Id or name');
export const board = reference('Id, address or name');
export const list = reference('Id or name');
export const card = reference('Id, number (`WEB-12`), address or title');
export const member = reference('Id, name, email address or `me`');

/** The id of something that has no name. */
export const id = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 64, ...(description === undefined ? {} : { description }) });

const names = (description?: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      maxItems: 100,
      ...(description === undefined ? {} : { description }),
    }),
  );

/** Labels and members of a card, by name as people use them. */
export const labels = names();
export const members = names('By name, email address, id or `me`');

/** The same of a card that exists. */
export const changedLabels = names('To add, or with `-` before it to take off');
export const changedMembers = names('Likewise, or `me`');

export const dueDate = Type.Optional({
  ...cardFields.dueDate.input,
  description: 'Day (`2026-03-01`) or time (`2026-03-01T17:00:00Z`); null for none',
});

/** Another date, written in the same way. */
export const otherDate = Type.Optional({ ...cardFields.dueDate.input, description: undefined });

/** A filter in the language of `docs/filters.md`. */
export const filter = Type.Optional(
  FilterText(
    'Such as `list:"To do" label:bug -label:later @me is:open due:<7d (is:blocked OR text:word) sort:due`',
  ),
);

export const archived = Type.Optional(Type.Boolean({ description: '`true` for archived ones' }));

export const version = Type.Optional(
  Type.String({ minLength: 1, maxLength: 100, description: 'The `version` that you read' }),
);

export const idempotencyKey = Type.Optional(
  Type.String({ minLength: 1, maxLength: 100, description: 'Calls with the same key are done once' }),
);

/** The cursor that continues a paged result. */
export const cursorOf = (name: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1100, description: `The last \`${name}\`` }));

export const limitOf = (max: number, usual: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: max, description: `${usual} if absent` }));

/** Values of the board's own fields. */
export const fields = Type.Optional(
  Type.Unsafe<Readonly<Record<string, FieldValue | null>>>({
    type: 'object',
    description: 'Values of the fields of the board, by name; null clears one',
  }),
);
