import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../server/src/base/config/config.ts';
import type { Engine } from '../server/src/base/db/database.ts';
import { hadMigrations, lackingMigrations } from '../server/src/base/db/migrate.ts';
import { type DatabaseLocation, databaseFile, openEngine } from '../server/src/base/db/open.ts';
import { Stop } from './reason.ts';

/* Commands use the settings of the caller's environment, so they print the database's name, and never create one by mistake. */

/** The settings; prints the name of their database on stderr. */
export function namedConfig(): Config {
  const config = readConfig(process.env);
  console.error(`database: ${nameOf(config)}`);
  return config;
}

/** The name of a database for messages, without a password. */
export function nameOf({ databaseUrl, dataDir }: DatabaseLocation): string {
  if (!databaseUrl) return join(dataDir, databaseFile);
  return databaseUrl.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').replace(/[?#].*$/s, '');
}

/** Throws `Stop` if the location is a folder without a database, as opening it would create one. */
export function requireDatabase(place: DatabaseLocation): void {
  if (place.databaseUrl || existsSync(join(place.dataDir, databaseFile))) return;
  throw new Stop(
    `there is no database in ${place.dataDir}: set DATA_DIR to the folder of the service, or set DATABASE_URL`,
  );
}

/** Opens the existing database of the service. Throws `Stop` if there is none or if its schema is older. */
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
