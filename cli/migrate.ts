import { readConfig } from '../server/src/config/config.ts';
import { migrate as migrateDatabase } from '../server/src/db/migrate.ts';
import { openEngine } from '../server/src/db/open.ts';
import { readArguments } from './arguments.ts';

/** Brings the database up to this version, and says what that took. */
export async function migrate(args: string[]): Promise<void> {
  readArguments(args, [], {});
  const db = openEngine(readConfig(process.env));
  try {
    const applied = await migrateDatabase(db);
    for (const name of applied) console.log(`applied ${name}`);
    if (applied.length === 0) console.log('the database is up to date');
  } finally {
    await db.close();
  }
}
