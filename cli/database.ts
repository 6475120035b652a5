import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../server/src/base/config/config.ts';
import type { Engine } from '../server/src/base/db/database.ts';
import { hadMigrations, lackingMigrations } from '../server/src/base/db/migrate.ts';
import { type DatabaseLocation, databaseFile, openEngine } from '../server/src/base/db/open.ts';
import { Stop } from './reason.ts';

/* Commands go by the settings of whoever calls them, so they say which database that is, and make none by mistake. */

/** The settings, once the database that they name was named on stderr. */
export function namedConfig(): Config {
  const config = readConfig(process.env);
  console.error(`database: ${nameOf(config)}`);
  return config;
}

/** A database as people are told of it, without a password. */
export function nameOf({ databaseUrl, dataDir }: DatabaseLocation): string {
  if (!databaseUrl) return join(dataDir, databaseFile);
  return databaseUrl.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').replace(/[?#].*$/s, '');
}

/** Throws `Stop` where a place is a folder without a database: opening it would make one. */
export function requireDatabase(place: DatabaseLocation): void {
  if (place.databaseUrl || existsSync(join(place.dataDir, databaseFile))) return;
  throw new Stop(
    `there is no database in ${place.dataDir}: set DATA_DIR to the folder of the service, or set DATABASE_URL`,
  );
}

/** Opens the database of the service, which is there and up to date. Throws `Stop` where it is not. */
export async function openExisting(place: DatabaseLocation): Promise<Engine> {
  requireDatabase(place);
  const db = openEngine(place);
  try {
    if ((await hadMigrations(db)).size === 0)
      throw new Stop(`${nameOf(place)} is empty: start the service first`);
    const lacking = await lackingMigrations(db);
    if (lacking.length > 0) throw new Stop(olderDatabase);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

export const olderDatabase =
  'the database is from an older version: start the service or run taskboard migrate to update it';
