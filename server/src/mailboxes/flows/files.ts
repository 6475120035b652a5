import { confirmUpload } from '../../attachments/actions/confirm-upload.ts';
import { createUpload } from '../../attachments/actions/create-upload.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { Work } from '../../base/changes/change.ts';
import type { FileProcess } from '../../base/processes/file-process.ts';
import type { Service } from '../../base/service.ts';
import type { FilePart, MailFile } from '../reading/messages.ts';

/** A file of a mail that is stored, and becomes an attachment with the change that writes the mail. */
export interface StoredFile extends MailFile {
  storageKey: string;
}

/**
 * Stores the files of a mail as uploads to a card: all, or none if they are more than its limits allow. Those that are not
 * confirmed are removed like any other upload.
 */
export async function storeFiles(
  { changeAs, config, storage }: Pick<Service, 'changeAs' | 'config' | 'storage'>,
  { actor, cardId }: { actor: Actor; cardId: string },
  files: readonly MailFile[],
  reader: Pick<FileProcess, 'ask'>,
): Promise<StoredFile[]> {
  if (files.length === 0) return [];
  const stored = await changeAs(actor)(async (work) => {
    const made: StoredFile[] = [];
    for (const file of files) {
      const { storageKey } = await createUpload(work, cardId, file, config);
      made.push({ ...file, storageKey });
    }
    return made;
  });
  for (const { storageKey, size } of stored) await storage.put(storageKey, bytesOf(reader, size), size);
  return stored;
}

async function* bytesOf(reader: Pick<FileProcess, 'ask'>, size: number): AsyncGenerator<Uint8Array> {
  for (let seen = 0; seen < size; ) {
    const { bytes } = (await reader.ask('next')) as Partial<FilePart>;
    if (bytes === undefined) throw new Error('a file of a mail ended early');
    const part = Buffer.from(bytes, 'base64');
    seen += part.length;
    yield part;
  }
}

/** Attaches the stored files of a mail. */
export async function attachFiles(work: Work, cardId: string, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) await confirmUpload(work, cardId, { ...file, originalFilename: file.filename });
}
