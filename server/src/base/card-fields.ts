import {
  cardFields,
  type FieldKind,
  type FieldName,
  type FieldsIn,
  fieldNames,
  fieldsIn,
  type GivenFields,
  type ShownFields,
} from '../../../contract/card-fields.ts';
import type { Place } from '../../../contract/card-places.ts';
import { type Form, forms } from './card-field-forms.ts';
import { dayOrTime, dayOrTimeOrNull, isAfter } from './days.ts';
import type { Functions, Piece } from './db/functions.ts';
import { camel, flag, micros, nullable, text, type Values } from './db/table.ts';
import { Invalid } from './errors.ts';

/*
 * How the fields of a card (`contract/card-fields.ts`) are stored, read and written. Everything is made once for each
 * place, when a module is loaded, so no row pays for the table.
 */

type Fields = typeof cardFields;

const columnOf = {
  line: text(),
  markdown: nullable(text()),
  time: nullable(micros()),
  date: nullable(micros()),
  recurrence: nullable(text()),
  minutes: nullable(text()),
  values: nullable(text()),
  cover: nullable(text()),
  flag: flag(),
};

type ColumnsOf<F extends FieldName> = {
  [N in F as Fields[N]['column']]: (typeof columnOf)[Fields[N]['kind']];
};

/** The columns of all fields, for the description of the table. */
export const fieldColumns = Object.fromEntries(
  fieldNames.map((name) => [cardFields[name].column, columnOf[cardFields[name].kind]]),
) as ColumnsOf<FieldName>;

/** The stored values of a card's fields, by the names of their columns; times are microseconds. */
export type CardValues = Values<ColumnsOf<FieldName>>;

/** A date of a request, or null, as it is stored; `before` is the stored one. */
export const dateFrom = forms.date.stored;

/** A field with its column; which kind of value it has is lost to the types here, and nowhere else. */
interface Field extends Form<unknown, unknown> {
  name: FieldName;
  column: string;
  /** The name of the column in the code. */
  key: keyof CardValues;
}

const fieldOf = (name: FieldName): Field => {
  const { column, kind } = cardFields[name];
  return {
    ...(forms[kind] as unknown as Form<unknown, unknown>),
    name,
    column,
    key: camel(column) as keyof CardValues,
  };
};

const all = fieldNames.map(fieldOf);
const inPlace = (place: Place): Field[] => fieldsIn(place).map(fieldOf);

type Row = Readonly<Partial<Record<keyof CardValues, unknown>>>;

const built = <T>(fields: readonly Field[], entry: (field: Field) => [name: string, value: unknown]): T =>
  Object.fromEntries(fields.map(entry)) as T;

/** The values of the fields in a row that may have further columns; those that it lacks are empty. */
export const valuesOf = (row: Row): CardValues =>
  built(all, ({ key, empty }) => [key, row[key] === undefined ? empty : row[key]]);

/** A card on which nothing is written. */
export const noValues: CardValues = valuesOf({});

function requireOrder({ startAt, dueAt }: CardValues): void {
  if (startAt !== null && dueAt !== null && isAfter(startAt, dueAt))
    throw new Invalid('start-after-due', { field: 'body/startDate' });
}

/** Returns a function that applies what a request sets to the values of a card. */
export function applyIn(place: 'create' | 'change' | 'bulk') {
  const fields = inPlace(place);
  return (before: Readonly<CardValues>, given: GivenFields): CardValues => {
    const written = fields.filter(({ name }) => given[name] !== undefined);
    const after = {
      ...valuesOf(before),
      ...built<Partial<CardValues>>(written, ({ name, key, stored }) => [
        key,
        stored(given[name], name, before[key]),
      ]),
    };
    if (written.some(({ name }) => name === 'startDate' || name === 'dueDate')) requireOrder(after);
    return after;
  };
}

/** Returns a function that leaves out the values of fields that are not in a place. */
export function keepIn(place: Place) {
  const fields = inPlace(place);
  return (values: Readonly<CardValues>): CardValues => ({
    ...noValues,
    ...built<Partial<CardValues>>(fields, ({ key }) => [key, values[key]]),
  });
}

/** Returns a function that shows the fields of a row as a place has them. */
export function showIn<P extends Place>(place: P) {
  const fields = inPlace(place);
  return (row: Readonly<CardValues>): ShownFields<FieldsIn<P>> =>
    built(fields, ({ name, key, shown }) => [name, shown(row[key])]);
}

