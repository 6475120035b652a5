import { Invalid } from '../base/errors.ts';
import type { Place } from '../base/storage/spool.ts';
import type { SyncSpool } from '../base/storage/sync-spool.ts';
import { type Column, type Columns, Table } from './csv/columns.ts';
import { labelColours, placesIn } from './csv/places.ts';
import { type CsvRecord, Utf8Text } from './csv/records.ts';
import {
  archivedOf,
  checklistsOf,
  completionOf,
  numberOf,
  partsOf,
  personOf,
  plainOf,
  timeOf,
} from './csv/values.ts';
import type { FileBoard, FileCard, Reading } from './reading/file-board.ts';
import { Warnings } from './warnings.ts';

/** The names if the file names no board or no list. */
const unnamedBoard = 'Imported board';
const unnamedList = 'Cards';

/**
 * Reads a table of cards from CSV, one card per row; the first row names the columns. Throws `Invalid` with the line number if
 * a row cannot be read. Cards are spooled as they arrive, because lists are written one after the other.
 */
export function csvReading(spool: SyncSpool): Reading {
  const [text, table, board] = [new Utf8Text(), new Table(), new CsvBoard(spool)];
  return {
    push(bytes) {
      for (const row of table.rows(text.decode(bytes), false)) board.take(row, table.columns);
    },
    end() {
      for (const row of table.rows(text.decode(), true)) board.take(row, table.columns);
      return board.end(table.columns);
    },
  };
}

class CsvBoard {
  readonly #spool: SyncSpool;
  readonly #cards: { list: number; place: Place }[] = [];
  readonly #warnings = new Warnings();
  readonly #lists: FileBoard['lists'] = [];
  readonly #labels: FileBoard['labels'] = [];
  readonly #people: FileBoard['people'] = [];
  readonly #listOf = placesIn(this.#lists, (name) => ({ name }));
  readonly #labelOf = placesIn(this.#labels, (name) => ({
    name,
    colourCode: labelColours(this.#labels.length),
  }));
  readonly #personOf = placesIn(this.#people, personOf, (name) => name.toLowerCase());
  /** Columns that map to nothing here but are not empty. */
  readonly #others = new Set<number>();
  #name: string | undefined;
  #highestNumber = 0;

  constructor(spool: SyncSpool) {
    this.#spool = spool;
  }

  take(row: CsvRecord, columns: Columns): void {
    requireFit(row, columns.count);
    for (const { place } of columns.others) if (row.fields[place]?.trim()) this.#others.add(place);
    const card = this.#read(row, columns);
    this.#highestNumber = Math.max(this.#highestNumber, card.number ?? 0);
    this.#cards.push({ list: card.list, place: this.#spool.put(card) });
  }

  end(columns: Columns): FileBoard {
    for (const { name, place } of columns.others) {
      if (this.#others.has(place)) this.#warnings.add('columns without a place left out', 1, name);
    }
    if (this.#lists.length === 0) this.#listOf(unnamedList);
    return {
      name: this.#name ?? unnamedBoard,
      lists: this.#lists,
      labels: this.#labels,
      people: this.#people,
      cards: this.#inOrder(),
      total: this.#cards.length,
      highestNumber: this.#highestNumber,
      warnings: this.#warnings,
    };
  }

  *#inOrder(): Generator<FileCard> {
    for (const { place } of this.#cards.toSorted((a, b) => a.list - b.list)) {
      yield this.#spool.get(place) as FileCard;
    }
  }

  #read({ line, fields }: CsvRecord, { places, isOwn }: Columns): FileCard {
    const all = (column: Column) => (places.get(column) ?? []).map((place) => plainOf(fields[place] ?? ''));
    const first = (column: Column) => all(column)[0] ?? '';
    const read = <T>(column: Column, value: T | undefined, kind: string): T | undefined => {
      if (value === undefined && first(column).trim() !== '')
        this.#warnings.add(kind, 1, `line ${line}: ${first(column)}`);
      return value;
    };
    this.#nameIt(first('board').trim(), line);
    const title = first('title').trim();
    if (title === '') this.#warnings.add('cards without a title', 1, `line ${line}`);
    const creator = first('creator').trim();
    const number = read('number', numberOf(first('number')) ?? undefined, 'card numbers that cannot be read');
    return {
      title,
      description: first('description'),
      list: this.#listOf(first('list').trim() || unnamedList),
      labels: [...new Set(all('labels').flatMap(partsOf).map(this.#labelOf))],
      members: [...new Set(all('members').flatMap(partsOf).map(this.#personOf))],
      dueAt: read('due', timeOf(first('due')), 'due dates that cannot be read left out') ?? null,
      startAt: read('start', timeOf(first('start')), 'start dates that cannot be read left out') ?? null,
      ...read(
        'completed',
        completionOf(first('completed')),
        'times of completion that cannot be read left out',
      ),
      createdAt: read('created', timeOf(first('created')), 'times of creation that cannot be read') ?? null,
      createdBy: creator === '' ? null : this.#personOf(creator),
      ...(read('archived', archivedOf(first('archived')), 'marks of archived cards that cannot be read') ?? {
        archived: false,
        archivedAt: null,
      }),
      number: number ?? null,
      key: null,
      checklists: checklistsOf(first('checklists'), isOwn),
      comments: [],
      attachments: [],
    };
  }

  #nameIt(name: string, line: number): void {
    if (name !== '' && this.#name !== undefined && name !== this.#name) {
      throw new Invalid('line-of-other-board', { line });
    }
    if (name !== '') this.#name = name;
  }
}

/** Rows may be shorter than the first one, because spreadsheets omit trailing empty fields. */
function requireFit({ line, fields }: CsvRecord, count: number): void {
  if (!fields.slice(count).some((field) => field.trim() !== '')) return;
  throw new Invalid('line-fields', { line, fields: fields.length, count });
}
