import { Type } from 'typebox';
import { cardFields } from '../contract/card-fields.ts';
import type { FieldValue } from '../contract/field-types.ts';
import { DueDateFilters, FilterText } from '../contract/filters.ts';

/* Arguments that several tools take. */

const reference = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

/** References by id or by name, as people use them; `finder.ts` resolves them. */
export const workspacePublicId = reference('Workspace: id or name');
export const boardPublicId = reference('Board: id, address or name');
export const listPublicId = reference('List: id or name');
export const cardPublicId = reference('Card: id, number, address or title');
export const labelPublicId = reference('Label: id or name');
export const memberPublicId = reference('Member: id, name, email address or `me`');

export const many = (schema: ReturnType<typeof reference>) => Type.Array(schema, { maxItems: 100 });

export const dueDate = Type.Optional({
  ...cardFields.dueDate.input,
  description: 'A whole day (`2026-03-01`) or a time (`2026-03-01T17:00:00Z`); null for none',
});

export const itemDueDate = Type.Optional({
  ...cardFields.dueDate.input,
  description: 'A whole day or a time, as of a card',
});

export const dueDateFilters = Type.Optional({
  ...DueDateFilters,
  description:
    'In days of your time zone; `next-week`: today and the 7 days after it; `next-month`: the 23 days after those',
});

export const completed = Type.Optional(
  Type.Boolean({ description: '`true`: the card is done, `false`: it is open again' }),
);

/** A filter in the language of `docs/filters.md`. */
export const filter = Type.Optional(
  FilterText('Such as `label:bug -label:later due:<7d (@me OR is:overdue)`'),
);

/** A filter. */
export const doneOnly = Type.Optional(
  Type.Boolean({ description: '`true` for cards that are done, `false` for open ones' }),
);

export const version = Type.Optional(
  Type.String({ minLength: 1, maxLength: 100, description: 'The `version` that you read' }),
);

export const idempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Calls with the same key are done once',
  }),
);

/** The cursor that continues a paged result. */
export const cursorOf = (name: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1100, description: `The last \`${name}\`` }));

export const limitOf = (max: number, usual: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: max, description: `1 to ${max}; ${usual} if absent` }));

/** Values of the board's own fields. */
export const fields = Type.Optional(
  Type.Unsafe<Readonly<Record<string, FieldValue | null>>>({
    type: 'object',
    description: 'Values of the fields of the board, by name; null clears one',
  }),
);
