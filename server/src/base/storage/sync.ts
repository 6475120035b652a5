import { open } from 'node:fs/promises';

/** Makes a file durable; for a folder, the names in it, which a power failure may otherwise revert. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
