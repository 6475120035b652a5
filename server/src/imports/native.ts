import { Invalid } from '../base/errors.ts';
import { FileProcess } from '../base/processes/file-process.ts';
import { nativeLink } from './card-links.ts';
import type { Given } from './flows/run-import.ts';
import { type ImportedBoard, type ImportedCard, Unreadable } from './imported-board.ts';
import type { NativeCard, NativeFrame } from './native/board-lines.ts';
import { isManifest } from './native/schemas.ts';
import { Zip } from './native/zip.ts';
import type { Slice } from './reading/messages.ts';
import { cardsIn } from './reading/slices.ts';
import { Warnings } from './warnings.ts';

/** The supported version of the export format. */
const version = 1;

/** Max bytes of `export.json`. */
const maxOfManifest = 64 * 1024;

type Opened = ImportedBoard & { close: () => Promise<void> };

/** Reads a board from an export of this service: its lines, and its files on demand. */
export async function readNative({ file, size, options }: Given): Promise<Opened> {
  const zip = await Zip.open({ size: await size(), open: file });
  await requireManifest(zip);
  const lines = nameOfBoard(zip, options.board);
  const reader = new FileProcess(new URL('./native/child.ts', import.meta.url));
  const close = () => reader.close();
  try {
    let frame: NativeFrame | undefined;
    for await (const answer of answers(reader, zip, lines)) frame = answer.frame ?? frame;
    if (!frame) throw new Error('a board was read to its end without one');
    const { report, ...board } = frame;
    const warnings = new Warnings();
    warnings.addAll(report);
    return { ...board, cardLink: nativeLink, warnings, cards: cardsOf(reader, zip, lines), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/* The lines of an export are read twice, to check them all before anything is written. */

async function requireManifest(zip: Zip): Promise<void> {
  const size = zip.sizeOf('export.json');
  if (size === undefined) throw new Invalid('zip-not-export');
  const found = size > maxOfManifest ? undefined : await jsonOf(zip);
  if (!isManifest(found) || found.format !== 'taskboard-export') {
    throw new Invalid('zip-export-invalid');
  }
  if (found.version !== version) {
    throw new Invalid('export-version', { found: found.version, version });
  }
}

async function jsonOf(zip: Zip): Promise<unknown> {
  const chunks = await Array.fromAsync(zip.read('export.json'));
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

/** Returns the name of the requested board, or of the only one. */
function nameOfBoard(zip: Zip, asked: unknown): string {
  const ids = zip.names.flatMap((name) => /^boards\/([0-9a-z]{1,64})\.jsonl$/.exec(name)?.[1] ?? []);
  const found = ids.filter((id) => asked === undefined || id === asked);
  const [id, ...more] = found;
  if (id === undefined) {
    throw new Invalid(asked === undefined ? 'export-without-board' : 'export-without-this-board');
  }
  if (more.length > 0) {
    const named = ids.slice(0, 10).join(', ');
    throw new Invalid('export-of-several', {
      count: ids.length,
      boards: `${named}${ids.length > 10 ? ', …' : ''}`,
    });
  }
  return `boards/${id}.jsonl`;
}

interface Answer extends Slice<NativeCard> {
  frame?: NativeFrame;
}

async function* answers(reader: FileProcess, zip: Zip, lines: string): AsyncGenerator<Answer> {
  for await (const chunk of zip.read(lines)) yield* answersTo(reader, chunk);
  yield* answersTo(reader, 'end');
}

async function* answersTo(reader: FileProcess, message: Uint8Array | 'end'): AsyncGenerator<Answer> {
  let answer = (await reader.ask(message)) as Answer;
  yield answer;
  while (answer.hasMore) {
    answer = (await reader.ask('next')) as Answer;
    yield answer;
  }
}

async function* cardsOf(reader: FileProcess, zip: Zip, lines: string): AsyncGenerator<ImportedCard> {
  const taken = new Set<string>();
  for await (const { attachments, ...card } of cardsIn(answers(reader, zip, lines))) {
    yield {
      ...card,
      attachments: attachments.map(({ file, size, ...attachment }) => {
        requireFile(zip, file, size, taken);
        const isThere = zip.sizeOf(file) !== undefined;
        return { ...attachment, open: async () => (isThere ? zip.read(file) : null) };
      }),
    };
  }
}

/** Requires that a file is attached only once and has the size that its card states; it may be missing. */
function requireFile(zip: Zip, name: string, size: number, taken: Set<string>): void {
  const found = zip.sizeOf(name);
  if (!name.startsWith('files/') || taken.has(name))
    throw new Unreadable('file-not-attachable', { file: name });
  if (found !== undefined && found !== size) {
    throw new Unreadable('zip-file-size', { file: name, found, size });
  }
  taken.add(name);
}
