import type { Field, WorkspaceField } from '../../../../contract/field-shapes.ts';
import type { FieldType } from '../../../../contract/field-types.ts';

/** Whether values of a type are chosen among options. */
export const isChosen = (type: FieldType): boolean => type === 'select' || type === 'multi-select';

/** The content of a field of a board as it is stored. */
export const storedFrom = ({ workspaceFieldPublicId: workspaceFieldId, ...field }: Field) => ({
  ...storedDefinition(field),
  workspaceFieldId,
});

/** The content of a field of a workspace as it is stored. */
export const storedDefinition = ({
  name,
  type,
  options,
  currency,
  max,
  shownOnTile,
  orderKey,
}: WorkspaceField) => ({
  name,
  type,
  options: isChosen(type) ? JSON.stringify(options) : null,
  settings: currency !== null ? JSON.stringify({ currency }) : max === null ? null : JSON.stringify({ max }),
  shownOnTile: shownOnTile ? (1 as const) : (0 as const),
  position: orderKey,
});
