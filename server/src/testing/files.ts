import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../../../contract/api.ts';
import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import type { Person, TestService } from './service.ts';

type Upload = ReplyOf<typeof api.attachments.createUpload>;

/** A file to upload, as callers describe it. */
export interface GivenFile {
  content?: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
  filename?: string;
}

const defaults = { content: 'Hello, files!', contentType: 'text/plain', filename: 'hello.txt' };

/** Starts an upload without sending any bytes. */
export function beginUpload(person: Person, cardPublicId: string, given: GivenFile = {}): Promise<Upload> {
  const { content, contentType, filename } = { ...defaults, ...given };
  const body = { filename, contentType, size: Buffer.byteLength(content) };
  return person.call(api.attachments.createUpload, { params: { cardPublicId }, body });
}

/** Sends the bytes of an upload as its reply specifies. */
export const sendBytes = (upload: Upload, content: string | Uint8Array<ArrayBuffer> = defaults.content) =>
  fetch(upload.url, { method: upload.method, headers: upload.headers, body: content });

/** Sends the bytes of an upload without declaring its length. */
export const sendChunked = (upload: Upload, content: string) =>
  fetch(upload.url, {
    method: upload.method,
    headers: upload.headers,
    body: new Blob([content]).stream(),
    duplex: 'half',
  } as RequestInit);

/** The body that confirms an upload. */
export function confirmation(
  { storageKey }: Upload,
  given: GivenFile = {},
): BodyOf<typeof api.attachments.confirm> {
  const { content, contentType, filename } = { ...defaults, ...given };
  const size = Buffer.byteLength(content);
  return { storageKey, filename, originalFilename: filename, contentType, size };
}

/** Attaches a file to a card; returns the record. */
export async function attach(person: Person, cardPublicId: string, given: GivenFile = {}) {
  const upload = await beginUpload(person, cardPublicId, given);
  const { status } = await sendBytes(upload, given.content);
  if (status !== 200) throw new Error(`the upload was answered with ${status}`);
  const body = confirmation(upload, given);
  return person.call(api.attachments.confirm, { params: { cardPublicId }, body });
}

/** The files stored by the service, relative to `files`: `stored/<key>` and `incoming/<name>`. */
export function filesOf(service: Pick<TestService, 'config'>): string[] {
  const folder = join(service.config.dataDir, 'files');
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch {
    return [];
  }
}

/** Waits for something that happens in the background. */
export async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await happened())) await pause(5);
}
