import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupsOf } from '../server/src/base/backup/before-upgrade.ts';
import { backupParts, type Manifest, readManifest } from '../server/src/base/backup/manifest.ts';
import { backupStore } from '../server/src/base/backup/stored.ts';
import type { Config } from '../server/src/base/config/config.ts';
import { readArguments } from './arguments.ts';
import { namedConfig } from './database.ts';

interface Found {
  manifest: Manifest;
  /** Of its database. */
  bytes: number;
  where: string;
}

/** `backups`: whatever can be restored, the newest last; whether a schedule is set or not, as after the loss of a machine. */
export async function listBackups(args: string[]): Promise<void> {
  readArguments(args, [], {});
  const config = namedConfig();
  const found = [...inFolder(config), ...(await inStore(config))];
  found.sort((a, b) => a.manifest.createdAt.localeCompare(b.manifest.createdAt));
  for (const { manifest, bytes, where } of found) {
    console.log([manifest.createdAt, manifest.version, `${bytes} bytes`, where].join('\t'));
  }
  if (found.length === 0) console.log('there are none');
}

function inFolder({ backupsIn: to, dataDir }: Config): Found[] {
  const folder = typeof to === 'object' ? to.folder : backupsOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const where = join(folder, name);
    try {
      const { size } = statSync(join(where, backupParts.database));
      return name.includes('.') ? [] : [{ manifest: readManifest(where), bytes: size, where }];
    } catch {
      // Something else.
      return [];
    }
  });
}

async function inStore({ objectStore }: Config): Promise<Found[]> {
  if (!objectStore) return [];
  const found = await backupStore(objectStore).list();
  return found.map(({ name, manifest, bytes }) => ({ manifest, bytes, where: `--from-store ${name}` }));
}
