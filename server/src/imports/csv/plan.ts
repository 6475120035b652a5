import type { ColumnUse } from '../../../../contract/import-columns.ts';
import { Invalid } from '../../base/errors.ts';
import type { CsvRecord } from './records.ts';
import type { Source } from './sources/source.ts';
import { type SourceId, sources } from './sources.ts';
import { languageOf, plainly, words } from './words.ts';

/** What is known of a table once its headings are. */
export interface Plan {
  source: SourceId;
  columns: Column[];
  /** The number of headings. */
  count: number;
  /** Rows before the headings. */
  before: readonly CsvRecord[];
  habits: Habits;
}

/** How dates and numbers are written that can be read in two ways, if none of the table says. */
export interface Habits {
  dayFirst: boolean;
  /** What decimals follow. */
  decimal: Decimal;
}

export type Decimal = '.' | ',';

export interface Column {
  heading: string;
  /** The name of its field. */
  name: string;
  /** Where its values are: columns with the same heading are one. */
  places: number[];
  use: ColumnUse;
  separator: 'none' | ';' | undefined;
}

/** Columns by the place of their first value, as a user wants them. */
export type Mapping = ReadonlyMap<number, ColumnUse>;

/** A card has one of these; of several columns the first one counts, and the others become fields. */
const single = new Set<ColumnUse>(['title', 'list', 'number', 'creator', 'board', 'archived']);

/** Columns of these uses need no mapping to take several columns. */
const several = new Set<ColumnUse>(['labels', 'members', 'comment', 'link']);

export const folded = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/** Uses by headings; those that end in `*` stand for all that begin so. */
interface Lookup {
  exact: Map<string, ColumnUse>;
  starts: [string, ColumnUse][];
}

const lookups = new Map<SourceId, Lookup>();

function lookupOf(id: SourceId): Lookup {
  const known = lookups.get(id);
  if (known) return known;
  const made: Lookup = { exact: new Map(), starts: [] };
  const { columns }: Source = sources[id];
  for (const [use, headings] of Object.entries(columns) as [ColumnUse, readonly string[]][]) {
    for (const heading of headings) {
      const key = keyOf(id, heading);
      if (key.endsWith('*')) made.starts.push([key.slice(0, -1), use]);
      else if (!made.exact.has(key)) made.exact.set(key, use);
    }
  }
  lookups.set(id, made);
  return made;
}

/** People leave accents out, programs do not. */
const keyOf = (id: SourceId, heading: string): string =>
  id === 'plain' ? plainly(heading) : folded(heading);

const useIn = ({ exact, starts }: Lookup, key: string): ColumnUse | undefined =>
  exact.get(key) ?? starts.find(([start]) => key.startsWith(start))?.[1];

/** The program that wrote a table with these headings. */
export function sourceOf(headings: readonly string[]): SourceId {
  const there = new Set(headings.map(folded));
  const ids = Object.keys(sources) as SourceId[];
  const isOf = ({ signs }: Source) => signs.some((sign) => sign.every((heading) => there.has(heading)));
  return ids.find((id) => isOf(sources[id])) ?? 'plain';
}

/**
 * Where commas write decimals, semicolons separate fields, and days come first. A language says so too, but exports of this service
 * and of other programs are the same everywhere.
 */
function habitsOf(headings: readonly string[], source: SourceId, separator: string): Habits {
  const language = source === 'plain' ? languageOf(headings) : undefined;
  const byComma = separator === ';' || (language !== undefined && words[language].decimal === ',');
  return {
    dayFirst: separator === ';' || language !== undefined,
    decimal: source !== 'own' && byComma ? ',' : '.',
  };
}

interface Around {
  /** Rows before the headings. */
  before?: readonly CsvRecord[];
  mapping?: Mapping;
  /** What is between fields. */
  separator?: string;
}

/** The columns of a table, each with what it becomes. */
export function planOf(
  header: CsvRecord,
  { before = [], mapping = new Map(), separator = ',' }: Around = {},
): Plan {
  const { fields } = header;
  const id = sourceOf(fields);
  const columns = joined(fields, id);
  for (const column of columns) {
    const wanted = mapping.get(column.places[0] ?? -1);
    if (wanted !== undefined) column.use = wanted;
  }
  requireKnown(columns, mapping);
  const given = new Set(mapping.keys());
  requireOneEach(
    columns.toSorted((a, b) => Number(isIn(given, b)) - Number(isIn(given, a))),
    id,
    given,
  );
  if (id === 'monday' && before.length > 1) groupedStatus(columns, given);
  return { source: id, columns, count: fields.length, before, habits: habitsOf(fields, id, separator) };
}

const isIn = (given: ReadonlySet<number>, { places: [first = -1] }: Column): boolean => given.has(first);

/** Columns with the same heading are one, except those of which a table has one: only their first counts. */
function joined(fields: readonly string[], id: SourceId): Column[] {
  const { separators = {}, fieldName }: Source = sources[id];
  const lookup = lookupOf(id);
  const columns = new Map<string, Column>();
  for (const [place, field] of fields.entries()) {
    const heading = field.trim() || `column ${place + 1}`;
    const use = useIn(lookup, keyOf(id, heading)) ?? 'field';
    const known = columns.get(folded(heading));
    if (known) known.places.push(place);
    else {
      const name = fieldName?.exec(heading)?.[1]?.trim() || heading;
      columns.set(folded(heading), { heading, name, places: [place], use, separator: separators[use] });
    }
  }
  return [...columns.values()];
}

function requireKnown(columns: readonly Column[], mapping: Mapping): void {
  const known = new Set(columns.map(({ places: [first = -1] }) => first));
  const unknown = [...mapping.keys()].find((place) => !known.has(place));
  if (unknown !== undefined) throw new Invalid('column-unknown', { place: unknown });
}

/** Of columns that nobody asked for, further ones of a use that a card has one of become fields. */
function requireOneEach(columns: readonly Column[], id: SourceId, given: ReadonlySet<number>): void {
  const taken = new Set<ColumnUse>();
  for (const column of columns) {
    const { use } = column;
    const isOne = single.has(use) || (id === 'plain' && !several.has(use) && !use.startsWith('field'));
    if (isOne && taken.has(use) && !isIn(given, column)) column.use = 'field';
    taken.add(use);
  }
}

/** Where rows stand in groups, these are the lists. */
function groupedStatus(columns: readonly Column[], given: ReadonlySet<number>): void {
  for (const column of columns) {
    if (column.use === 'list' && !isIn(given, column)) column.use = 'field-select';
  }
}
