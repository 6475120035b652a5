import type { ImportedBoard, ImportedCard } from '../imported-board.ts';
import { Warnings } from '../warnings.ts';
import { type Contents, isZip, plainContents, type SentFile, zippedContents } from './contents.ts';
import type { ReadingOptions } from './file-board.ts';
import type { ReadFormat } from './readings.ts';
import { startThread, type Thread } from './thread.ts';
import type { Begin, Cards, Frame } from './worker.ts';

type Opened = ImportedBoard & { close: () => Promise<void> };

/** Where the text of a format is, if it is not the file itself. */
const opened: Partial<Record<ReadFormat, (file: SentFile) => Promise<Contents>>> = {
  vikunja: (file) => zippedContents(file, 'data.json', 'Vikunja'),
  wekan: async (file) =>
    (await isZip(file)) ? zippedContents(file, 'wekan.json', 'WeKan') : plainContents(file),
};

/** Reads a board from a file on a thread of its own. What is more than memory should hold is put into a folder meanwhile. */
export async function readFile(
  format: ReadFormat,
  file: SentFile,
  folder: string,
  options: ReadingOptions = {},
): Promise<Opened> {
  const contents = (await opened[format]?.(file)) ?? plainContents(file);
  const thread = startThread(new URL('./worker.ts', import.meta.url), {
    format,
    folder,
    options,
  } satisfies Begin);
  const close = () => thread.close();
  try {
    const board = { ...(await frameOf(thread, contents)), warnings: new Warnings() };
    return { ...board, cards: cardsOf(thread, contents, board), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function frameOf(thread: Thread, contents: Contents): Promise<Frame> {
  for (;;) {
    for await (const chunk of await contents.text()) await thread.ask(chunk);
    const { frame } = (await thread.ask('end')) as { frame?: Frame };
    if (frame) return frame;
  }
}

async function* cardsOf(
  thread: Thread,
  contents: Contents,
  { lists, labels, people, warnings }: Frame & Pick<ImportedBoard, 'warnings'>,
): AsyncGenerator<ImportedCard> {
  for (;;) {
    const { cards, more, report } = (await thread.ask('next')) as Cards;
    lists.push(...more.lists);
    labels.push(...more.labels);
    people.push(...more.people);
    if (report) warnings.addAll(report);
    for (const { attachments, ...card } of cards) {
      yield {
        ...card,
        attachments: attachments.map(({ from, ...file }) => ({ ...file, open: () => contents.open(from) })),
      };
    }
    if (report) return;
  }
}
