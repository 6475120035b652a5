import type { Storage } from './storage.ts';

/*
 * A picture's preview is stored next to it, under its key plus one letter, which never forms another file's key. So the key
 * of a file is enough to find its preview, even one that no row refers to yet.
 */

export const previewKeyOf = (storageKey: string): string => `${storageKey}p`;

/** Removes an attachment's file, then its preview. In this order, because storing a preview ends with a check of the file. */
export async function deleteWithPreview(storage: Storage, storageKey: string): Promise<void> {
  await storage.delete(storageKey);
  await storage.delete(previewKeyOf(storageKey));
}
