import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../server/src/base/config/config.ts';
import { readSecretKey, secretKeyFile } from '../../server/src/base/config/secret-key.ts';
import { isOpenToOthers } from '../../server/src/base/folder.ts';
import { checkWritable } from '../../server/src/base/storage/writable.ts';
import { reasonOf } from '../reason.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Minimum free space in bytes; below it, a burst of uploads or a large import could fill the disk. */
const leastFree = 512 * 1024 ** 2;

export async function* examineDataDir(config: Config): AsyncGenerator<Finding> {
  const { dataDir } = config;
  if (existsSync(dataDir)) {
    yield await examineFolder(dataDir);
    yield await examineSpace(dataDir);
  } else yield examineParent(dataDir);
  yield examineKey(config);
}

/** Checks whether the first start can create the folder. */
function examineParent(dataDir: string): Finding {
  const parent = nearestFolder(dataDir);
  try {
    rmdirSync(mkdtempSync(join(parent, '.check-')));
    return note('data', `${dataDir} does not exist yet: the first start creates it`);
  } catch (error) {
    return wrong('data', `${dataDir} does not exist and cannot be created in ${parent}: ${reasonOf(error)}`);
  }
}

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));

async function examineFolder(dataDir: string): Promise<Finding> {
  try {
    await checkWritable(dataDir);
  } catch (error) {
    return wrong('data', reasonOf(error));
  }
  return isOpenToOthers(dataDir)
    ? wrong('data', `other users of this machine can look into ${dataDir}: run chmod 700 on it`)
    : ok('data', `${dataDir} is writable, and closed to other users`);
}

async function examineSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB are free`;
  return free < leastFree ? wrong('disk', `only ${text}`) : ok('disk', text);
}

function examineKey(config: Config): Finding {
  if (config.secretKey) return ok('key', 'SECRET_KEY is set');
  const file = join(config.dataDir, secretKeyFile);
  try {
    if (readSecretKey(config) === undefined)
      return note('key', `${file} does not exist yet: the first start creates it`);
  } catch (error) {
    return wrong('key', reasonOf(error));
  }
  return isOpenToOthers(file)
    ? wrong('key', `other users of this machine can read ${file}: run chmod 600 on it`)
    : ok('key', `${file} exists, and is closed to other users`);
}
