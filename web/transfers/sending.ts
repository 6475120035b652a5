import { effect, signal } from '@preact/signals';
import { ApiError, addressOf } from '../../contract/client.ts';
import { imports, type UploadFormat } from '../../contract/imports.ts';
import { problemOf } from '../app/form.tsx';
import { ended, me, sendFile } from '../app/session.ts';
import { transferTexts } from '../messages/transfers.ts';
import { errorIn } from '../sync/server.ts';

/*
 * Files on their way to become boards. They go on while other pages are looked at, a few at a time; what fails waits until
 * it is tried again or given up.
 */

const texts = transferTexts.imports;

export interface Given {
  readonly workspace: string;
  readonly file: File;
  readonly format: UploadFormat;
  /** The board that gets the lists; a new one without it. */
  readonly into?: string | undefined;
  /** The board that is meant, where the file has several. */
  readonly board?: string;
}

export interface Sending extends Given {
  readonly id: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Bytes. */
  readonly sent: number;
  readonly problem?: string;
}

/** What is under way, or failed; first to last. */
export const sendings = signal<readonly Sending[]>([]);

/** How many imports have been asked for on this page: whoever lists them looks again. */
export const started = signal(0);

/** What imports were made of, by their ids: one that fails can be sent again while this page is open. */
export const given = signal<ReadonlyMap<string, Given>>(new Map());

/** How many are sent at once: other requests of the page have to get through. */
const most = 2;

const aborts = new Map<number, AbortController>();
let made = 0;

// Whoever comes after someone who has signed out neither sees nor sends their files.
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

/** The service forgets what was not sent whole. */
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

async function upload(
  { workspace, file, format, board, into }: Given,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<string> {
  const query = {
    workspacePublicId: workspace,
    format,
    board: board?.trim() || undefined,
    boardPublicId: into,
  };
  const response = await sendFile({
    method: imports.upload.method,
    address: `/api/v1${addressOf(imports.upload, {}, query)}`,
    headers: { 'content-type': 'application/octet-stream' },
    file,
    signal,
    onProgress,
  });
  if (!response.ok) throw new ApiError(imports.upload, response, await errorIn(response));
  return ((await response.json()) as { importPublicId: string }).importPublicId;
}

function problemWith(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.interrupted;
  if (error.status === 413) return texts.tooLarge;
  if (error.status === 403) return texts.forbidden;
  return problemOf(error);
}
