import type { Field } from '../../../../contract/field-shapes.ts';
import type { FieldType } from '../../../../contract/field-types.ts';

/** Whether values of a type are chosen among options. */
export const isChosen = (type: FieldType): boolean => type === 'select' || type === 'multi-select';

/** The content of a field as it is stored. */
export const storedFrom = ({ name, type, options, currency, max, shownOnTile, orderKey }: Field) => ({
  name,
  type,
  options: isChosen(type) ? JSON.stringify(options) : null,
  settings: currency !== null ? JSON.stringify({ currency }) : max === null ? null : JSON.stringify({ max }),
  shownOnTile: shownOnTile ? (1 as const) : (0 as const),
  position: orderKey,
});
