import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ImportFormat, UploadFormat } from '../../../../contract/imports.ts';
import { issue } from '../../../../contract/issues.ts';
import { languageOf } from '../../../../contract/languages.ts';
import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import { languageOfUser } from '../../base/access/own-language.ts';
import type { Caller, CallerOfSeveral, Work } from '../../base/changes/change.ts';
import { Conflict, Failure, fromBody, Invalid } from '../../base/errors.ts';
import { SharedRoom } from '../../base/http/shared-room.ts';
import { ProcessCrash } from '../../base/processes/answers.ts';
import type { Service } from '../../base/service.ts';
import { incomingIn } from '../../base/storage/open.ts';
import { boardForLists } from '../../boards/actions/hidden-lists.ts';
import { startImport } from '../actions/start.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { readNative } from '../native.ts';
import { arrived, forgetArriving } from '../queries.ts';
import type { SentFile } from '../reading/contents.ts';
import type { ReadFormat, ReadingOptions } from '../reading/file-board.ts';
import { readFile } from '../reading/read-file.ts';
import { importBoards, type MadeBoard } from './import-now.ts';
import type { Given, Reader, Readers } from './run-import.ts';

export interface FileOf {
  workspacePublicId: string;
  /** The existing board that gets the lists; absent for a new board. */
  boardPublicId?: string;
  format: UploadFormat;
  /** What the board of a table is called if the file does not say, and what its columns become. */
  name?: string;
  mapping?: string;
}

interface TextOf extends FileOf {
  format: ImportFormat;
  content: string;
}

interface Started {
  boardsImported: number;
  importPublicId: string;
}

/** For texts that are imported while the caller waits: a process of its own reads each. */
const roomForTexts = new SharedRoom({ size: 4, mayWait: 64, patience: 4_000 }, { atOnce: 1, mayWait: 8 });

/** `folder` is for temporary files. */
export function fileReaders(folder: string): Readers {
  const reader =
    (format: ReadFormat): Reader =>
    (given) =>
      inTurn(given, () => readFile(format, given, folder, chosenIn(given)));
  return {
    'boardtool-json': reader('boardtool-json'),
    csv: reader('csv'),
    wekan: reader('wekan'),
    kanboard: reader('kanboard'),
    planka: reader('planka'),
    vikunja: reader('vikunja'),
    native: (given) => inTurn(given, () => readNative(given)),
  } satisfies Record<UploadFormat, Reader>;
}

/** Max bytes of a file that takes little memory to read, whatever its content. */
const small = 2 * 1024 * 1024;

/** No limit of time: only jobs wait here, and there are few of them. */
const roomForLarge = new SharedRoom({ size: 2, mayWait: 64 }, { atOnce: 1, mayWait: 64 });

type Opened = ImportedBoard & { close: () => Promise<void> };

/** Reads at most two larger files at a time: the memory of their processes adds to that of the service. */
async function inTurn({ size, actor }: Given, read: () => Promise<Opened>): Promise<Opened> {
  if ((await size()) <= small) return read();
  const opened = Promise.withResolvers<Opened>();
  const closed = Promise.withResolvers<void>();
  roomForLarge
    .during(actor.userId, async () => {
      const board = await read();
      opened.resolve({ ...board, close: () => board.close().finally(closed.resolve) });
      await closed.promise;
    })
    .catch(opened.reject);
  return opened.promise;
}

const chosenIn = ({ options: { board, name, mapping, locale } }: Given): ReadingOptions => ({
  locale: languageOf(typeof locale === 'string' ? locale : null) ?? 'en',
  ...(typeof board === 'string' ? { board } : {}),
  ...(typeof name === 'string' ? { name } : {}),
  ...(typeof mapping === 'string' ? { mapping } : {}),
});

/** A text as a file; the reader may keep the bytes. */
function sent(content: string): SentFile {
  const bytes = Buffer.from(content);
  return {
    size: async () => bytes.length,
    file: async (range) =>
      Readable.from([Buffer.from(bytes.subarray(range?.start, range && range.end + 1))], {
        objectMode: false,
      }),
  };
}

