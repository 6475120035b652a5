/* What the columns of a table become; no schemas, which pages do not need. */

export const columnUses = [
  'title',
  'description',
  'list',
  'labels',
  'members',
  'member-emails',
  'due',
  'start',
  'completed',
  'archived',
  'checklist',
  'comment',
  'number',
  'key',
  'parent',
  'blocked-by',
  'blocks',
  'relates',
  'duplicates',
  'created',
  'creator',
  'board',
  'link',
  'detail',
  'field',
  'field-text',
  'field-number',
  'field-date',
  'field-select',
  'field-multi-select',
  'field-person',
  'field-checkbox',
  'field-link',
  'leave-out',
] as const;

export type ColumnUse = (typeof columnUses)[number];

/** Max columns that a request says something about. */
export const mostMapped = 200;

/** `0:title,4:field-number`: columns by their places, from 0, and what they become. */
export const mappingForm = `^\\d{1,4}:(?:${columnUses.join('|')})(?:,\\d{1,4}:(?:${columnUses.join('|')})){0,${mostMapped - 1}}$`;

/** The same as a map; what is not of this form is left out. */
export const mappingIn = (text: string): Map<number, ColumnUse> =>
  new Map(
    text.split(',').flatMap((entry) => {
      const [place = '', use = ''] = entry.split(':');
      const known = columnUses.find((each) => each === use);
      return known === undefined || place === '' ? [] : [[Number(place), known] as const];
    }),
  );

export const mappingText = (mapping: ReadonlyMap<number, ColumnUse>): string =>
  [...mapping].map(([place, use]) => `${place}:${use}`).join(',');
