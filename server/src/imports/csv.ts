import { Invalid } from '../base/errors.ts';
import { type Column, rowsOf } from './csv/columns.ts';
import { labelColours, placesIn } from './csv/places.ts';
import { type CsvRecord, textOfBytes } from './csv/records.ts';
import { archivedOf, checklistsOf, numberOf, partsOf, personOf, plainOf, timeOf } from './csv/values.ts';
import type { ImportedBoard, ImportedCard } from './imported-board.ts';
import { Warnings } from './warnings.ts';

/** Where the file names no board, and no list. */
const unnamedBoard = 'Imported board';
const unnamedList = 'Cards';

/**
 * Reads a table of cards, a row each, from CSV: the first row names the columns. Throws `Invalid`, with the line, for what
 * cannot be read.
 */
export function readCsv(bytes: Uint8Array): ImportedBoard {
  const warnings = new Warnings();
  const lists: ImportedBoard['lists'] = [];
  const labels: ImportedBoard['labels'] = [];
  const people: ImportedBoard['people'] = [];
  const listOf = placesIn(lists, (name) => ({ name }));
  const labelOf = placesIn(labels, (name) => ({
    name,
    colourCode: labelColours(labels.length),
  }));
  const memberOf = placesIn(people, personOf, (name) => name.toLowerCase());

  const { columns, rows } = rowsOf(textOfBytes(bytes));
  const others = new Set<number>();
  let board: string | undefined;
  const cards: ImportedCard[] = [];
  for (const row of rows) {
    requireFit(row, columns.count);
    const { line, fields } = row;
    const all = (column: Column) =>
      (columns.places.get(column) ?? []).map((place) => plainOf(fields[place] ?? ''));
    const first = (column: Column) => all(column)[0] ?? '';
    const read = <T>(column: Column, value: T | undefined, kind: string): T | undefined => {
      if (value === undefined && first(column).trim() !== '')
        warnings.add(kind, 1, `line ${line}: ${first(column)}`);
      return value;
    };
    for (const { place } of columns.others) if (fields[place]?.trim()) others.add(place);
    const name = first('board').trim();
    if (name !== '' && board !== undefined && name !== board) {
      throw new Invalid(`Line ${line}: the file has cards of several boards; import one board at a time`);
    }
    if (name !== '') board = name;
    const title = first('title').trim();
    if (title === '') warnings.add('cards without a title', 1, `line ${line}`);
    const number = read('number', numberOf(first('number')) ?? undefined, 'card numbers that cannot be read');
    cards.push({
      title,
      description: first('description'),
      list: listOf(first('list').trim() || unnamedList),
      labels: [...new Set(all('labels').flatMap(partsOf).map(labelOf))],
      members: [...new Set(all('members').flatMap(partsOf).map(memberOf))],
      dueAt: read('due', timeOf(first('due')), `due dates that cannot be read left out`) ?? null,
      createdAt: read('created', timeOf(first('created')), 'times of creation that cannot be read') ?? null,
      createdBy: null,
      ...(read('archived', archivedOf(first('archived')), 'marks of archived cards that cannot be read') ?? {
        archived: false,
        archivedAt: null,
      }),
      number: number ?? null,
      key: null,
      checklists: checklistsOf(first('checklists')),
      comments: [],
      attachments: [],
    });
  }
  for (const { name, place } of columns.others) {
    if (others.has(place)) warnings.add('columns without a place left out', 1, name);
  }
  if (lists.length === 0) listOf(unnamedList);
  return {
    name: board ?? unnamedBoard,
    lists,
    labels,
    people,
    cards: cards.toSorted((a, b) => a.list - b.list),
    total: cards.length,
    highestNumber: cards.reduce((highest, { number }) => Math.max(highest, number ?? 0), 0),
    cardLink: null,
    warnings,
  };
}

/** Rows may be shorter than the first one, as spreadsheets leave out what is empty at the end. */
function requireFit({ line, fields }: CsvRecord, count: number): void {
  if (!fields.slice(count).some((field) => field.trim() !== '')) return;
  throw new Invalid(
    `Line ${line} has ${fields.length} fields, and the first line only ${count}: is a quote missing?`,
  );
}
