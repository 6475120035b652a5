import { buffer } from 'node:stream/consumers';
import { isPicture, tellingBytes } from '../base/pictures/kind.ts';
import type { Storage } from '../base/storage/storage.ts';

/** Whether a stored file begins like a picture that can have a preview. */
export async function beginsAsPicture(storage: Storage, storageKey: string): Promise<boolean> {
  return isPicture(await buffer(await storage.open(storageKey, { start: 0, end: tellingBytes - 1 })));
}
