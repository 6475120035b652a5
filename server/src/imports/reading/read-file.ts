import { FileProcess } from '../../base/processes/file-process.ts';
import { cardLinks } from '../card-links.ts';
import type { TableColumns } from '../csv/columns.ts';
import type { ImportedBoard, ImportedCard } from '../imported-board.ts';
import { Warnings } from '../warnings.ts';
import { type Contents, isZip, plainContents, type SentFile, zippedContents } from './contents.ts';
import type { ReadFormat, ReadingOptions } from './file-board.ts';
import type { Begin, FileSlice, Frame } from './messages.ts';
import { cardsIn } from './slices.ts';

/*
 * A file is parsed in a child process with 96 MB of heap and without the settings of the service. The process answers each
 * piece of the file before it gets the next. It only reports where the bytes of attached files are. Cards of CSV and of the
 * board tool's JSON are stored on disk until they are asked for (`base/storage/sync-spool.ts`).
 */

type Opened = ImportedBoard & { close: () => Promise<void> };

/** How to open the formats whose text is not always the file itself. */
const opened: Partial<Record<ReadFormat, (file: SentFile) => Promise<Contents>>> = {
  vikunja: (file) => zippedContents(file, 'data.json', 'Vikunja'),
  wekan: async (file) =>
    (await isZip(file)) ? zippedContents(file, 'wekan.json', 'WeKan') : plainContents(file),
};

/** Reads a board from a file in a separate process, which keeps its temporary files in `folder`. */
export async function readFile(
  format: ReadFormat,
  file: SentFile,
  folder: string,
  options: ReadingOptions = {},
): Promise<Opened> {
  const contents = (await opened[format]?.(file)) ?? plainContents(file);
  const begin: Begin = { format, folder, options };
  const reader = new FileProcess(new URL('./child.ts', import.meta.url), begin);
  const close = () => reader.close();
  try {
    const frame = await frameOf(reader, contents);
    const board = { ...frame, cardLink: cardLinks[format], warnings: new Warnings() };
    return { ...board, cards: cardsOf(reader, contents, board), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Max milliseconds for the beginning of a table, whose columns somebody waits for. */
const maxTime = 20_000;

/** Reads the columns of a table in a process of its own. */
export async function readTable(bytes: readonly Uint8Array[], folder: string): Promise<TableColumns> {
  const begin: Begin = { format: 'csv', folder, options: { columns: true } };
  const reader = new FileProcess(new URL('./child.ts', import.meta.url), begin, maxTime);
  try {
    // In one piece: the time is for each.
    await reader.ask(Buffer.concat(bytes));
    return (await reader.ask('end')) as TableColumns;
  } finally {
    await reader.close();
  }
}

async function frameOf(reader: FileProcess, contents: Contents): Promise<Frame> {
  for (;;) {
    for await (const chunk of await contents.text()) await reader.ask(chunk);
    const { frame } = (await reader.ask('end')) as { frame?: Frame };
    if (frame) return frame;
  }
}

type Growing = Pick<ImportedBoard, 'lists' | 'labels' | 'people' | 'warnings'>;

async function* cardsOf(
  reader: FileProcess,
  contents: Contents,
  board: Growing,
): AsyncGenerator<ImportedCard> {
  for await (const { attachments, ...card } of cardsIn(slicesOf(reader, board))) {
    yield {
      ...card,
      attachments: attachments.map(({ from, ...file }) => ({ ...file, open: () => contents.open(from) })),
    };
  }
}

async function* slicesOf(reader: FileProcess, board: Growing): AsyncGenerator<FileSlice> {
  for (let hasMore = true; hasMore; ) {
    const slice = (await reader.ask('next')) as FileSlice;
    board.lists.push(...slice.more.lists);
    board.labels.push(...slice.more.labels);
    board.people.push(...slice.more.people);
    if (slice.report) board.warnings.addAll(slice.report);
    yield slice;
    hasMore = slice.hasMore;
  }
}
