import { caps } from '../../../../contract/caps.ts';
import type { FieldType } from '../../../../contract/field-types.ts';
import type { ImportedField } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';
import type { ColumnField } from './cards.ts';
import type { ColumnValues } from './guess.ts';
import type { Column, Plan } from './plan.ts';

type Values = ReadonlyMap<Column, ColumnValues>;

/** So many fields are shown on tiles. */
const onTiles = 3;

/** The fields that columns become; a column that no field takes, or has room for, becomes something else. */
export function fieldsOf(
  values: Values,
  { source }: Plan,
  warnings: Warnings,
): { columns: ColumnField[]; fields: ImportedField[] } {
  const wanted = [...values].flatMap(([column, { count }]) =>
    column.use.startsWith('field') && count > 0 ? [column] : [],
  );
  const typed = wanted.flatMap((column) => {
    const found = values.get(column);
    const type = found && typeOf(column, found, source === 'own', warnings);
    return found && type ? [{ column, found, type }] : [];
  });
  const first = typed.toSorted((a, b) => b.found.count - a.found.count).slice(0, caps.fieldsOfBoard);
  const kept = new Set(first.map(({ column }) => column));
  for (const { column, found } of typed) {
    if (kept.has(column)) continue;
    column.use = 'leave-out';
    const why = `a board has at most ${caps.fieldsOfBoard} fields`;
    warnings.add(`columns left out: ${why}`, found.count, column.heading);
  }
  let shown = 0;
  const chosen = typed.filter(({ column }) => kept.has(column));
  return {
    columns: chosen.map(({ column, type }, place) => ({ column, type, place })),
    fields: chosen.map(({ column: { name }, found, type }) => ({
      name,
      type,
      options: isChoice(type) ? found.options(type).map((option) => ({ name: option, colour: null })) : [],
      currency: null,
      max: null,
      shownOnTile: type !== 'text' && shown++ < onTiles,
    })),
  };
}

const isChoice = (type: FieldType): type is 'select' | 'multi-select' =>
  type === 'select' || type === 'multi-select';

/** The type that was asked for, if its values allow it, or the one that they suggest; undefined for no field. */
function typeOf(
  column: Column,
  values: ColumnValues,
  isExact: boolean,
  warnings: Warnings,
): FieldType | undefined {
  const asked = column.use === 'field' ? undefined : (column.use.slice('field-'.length) as FieldType);
  const isRefused = asked !== undefined && isChoice(asked) && !values.canChoose(asked);
  if (isRefused) {
    const why = `more than ${caps.optionsOfField} options, or longer ones than a field has`;
    warnings.add(`columns that became texts: ${why}`, 1, column.heading);
  }
  const type = isRefused ? 'text' : (asked ?? values.guess(column, isExact));
  if (type === undefined || (type === 'text' && values.isLong)) {
    warnings.note('columns with long texts, kept in the descriptions', 1, column.heading);
    column.use = 'description';
    return undefined;
  }
  return type ?? undefined;
}

/** Max columns that are reported one by one. */
const reported = 100;

/** Says of each column with values that none of them are taken over. */
export function reportLeftOut(values: Values, warnings: Warnings): void {
  const left = [...values].filter(
    ([{ use }, { count }]) => (use === 'leave-out' || use === 'key') && count > 0,
  );
  for (const [{ heading }, { count }] of left.slice(0, reported)) {
    warnings.note(`column “${heading.slice(0, 60).toWellFormed()}” left out`, count);
  }
  for (const [{ heading }, { count }] of left.slice(reported)) {
    warnings.note('values of further columns left out', count, heading);
  }
}
