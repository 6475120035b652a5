import { effect, signal } from '@preact/signals';
import { ApiError, addressOf } from '../../contract/client.ts';
import { type ColumnUse, mappingText } from '../../contract/import-columns.ts';
import { imports, type UploadFormat } from '../../contract/imports.ts';
import { problemOf } from '../app/problem.ts';
import { ended, me, sendFile } from '../app/session.ts';
import { transferTexts } from '../messages/transfers.ts';
import { errorOf, withCodes } from '../sync/server.ts';

/*
 * Uploads of files to import. They continue while other pages are open, a few at a time. A failed one waits until it is
 * retried or cancelled.
 */

const texts = transferTexts.imports;

export interface Given {
  readonly workspace: string;
  readonly file: File;
  readonly format: UploadFormat;
  /** The board that receives the lists; without it, a new board is created. */
  readonly into?: string | undefined;
  /** The board to import, if the file has several. */
  readonly board?: string;
  /** What columns of a table become, if it is not what is guessed. */
  readonly changed?: ReadonlyMap<number, ColumnUse>;
}

export interface Sending extends Given {
  readonly id: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Bytes sent. */
  readonly sent: number;
  readonly problem?: string;
}

/** Uploads that are running or have failed, first to last. */
export const sendings = signal<readonly Sending[]>([]);

/** The number of imports requested on this page: lists of imports are read again when it changes. */
export const started = signal(0);

/** The sources of imports by import id: a failed one can be sent again while this page is open. */
export const given = signal<ReadonlyMap<string, Given>>(new Map());

/** Max number of uploads at once: other requests of the page have to get through. */
const most = 2;

const aborts = new Map<number, AbortController>();
let made = 0;

// After a sign-out, the next user must neither see nor send these files.
let owner = me.peek()?.id;
effect(() => {
  if (me.value?.id === owner) return;
  owner = me.value?.id;
  for (const abort of aborts.values()) abort.abort();
  aborts.clear();
  sendings.value = [];
  given.value = new Map();
});

export function send(files: readonly Given[]): void {
  const fresh = files.map((each) => ({ ...each, id: ++made, state: 'waiting', sent: 0 }) as const);
  sendings.value = [...sendings.peek(), ...fresh];
  sendNext();
}

export function retry(id: number): void {
  change(id, { state: 'waiting', sent: 0 });
  sendNext();
}

/** Cancels an upload; the service discards incomplete ones. */
export function giveUp(id: number): void {
  aborts.get(id)?.abort();
  end(id);
}

function end(id: number): void {
  aborts.delete(id);
  sendings.value = sendings.peek().filter((each) => each.id !== id);
  sendNext();
}

function change(id: number, fields: Partial<Sending>): void {
  sendings.value = sendings.peek().map((each) => (each.id === id ? { ...each, ...fields } : each));
}

function sendNext(): void {
  const all = sendings.peek();
  const busy = all.filter(({ state }) => state === 'sending').length;
  for (const next of all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, most - busy)))
    void sendOne(next);
}

async function sendOne({ id, ...file }: Sending): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  change(id, { state: 'sending' });
  try {
    const importPublicId = await upload(file, abort.signal, (sent) => change(id, { sent }));
    given.value = new Map([...given.peek(), [importPublicId, file]]);
    started.value++;
    end(id);
  } catch (error) {
    if (abort.signal.aborted) return;
    if (error instanceof ApiError && error.status === 401) ended.value = true;
    change(id, { state: 'failed', problem: problemWith(error) });
    sendNext();
  }
}

/** The name of a board from that of a file; some programs add an id to it. */
const boardNamed = (file: string): string | undefined =>
  file
    .replace(/\.\w{1,4}$/, '')
    .replace(/ [0-9a-f]{32}(?:_all)?$/, '')
    .trim()
    .slice(0, 255) || undefined;

async function upload(
  { workspace, file, format, board, into, changed }: Given,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<string> {
  const query = {
    workspacePublicId: workspace,
    format,
    board: board?.trim() || undefined,
    boardPublicId: into,
    ...(format === 'csv'
      ? { name: boardNamed(file.name), mapping: mappingText(changed ?? new Map()) || undefined }
      : {}),
  };
  const response = await sendFile({
    method: imports.upload.method,
    address: `/api/v1${addressOf(imports.upload, {}, query)}`,
    headers: { ...withCodes, 'content-type': 'application/octet-stream' },
    file,
    signal,
    onProgress,
  });
  // A proxy may limit the size of bodies, and refuses a file in words of its own.
  if (response.status === 413) throw new ApiError(imports.upload, response, { code: '', issues: [] });
  if (!response.ok) throw await errorOf(imports.upload, response);
  return ((await response.json()) as { importPublicId: string }).importPublicId;
}

function problemWith(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.interrupted;
  if (error.status === 413) return texts.tooLarge;
  if (error.status === 403) return texts.forbidden;
  return problemOf(error);
}
