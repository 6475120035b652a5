import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Throws if a folder cannot be written to. Permissions alone are not enough: the disk may be full or mounted read-only.
 */
export async function checkWritable(folder: string): Promise<void> {
  const file = join(folder, `.check-${randomUUID()}`);
  try {
    await writeFile(file, 'x', { mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}
