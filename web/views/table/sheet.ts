import type { OpenBoard } from '../../board/open.ts';
import { viewTexts } from '../../messages/views.ts';
import { bulk, type CardOperation } from '../../sync/bulk.ts';
import { toast } from '../../ui/toast.tsx';
import type { Line } from '../lines.ts';
import type { Property } from '../property.ts';
import type { Range } from './cursor.ts';

/* Ranges of cells as spreadsheets copy them: lines of values with tabs between them. */

/** Max number of cells that are changed at once. */
const most = 2000;

const quoted = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The values of the text on a clipboard. */
export function valuesOf(text: string): string[][] {
  const rows: string[][] = [[]];
  // A value in quotes may have tabs and line breaks; the quotes in it are doubled.
  const pattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [whole, inQuotes, plain = '', end] = found;
    rows.at(-1)?.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (end === '' || pattern.lastIndex >= text.length) {
      if (end === '\t') rows.at(-1)?.push('');
      break;
    }
    if (end !== '\t') rows.push([]);
    if (whole === '') break;
  }
  return rows;
}

interface Sheet {
  board: OpenBoard;
  lines: readonly Line[];
  columns: readonly Property[];
  range: Range;
}

/** The ids of the cards in the range. */
const cardsIn = ({ lines, range: { top, bottom } }: Sheet): string[] =>
  lines.slice(top, bottom + 1).flatMap((line) => (line.kind === 'card' ? [line.id] : []));

/** The range as text. */
export function copied(sheet: Sheet): string {
  const { board, columns, range } = sheet;
  const shown = columns.slice(range.left, range.right + 1);
  return cardsIn(sheet)
    .flatMap((id) => board.store.peek('card', id) ?? [])
    .map((card) => shown.map((column) => quoted(column.text(card))).join('\t'))
    .join('\n');
}

/** Writes values into the cells from the start of the range on; a single one into all of its cells. */
export function paste(sheet: Sheet, values: readonly (readonly string[])[]): void {
  const { board, lines, columns, range } = sheet;
  const isOne = values.length === 1 && values[0]?.length === 1;
  const rows = isOne
    ? cardsIn(sheet)
    : lines.slice(range.top).flatMap((line) => (line.kind === 'card' ? [line.id] : []));
  const width = isOne ? range.right - range.left + 1 : Math.max(...values.map(({ length }) => length));
  const height = isOne ? rows.length : Math.min(values.length, rows.length);
  if (width * height > most) {
    toast(viewTexts.tooLarge(most));
    return;
  }
  const operations: CardOperation[] = [];
  let done = 0;
  let refused = 0;
  for (let y = 0; y < height; y++) {
    const card = board.store.peek('card', rows[y] ?? '');
    for (let x = 0; card && x < width; x++) {
      const value = isOne ? values[0]?.[0] : values[y]?.[x];
      const column = columns[range.left + x];
      if (value === undefined || !column) continue;
      const changes = column.write?.(card, value);
      if (changes) done++;
      else refused++;
      const cardPublicId = card.publicId;
      operations.push(...(changes ?? []).map((each) => ({ ...each, cardPublicId })));
    }
  }
  const text = [done > 0 && viewTexts.pasted(done), refused > 0 && viewTexts.notPasted(refused)]
    .filter(Boolean)
    .join('. ');
  if (operations.length > 0) board.do(bulk(board.store, operations), { text });
  else if (refused > 0) toast(text);
}

/** Empties the cells of the range that can be empty. */
export const clearCells = (sheet: Sheet): void => {
  const { range, columns, board } = sheet;
  const operations = cardsIn(sheet).flatMap((cardPublicId) => {
    const card = board.store.peek('card', cardPublicId);
    const shown = columns.slice(range.left, range.right + 1);
    return card
      ? shown.flatMap(({ write }) => (write?.(card, '') ?? []).map((each) => ({ ...each, cardPublicId })))
      : [];
  });
  if (operations.length > most) toast(viewTexts.tooLarge(most));
  else if (operations.length > 0) board.do(bulk(board.store, operations));
};
