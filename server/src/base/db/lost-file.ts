import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { secretKeyFile } from '../config/secret-key.ts';
import { storedIn } from '../storage/disk.ts';
import { filesIn } from '../storage/open.ts';
import { type DatabaseLocation, databaseFile } from './open.ts';

/*
 * Detects a database file that was moved or deleted: a service that created an empty one in its place would appear to
 * have lost all data.
 */

/** Why no new database may be created in a data folder that lacks one; undefined if there is a database, or never was one. */
export function lostDatabase({ databaseUrl, dataDir }: DatabaseLocation): string | undefined {
  if (databaseUrl || existsSync(join(dataDir, databaseFile))) return undefined;
  const left = [join(dataDir, secretKeyFile), storedIn(filesIn(dataDir)), logIn(dataDir)].filter(existsSync);
  if (left.length === 0) return undefined;
  return `there is ${left.join(' and ')}, but no ${databaseFile}: put it back, run taskboard restore <backup>, set DATABASE_URL if the data is in PostgreSQL, or start with an empty database by taskboard serve --new-database`;
}

/**
 * Renames the WAL of a lost database. SQLite would replay it into the next database of that name, or delete it; together
 * with its own file it may hold the last changes.
 */
export function setLogAside(dataDir: string): void {
  const log = logIn(dataDir);
  if (existsSync(log)) renameSync(log, `${log}.${randomUUID()}`);
}

const logIn = (dataDir: string): string => join(dataDir, `${databaseFile}-wal`);
