import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { secretsFrom } from '../server/src/access/secrets.ts';
import { type Config, readConfig } from '../server/src/config/config.ts';
import { secretKeyFile, secretKeyOf } from '../server/src/config/secret-key.ts';
import { version } from '../server/src/config/version.ts';
import { openEngine } from '../server/src/db/open.ts';
import { snapshot } from '../server/src/db/snapshot.ts';
import { makeFolder } from '../server/src/folder.ts';
import { diskStorage } from '../server/src/storage/disk.ts';
import { openStorage } from '../server/src/storage/open.ts';
import { sync } from '../server/src/storage/sync.ts';
import { readArguments } from './arguments.ts';
import { copyFiles, copyOne, type KnownFile, knownFiles, requireDatabase, tellMissing } from './files.ts';
import { backupParts, type Manifest, markOf, pathOf } from './manifest.ts';
import { Stop } from './reason.ts';

/** `backup <folder> [--without-files]` */
export async function backup(args: string[]): Promise<void> {
  const { given, options } = readArguments(args, ['folder'], { 'without-files': { type: 'boolean' } });
  const folder = pathOf(given.folder);
  const config = readConfig(process.env);
  if (existsSync(folder)) throw new Stop(`${folder} is there already: each backup gets a folder of its own`);
  requireDatabase(config);
  // What is under its own name is whole.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  const missing = await fill(unfinished, config, options['without-files'] !== true).catch(
    (error: unknown) => {
      rmSync(unfinished, { recursive: true, force: true });
      throw error;
    },
  );
  renameSync(unfinished, folder);
  await sync(dirname(folder));
  console.log(`the backup is in ${folder}`);
  if (config.secretKey) console.log('SECRET_KEY is not in it: keep that, too');
  tellMissing(missing);
}

/** Gives the keys of files that are missing. */
async function fill(folder: string, config: Config, withFiles: boolean): Promise<string[]> {
  const secrets = secretsFrom(secretKeyOf(config));
  const database = join(folder, backupParts.database);
  const copy = (files: KnownFile[]) =>
    copyFiles(files, openStorage(config), diskStorage(join(folder, backupParts.files)));
  // Before and after: what is deleted meanwhile is in the copy of the database, and what is added meanwhile may be.
  if (withFiles) await copy(await filesOf(config));
  await snapshot(config, database);
  const files = await filesOf({ databaseUrl: undefined, dataDir: folder });
  const missing = withFiles ? await copy(files) : [];
  if (!config.secretKey) await copyOne(join(config.dataDir, secretKeyFile), join(folder, secretKeyFile));
  const manifest: Manifest = {
    format: 1,
    version,
    createdAt: new Date().toISOString(),
    files: withFiles ? files.filter(({ attached }) => attached).length - missing.length : null,
    keyMark: markOf(secrets),
  };
  writeFileSync(join(folder, backupParts.manifest), `${JSON.stringify(manifest, null, 2)}\n`, {
    flush: true,
  });
  return missing;
}

/** The files that a database knows, which is taken as it is: it may be one that older code still runs on. */
async function filesOf(place: Parameters<typeof openEngine>[0]): Promise<KnownFile[]> {
  const db = openEngine(place);
  try {
    return await db.all(knownFiles, {});
  } finally {
    await db.close();
  }
}
