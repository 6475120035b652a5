import { rollBack } from '../server/src/base/backup/rollback.ts';
import { systemClock } from '../server/src/base/clock.ts';
import { readArguments } from './arguments.ts';
import { namedConfig, requireDatabase } from './database.ts';

/** `rollback`: reverts the last update of the database. */
export async function rollback(args: string[]): Promise<void> {
  readArguments(args, [], {});
  const config = namedConfig();
  requireDatabase(config);
  const { backup, aside, readBy } = await rollBack(config, systemClock());
  const version = readBy === null ? 'the version that was used before' : `version ${readBy}`;
  console.log(`the database has been restored from ${backup}
what was replaced is kept in ${aside}
now start ${version}: this version would update the database again`);
}
