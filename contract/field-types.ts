/* The types of the fields that people add to the cards of a board; no schemas, which pages do not need. */

export const fieldTypes = [
  'text',
  'number',
  'money',
  'date',
  'select',
  'multi-select',
  'person',
  'checkbox',
  'link',
  'rating',
] as const;

export type FieldType = (typeof fieldTypes)[number];

/** A value of a field: the id of an option or of a member is a text. */
export type FieldValue = string | number | boolean | string[];

/** The values of a card, by the ids of their fields. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** Max characters of a text or a link. */
export const longestText = 500;
/** Max options that a value of several has. */
export const mostChosen = 50;
/** The greatest number, and the least without its sign. */
export const greatestNumber = 1e12;

/** Names are compared without regard to case. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();