/** The dates of a card as whole days or times. */
export const datesOf = ({ dueAt, startAt }: Pick<CardValues, 'dueAt' | 'startAt'>) => ({
  due: dayOrTimeOrNull(dueAt),
  start: dayOrTimeOrNull(startAt),
});

/** The fields that differ between two states of a card, with both values as replies show them. */
export const differences = (
  before: Readonly<CardValues>,
  after: Readonly<CardValues>,
): { name: FieldName; from: unknown; to: unknown }[] =>
  all.flatMap(({ name, key, shown }) =>
    before[key] === after[key] ? [] : [{ name, from: shown(before[key]), to: shown(after[key]) }],
  );

const exportedFields = inPlace('export');
const importedFields = inPlace('import');

/** The fields of a line of a native export. */
export const exportedValues = (row: Readonly<CardValues>): ShownFields<FieldsIn<'export'>> =>
  built(exportedFields, ({ name, key, exported }) => [name, exported(row[key])]);

/** The values of a line of a native export; older exports lack later fields. */
export const importedValues = (line: Readonly<Partial<ShownFields>>): CardValues => ({
  ...noValues,
  ...built<Partial<CardValues>>(
    importedFields.filter(({ name }) => line[name] !== undefined),
    ({ name, key, imported }) => [key, imported(line[name])],
  ),
});

/** The fields of a place with headings of its own, each with the text that it has there. */
export const plainIn = (place: 'csv' | 'markdown', kinds: readonly FieldKind[]) =>
  fieldsIn(place).flatMap((name) => {
    const { in: places, kind } = cardFields[name];
    const heading = places[place];
    const { key, plain } = fieldOf(name);
    if (typeof heading !== 'string' || !kinds.includes(kind)) return [];
    return [{ heading, textOf: (row: Readonly<CardValues>) => plain(row[key]) }];
  });

/** The columns of all fields in a select from the table with an alias: SQL. */
export const fieldsOf = (alias: string): string =>
  all.map(({ column, key }) => `${alias}.${column} as "${key}"`).join(', ');

/** The fields of a place, for a JSON object made by a statement. */
export const jsonIn = (fn: Functions, place: Place, alias: string): Record<string, Piece> =>
  built(inPlace(place), ({ name, column, json }) => [name, json(fn, `${alias}.${column}`)]);

/** Those of fields that are not texts, without names. */
export const shortColumns = (alias: string): string =>
  fieldNames
    .flatMap((name) =>
      ['line', 'markdown'].includes(cardFields[name].kind) ? [] : `${alias}.${cardFields[name].column}`,
    )
    .join(', ');

const dateJson = (line: string): string => (line === '' ? 'null' : JSON.stringify(dayOrTime(Number(line))));

/** The fields of a place as lines (see `Functions.lines`), and as properties of a JSON object made of them. */
export function linesIn<P extends Place>(place: P) {
  const names = fieldsIn(place);
  const fields = names.map((name) => ({ ...fieldOf(name), name }));
  // Of covers, tiles also show what was not chosen.
  const own = fields.filter(({ name }) => place !== 'tile' || name !== 'cover');
  const written = own.map(({ name, jsonOfLine, exactJsonOfLine = jsonOfLine }) => {
    return [name, place === 'tile' ? exactJsonOfLine : jsonOfLine] as const;
  });
  return {
    names,
    pieces: (fn: Functions, alias: string): Record<FieldsIn<P>, Piece> =>
      Object.fromEntries(
        fields.map(({ name, column, line }) => [name, line(fn, `${alias}.${column}`)]),
      ) as Record<FieldsIn<P>, Piece>,
    /** The dates as whole days or times, in a place that has them. */
    datesJson: (lineOf: (name: 'dueDate' | 'startDate') => string): string =>
      `"due":${dateJson(lineOf('dueDate'))},"start":${dateJson(lineOf('startDate'))}`,
    json: (lineOf: (name: FieldsIn<P>) => string): string => {
      let all = '';
      for (const [name, jsonOf] of written) {
        const json = jsonOf(lineOf(name));
        // What is left out where it is empty is the empty text.
        if (json !== '') all += all === '' ? `"${name}":${json}` : `,"${name}":${json}`;
      }
      return all;
    },
  };
}
