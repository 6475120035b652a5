/* Issues of the fields of boards and of their values: see `issue-texts.ts`. */

/** What a field of a type takes. */
const fieldTakes: Record<string, string> = {
  text: 'a text of one line, of at most 500 characters',
  number: 'a number, up to a thousand billion',
  money: 'a number with at most four decimals, up to a thousand billion',
  date: 'a day like 2026-03-01, or a date-time',
  select: 'one of its options',
  'multi-select': 'a list of its options, at most 50',
  person: 'a member who can see the board',
  checkbox: 'true or false',
  link: 'an address that begins with http://, https:// or mailto:',
};

export const ofFields = {
  'unknown-field': '{field}: {name} is not a field of this board',
  'field-name-taken': '{field}: the board has a field of this name already',
  'workspace-field-name-taken': '{field}: the workspace has a field of this name already',
  'field-name-taken-on-board': '{field}: a board that uses this field has another one of this name',
  'field-of-workspace': '{field}: this is a field of the workspace, which is changed there',
  'field-type-fixed': '{field}: the type of a field cannot be changed',
  'option-name-taken': '{field}: the field has an option of this name already',
  'options-changed': '{field}: the field has options by now that are not among these',
  'unknown-option': '{field} is not an option of this field',
  'setting-of-other-type': '{field} is not for fields of the type {type}',
  'field-takes': ({ field, name, type, max }: { field: string; name: string; type: string; max: number }) =>
    `${field}: ${name} takes ${type === 'rating' ? `a whole number from 1 to ${max}` : (fieldTakes[type] ?? type)}`,
  'field-repeated': '{field} has {name} twice, by its name and its id',
} as const;
