import { signal } from '@preact/signals';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { here } from '../app/location.ts';
import { problemOf } from '../app/problem.ts';
import { sendFile, server } from '../app/session.ts';
import { fileTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';

/*
 * Uploads to cards. They continue while cards are opened and closed, a few at a time. A failed one waits until it is
 * retried or cancelled.
 */

export type Attached = ReplyOf<typeof routes.attachments.confirm>;

export interface Upload {
  readonly id: number;
  readonly cardId: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  readonly problem?: string;
}

/** Uploads that are running or have failed, first to last. */
export const uploads = signal<readonly Upload[]>([]);

/** Max number of uploads at once: other requests of the page have to get through. */
const most = 3;

interface Job {
  id: number;
  done: (attached: Attached | undefined) => void;
  abort?: AbortController;
}

const jobs = new Map<number, Job>();
let made = 0;

/** Attaches files to a card. Each promise resolves to the attachment, or to undefined if the upload was cancelled. */
export function upload(cardId: string, files: Iterable<File>): Promise<Attached | undefined>[] {
  const fresh = [...files].map(
    (file) => ({ id: ++made, cardId, file, state: 'waiting', progress: 0 }) as const,
  );
  const all = fresh.map(({ id }) => new Promise<Attached | undefined>((done) => jobs.set(id, { id, done })));
  uploads.value = [...uploads.peek(), ...fresh];
  sendNext();
  return all;
}

/** Cancels an upload; a card does not show incomplete files. */
export function cancel(id: number): void {
  const job = jobs.get(id);
  job?.abort?.abort();
  job?.done(undefined);
  end(id);
}

export function retry(id: number): void {
  change(id, { state: 'waiting', progress: 0 });
  sendNext();
}

function end(id: number): void {
  jobs.delete(id);
  uploads.value = uploads.peek().filter((each) => each.id !== id);
  sendNext();
}

function change(id: number, fields: Partial<Upload>): void {
  uploads.value = uploads.peek().map((each) => (each.id === id ? { ...each, ...fields } : each));
}

function sendNext(): void {
  const all = uploads.peek();
  const busy = all.filter(({ state }) => state === 'sending').length;
  for (const next of all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, most - busy)))
    void send(next);
}

async function send({ id, cardId, file }: Upload): Promise<void> {
  const job = jobs.get(id);
  if (!job) return;
  const abort = new AbortController();
  job.abort = abort;
  change(id, { state: 'sending', progress: 0 });
  try {
    const attached = await attach(cardId, file, abort.signal, (progress) => change(id, { progress }));
    job.done(attached);
    end(id);
  } catch (error) {
    if (abort.signal.aborted) return;
    change(id, { state: 'failed', problem: error instanceof Refused ? error.message : problemOf(error) });
    sendNext();
  }
}

/** An error with a message for the user. */
class Refused extends Error {}

async function attach(
  cardPublicId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<Attached> {
  if (file.size === 0) throw new Refused(fileTexts.empty);
  const params = { cardPublicId };
  const filename = nameOf(file);
  const described = { filename, contentType: typeOf(file), size: file.size };
  // The page may only connect to its own origin (`connect-src`).
  const { reply } = await server.ask(
    routes.attachments.createUpload,
    { params, body: { ...described, throughService: true } },
    { signal },
  );
  const answer = await sendFile({
    method: reply.method,
    address: here(reply.url),
    headers: reply.headers,
    file,
    signal,
    onProgress: (sent) => onProgress(sent / file.size),
  });
  if (!answer.ok) throw new Refused(problemIn(await answer.json().catch(() => null)) ?? t.errors.title);
  const body = { ...described, originalFilename: filename, storageKey: reply.storageKey };
  return (await server.ask(routes.attachments.confirm, { params, body }, { signal })).reply;
}

/** Pasted pictures have meaningless names. */
const nameOf = ({ name, type }: File): string =>
  name.trim().slice(-255) || `${fileTexts.unnamed}.${type.split('/')[1] ?? 'bin'}`;

const typeOf = ({ type }: File): string =>
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : 'application/octet-stream';

const problemIn = (body: unknown): string | undefined =>
  (body as { issues?: { message: string }[]; message?: string } | null)?.issues?.[0]?.message ??
  (body as { message?: string } | null)?.message;

/** The pasted or dropped files. */
export const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
