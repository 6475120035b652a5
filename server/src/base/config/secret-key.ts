import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadSetting } from './bad-setting.ts';
import { shortestKey } from './values.ts';

/** The file name of the generated key in the data folder. */
export const secretKeyFile = 'secret.key';

export interface KeySettings {
  secretKey: string | undefined;
  dataDir: string;
}

/**
 * Returns the configured key, or the one in `DATA_DIR/secret.key`; undefined if there is neither. Throws `BadSetting` if the
 * file is empty or truncated: anyone who guesses a short key can open every file and every secret.
 */
export function readSecretKey({ secretKey, dataDir }: KeySettings): string | undefined {
  if (secretKey) return secretKey;
  const file = join(dataDir, secretKeyFile);
  if (!existsSync(file)) return undefined;
  const key = readFileSync(file, 'utf8').trim();
  if (key.length >= shortestKey) return key;
  throw new BadSetting(
    `${file} is not a key: it has ${key.length} characters and needs at least ${shortestKey}; restore it from a backup`,
  );
}

/** Creates `DATA_DIR/secret.key` (mode 600) unless another node has; returns the key. */
export function makeSecretKey(dataDir: string): string {
  const file = join(dataDir, secretKeyFile);
  makeKey(file);
  return readFileSync(file, 'utf8').trim();
}

/** Creates the file atomically: several nodes sharing the folder may start at once, and must use the same key. */
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
