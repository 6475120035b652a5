import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { secretKeyFile } from '../config/secret-key.ts';
import { storedIn } from '../storage/disk.ts';
import { filesIn } from '../storage/open.ts';
import { type DatabaseLocation, databaseFile } from './open.ts';

/* A file of SQLite that was moved or deleted: a service that made an empty one in its place would look as if all were lost. */

/** Why a data folder without a database needs no new one; undefined where there is a database, or there was none yet. */
export function lostDatabase({ databaseUrl, dataDir }: DatabaseLocation): string | undefined {
  if (databaseUrl || existsSync(join(dataDir, databaseFile))) return undefined;
  const left = [join(dataDir, secretKeyFile), storedIn(filesIn(dataDir)), logIn(dataDir)].filter(existsSync);
  if (left.length === 0) return undefined;
  return `there is ${left.join(' and ')}, but no ${databaseFile}: put it back, run taskboard restore <backup>, set DATABASE_URL if the data is in PostgreSQL, or start with an empty database by taskboard serve --new-database`;
}

/**
 * Renames the log of a lost database. SQLite would play it into the next one under that name, or delete it; with its own
 * file it may hold the last changes.
 */
export function setLogAside(dataDir: string): void {
  const log = logIn(dataDir);
  if (existsSync(log)) renameSync(log, `${log}.${randomUUID()}`);
}

const logIn = (dataDir: string): string => join(dataDir, `${databaseFile}-wal`);
