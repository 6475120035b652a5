import { makeBackup } from '../server/src/base/backup/backup.ts';
import { systemClock } from '../server/src/base/clock.ts';
import { readArguments } from './arguments.ts';
import { namedConfig, requireDatabase } from './database.ts';
import { pathOf, reportMissing } from './paths.ts';

/** `backup <folder> [--without-files]` */
export async function backup(args: string[]): Promise<void> {
  const { given, options } = readArguments(args, ['folder'], { 'without-files': { type: 'boolean' } });
  const folder = pathOf(given.folder);
  const config = namedConfig();
  requireDatabase(config);
  const missing = await makeBackup(config, folder, {
    now: systemClock().now(),
    files: options['without-files'] !== true,
  });
  console.log(`the backup is in ${folder}`);
  if (config.secretKey) console.log('SECRET_KEY is not in it: keep a copy of that too');
  reportMissing(missing);
}
