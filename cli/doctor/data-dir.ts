import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../server/src/config/config.ts';
import { secretKeyFile } from '../../server/src/config/secret-key.ts';
import { checkWritable } from '../../server/src/storage/writable.ts';
import { reasonOf } from '../reason.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Bytes. With less, a burst of uploads or a large import fills the disk. */
const leastFree = 512 * 1024 ** 2;

export async function* examineDataDir(config: Config): AsyncGenerator<Finding> {
  const { dataDir } = config;
  if (!existsSync(dataDir)) {
    yield note('data', `${dataDir} does not exist yet: the first start makes it`);
    return;
  }
  yield await examineFolder(dataDir);
  yield await examineSpace(dataDir);
  yield examineKey(config);
}

async function examineFolder(dataDir: string): Promise<Finding> {
  try {
    await checkWritable(dataDir);
  } catch (error) {
    return wrong('data', reasonOf(error));
  }
  return isOpenToOthers(dataDir)
    ? wrong('data', `others on this machine can look into ${dataDir}: chmod 700 it`)
    : ok('data', `${dataDir} can be written, and is closed to others`);
}

async function examineSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB are free`;
  return free < leastFree ? wrong('disk', `only ${text}`) : ok('disk', text);
}

function examineKey({ secretKey, dataDir }: Config): Finding {
  if (secretKey) return ok('key', 'SECRET_KEY is set');
  const file = join(dataDir, secretKeyFile);
  if (!existsSync(file)) return note('key', `${file} does not exist yet: the first start makes it`);
  if (statSync(file).size < 32) return wrong('key', `${file} is no key: restore it from a backup`);
  return isOpenToOthers(file)
    ? wrong('key', `others on this machine can read ${file}: chmod 600 it`)
    : ok('key', `${file} is there, and is closed to others`);
}

const isOpenToOthers = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;
