import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ImportFormat, UploadFormat } from '../../../../contract/imports.ts';
import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import type { Caller } from '../../base/changes/change.ts';
import { Conflict, Failure, fromBody, Invalid } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { boardForLists } from '../../boards/actions/hidden-lists.ts';
import { startImport } from '../actions/start.ts';
import { readBoardtoolJson } from '../boardtool-json.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { readNative } from '../native.ts';
import { arrived, forgetArriving } from '../queries.ts';
import type { SentFile } from '../reading/contents.ts';
import type { ReadingOptions } from '../reading/file-board.ts';
import { readFile } from '../reading/read-file.ts';
import { importBoards } from './import-now.ts';
import type { Given, Readers } from './run-import.ts';

export interface FileOf {
  workspacePublicId: string;
  /** Without it there is a new board. */
  boardPublicId?: string;
  format: UploadFormat;
}

interface Started {
  boardsImported: number;
  importPublicId: string;
}

type Closing = { close?: () => Promise<void> };

/** Reads texts, by their formats. Throws `Invalid` where a text is not what it should be. */
const readers: Record<ImportFormat, (content: string) => Promise<ImportedBoard & Closing>> = {
  'boardtool-json': async (content) => readBoardtoolJson(jsonOf(content)),
  csv: (content) => readFile('csv', sent(content)),
  wekan: (content) => readFile('wekan', sent(content)),
  kanboard: (content) => readFile('kanboard', sent(content)),
  planka: (content) => readFile('planka', sent(content)),
};

export const fileReaders: Readers = {
  'boardtool-json': (given: Given) => readFile('boardtool-json', given),
  csv: (given: Given) => readFile('csv', given),
  wekan: (given: Given) => readFile('wekan', given),
  kanboard: (given: Given) => readFile('kanboard', given),
  planka: (given: Given) => readFile('planka', given),
  vikunja: (given: Given) => readFile('vikunja', given, chosenIn(given)),
  native: readNative,
};

const chosenIn = ({ options: { board } }: Given): ReadingOptions =>
  typeof board === 'string' ? { board } : {};

/** A text as if it were a file. */
function sent(content: string): SentFile {
  const bytes = Buffer.from(content);
  return {
    size: async () => bytes.length,
    file: async (range) =>
      Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false }),
  };
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new Invalid('The file is not valid JSON');
  }
}

/** Asked before anything is read, and again by what shows the import. Gives the workspace. */
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
export async function importText(
  service: Service,
  caller: Caller,
  { workspacePublicId, boardPublicId, format, content }: FileOf & { format: ImportFormat; content: string },
): Promise<Started> {
  await requireAllowed(service, caller.actor, { workspacePublicId, boardPublicId });
  const board = await readers[format](content);
  try {
    const made = await importBoards(service, caller, workspacePublicId, format, [board], boardPublicId);
    const boardsImported = boardPublicId === undefined ? made.length : 0;
    return { boardsImported, importPublicId: made[0]?.importPublicId ?? '' };
  } finally {
    await board.close?.();
  }
}

/** Stores a file, and imports a board from it when its turn comes. Throws 413 where it is too large. */
export async function importLater(
  service: Service,
  { actor, change }: Caller,
  { workspacePublicId, boardPublicId, format, board }: FileOf & { board?: string },
  content: AsyncIterable<Uint8Array>,
): Promise<Started> {
  const { storage, config, prepare, jobs } = service;
  const workspaceId = await requireAllowed(service, actor, { workspacePublicId, boardPublicId });
  const storageKey = `${workspaceId}/${randomBytes(16).toString('hex')}`;
  const start = {
    workspacePublicId,
    source: format,
    options: { board, into: boardPublicId },
    storageKey,
  };
  // The row stands for the file from before its first byte, so that it is removed where nobody can say any more that it is there.
  const id = await change((work) => startImport(work, start));
  try {
    await storage.put(storageKey, bounded(content, config.maxUploadSize));
    const [waiting] = await prepare(({ tx, now }) => tx.run(arrived, { workspaceId, id, now }));
    if (!waiting) throw new Conflict('The import has ended');
  } catch (error) {
    await storage.delete(storageKey);
    await prepare(({ tx }) => tx.run(forgetArriving, { workspaceId, id }));
    throw error;
  }
  jobs.soon('imports');
  return { boardsImported: 0, importPublicId: id };
}

async function* bounded(content: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > most) throw new Failure(413, [`A file may have at most ${most} bytes`]);
    yield chunk;
  }
  if (size === 0) throw new Invalid('The body is empty');
}
