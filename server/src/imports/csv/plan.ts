import type { ColumnUse } from '../../../../contract/import-columns.ts';
import { Invalid } from '../../base/errors.ts';
import type { CsvRecord } from './records.ts';
import type { Source } from './sources/source.ts';
import { type SourceId, sources } from './sources.ts';

/** What is known of a table once its headings are. */
export interface Plan {
  source: SourceId;
  columns: Column[];
  /** The number of headings. */
  count: number;
  /** Rows before the headings. */
  before: readonly CsvRecord[];
}

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
      if (heading.endsWith('*')) made.starts.push([heading.slice(0, -1), use]);
      else if (!made.exact.has(heading)) made.exact.set(heading, use);
    }
  }
  lookups.set(id, made);
  return made;
}

const useIn = ({ exact, starts }: Lookup, heading: string): ColumnUse | undefined =>
  exact.get(heading) ?? starts.find(([start]) => heading.startsWith(start))?.[1];

/** The program that wrote a table with these headings. */
export function sourceOf(headings: readonly string[]): SourceId {
  const there = new Set(headings.map(folded));
  const ids = Object.keys(sources) as SourceId[];
  const isOf = ({ signs }: Source) => signs.some((sign) => sign.every((heading) => there.has(heading)));
  return ids.find((id) => isOf(sources[id])) ?? 'plain';
}

/** The columns of a table, each with what it becomes. */
export function planOf(
  header: CsvRecord,
  before: readonly CsvRecord[] = [],
  mapping: Mapping = new Map(),
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
  return { source: id, columns, count: fields.length, before };
}

const isIn = (given: ReadonlySet<number>, { places: [first = -1] }: Column): boolean => given.has(first);

/** Columns with the same heading are one, except those of which a table has one: only their first counts. */
function joined(fields: readonly string[], id: SourceId): Column[] {
  const { separators = {}, fieldName }: Source = sources[id];
  const lookup = lookupOf(id);
  const columns = new Map<string, Column>();
  for (const [place, field] of fields.entries()) {
    const heading = field.trim() || `column ${place + 1}`;
    const use = useIn(lookup, folded(heading)) ?? 'field';
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