/** Checked before anything is read, and again when the import is shown. Returns the workspace. */
async function requireAllowed(
  { db }: Pick<Service, 'db'>,
  actor: Actor,
  { workspacePublicId, boardPublicId }: { workspacePublicId: string; boardPublicId: string | undefined },
): Promise<string> {
  const { workspaceId } = await fromBody(
    'workspacePublicId',
    locate(db, actor, 'workspace', workspacePublicId, 'board:create'),
  );
  if (boardPublicId !== undefined) {
    await boardForLists(locate(db, actor, 'board', boardPublicId, 'list:create'), workspaceId);
  }
  return workspaceId;
}

/** Imports a board from a text while the caller waits. */
export async function importText(service: Service, caller: Caller, text: TextOf): Promise<Started> {
  const { workspacePublicId, boardPublicId } = text;
  await requireAllowed(service, caller.actor, { workspacePublicId, boardPublicId });
  return roomForTexts.during(caller.actor.userId, () => importRead(service, caller, text));
}

async function importRead(
  service: Service,
  caller: Caller,
  { workspacePublicId, boardPublicId, format, content, name, mapping }: TextOf,
): Promise<Started> {
  try {
    const folder = incomingIn(service.config.dataDir);
    const options = {
      locale: await languageOfUser(service.db, caller.actor.userId),
      ...(name === undefined ? {} : { name }),
      ...(mapping === undefined ? {} : { mapping }),
    };
    const board = await readFile(format, sent(content), folder, options);
    try {
      const reply = (made: readonly MadeBoard[]) => ({
        boardsImported: boardPublicId === undefined ? made.length : 0,
        importPublicId: made[0]?.importPublicId ?? '',
      });
      const destination = { workspacePublicId, intoBoard: boardPublicId, reply };
      return await importBoards(service, caller, destination, format, [board]);
    } finally {
      await board.close();
    }
  } catch (error) {
    // No retry while the caller waits.
    throw error instanceof ProcessCrash ? new Invalid('file-not-read', { reason: error.message }) : error;
  }
}

/** Stores a file and queues the import of a board from it. Throws 413 if it is too large. */
export async function importLater(
  service: Service,
  { actor, change, lastChange }: CallerOfSeveral,
  { workspacePublicId, boardPublicId, format, board, name, mapping }: FileOf & { board?: string },
  content: AsyncIterable<Uint8Array>,
): Promise<Started> {
  const { storage, config, prepare, jobs } = service;
  const workspaceId = await requireAllowed(service, actor, { workspacePublicId, boardPublicId });
  const storageKey = `${workspaceId}/${randomBytes(16).toString('hex')}`;
  const start = {
    workspacePublicId,
    source: format,
    options: {
      board,
      name,
      mapping,
      into: boardPublicId,
      locale: await languageOfUser(service.db, actor.userId),
    },
    storageKey,
  };
  const bytes = await begun(content);
  // The row exists before the first byte is stored, so that the file is removed even if this process dies meanwhile.
  const id = await change((work) => startImport(work, start));
  try {
    await storage.put(storageKey, bounded(bytes, config.maxUploadSize));
    const started = await lastChange((work) => startArrived(work, { workspaceId, id }));
    jobs.soon('imports');
    return started;
  } catch (error) {
    await storage.delete(storageKey);
    await prepare(({ tx }) => tx.run(forgetArriving, { workspaceId, id }));
    throw error;
  }
}

/** Queues an import whose file is stored. */
async function startArrived(
  { tx, now, continues, quiet }: Work,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<Started> {
  continues();
  quiet();
  const [waiting] = await tx.run(arrived, { workspaceId, id, now });
  if (!waiting) throw new Conflict('import-ended');
  return { boardsImported: 0, importPublicId: id };
}

/** Waits for the first byte, so that nothing is stored for an empty body. */
async function begun(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const chunks = content[Symbol.asyncIterator]();
  let first = await chunks.next();
  while (!first.done && first.value.length === 0) first = await chunks.next();
  if (first.done) throw new Invalid('body-empty');
  const { value } = first;
  return (async function* () {
    yield value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
}

async function* bounded(content: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > most) throw new Failure(413, [issue('file-too-large', { max: most })]);
    yield chunk;
  }
}
