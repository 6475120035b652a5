import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the generated key is called in the data folder. */
export const secretKeyFile = 'secret.key';

/** The key that was set, or the one in `DATA_DIR/secret.key`, which is made (mode 600) when absent. */
export function secretKeyOf(config: { secretKey: string | undefined; dataDir: string }): string {
  if (config.secretKey) return config.secretKey;
  const file = join(config.dataDir, secretKeyFile);
  if (!existsSync(file)) makeKey(file);
  return readFileSync(file, 'utf8').trim();
}

/** Whole or not at all: several nodes that share the folder may start at once, and go by one key. */
function makeKey(file: string): void {
  const fresh = `${file}.${randomUUID()}`;
  writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(fresh);
  }
}
