import type { Storage } from './storage.ts';

/*
 * The small version of a picture is stored beside it, under its key and one letter that no key has: whoever knows of a
 * file knows of its small version too, also one of which no row says that it is there yet.
 */

export const previewKeyOf = (storageKey: string): string => `${storageKey}p`;

/** Removes the file of an attachment, then its small version: who stores one looks afterwards whether the file is still there. */
export async function deleteWithPreview(storage: Storage, storageKey: string): Promise<void> {
  await storage.delete(storageKey);
  await storage.delete(previewKeyOf(storageKey));
}
