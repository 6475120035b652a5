import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Throws where nothing can be written into a folder. Permissions alone do not tell: the disk may be full, or mounted
 * for reading only.
 */
export async function checkWritable(folder: string): Promise<void> {
  const file = join(folder, `.check-${randomUUID()}`);
  try {
    await writeFile(file, 'x', { mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}
