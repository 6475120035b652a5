import { fittingSecrets } from '../server/src/base/access/key-mark.ts';
import { backUpBefore, pruneUpgradeBackups } from '../server/src/base/backup/before-upgrade.ts';
import { systemClock } from '../server/src/base/clock.ts';
import { holdStopped } from '../server/src/base/db/hold.ts';
import { lackingMigrations } from '../server/src/base/db/migrate.ts';
import { openEngine, upgrade } from '../server/src/base/db/open.ts';
import { readArguments } from './arguments.ts';
import { namedConfig, requireDatabase } from './database.ts';

/** Migrates the database to this version, and prints what was done. */
export async function migrate(args: string[]): Promise<void> {
  readArguments(args, [], {});
  const config = namedConfig();
  requireDatabase(config);
  const db = openEngine(config);
  try {
    if ((await lackingMigrations(db)).length === 0) return console.log('the database is up to date');
    // Nodes on PostgreSQL can be updated one by one; the embedded database must have no other user.
    const lock = config.databaseUrl ? undefined : await holdStopped(config);
    await fittingSecrets(config, db);
    const applied = await upgrade(
      db,
      backUpBefore(config, systemClock(), (text) => console.log(text)),
    );
    for (const name of applied) console.log(`applied ${name}`);
    pruneUpgradeBackups(config.dataDir);
    lock?.release();
  } finally {
    await db.close();
  }
}
