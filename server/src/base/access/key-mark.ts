import { join } from 'node:path';
import { BadSetting } from '../config/bad-setting.ts';
import { type KeySettings, makeSecretKey, readSecretKey, secretKeyFile } from '../config/secret-key.ts';
import type { Database, Engine } from '../db/database.ts';
import { isTable, remember, rememberedIfAny } from '../db/installation.ts';
import { type Secrets, secretsFrom } from './secrets.ts';

/*
 * A database stores a mark of the key that it was used with. With a different key, no sealed value could be opened and
 * every signed address would be invalid, which nobody would notice until they needed one. So the service refuses to start.
 */

interface Settings extends KeySettings {
  secretKeyPrevious: string | undefined;
}

/** The mark of a key; the key cannot be derived from it. */
export const markOf = (secrets: Secrets): string => secrets.sign(markedText);

/** Whether a mark belongs to the current or the previous key. */
export const isMarkOf = (secrets: Secrets, mark: string): boolean => secrets.verify(markedText, mark);

// Unchanged since version 0.1, whose backups contain it.
const markedText = 'the key of a backup';

/** Secrets that fit a database. */
export interface FittingSecrets {
  secrets: Secrets;
  /** Stores the key's mark in the database, once its schema is up to date. */
  mark(db: Database): Promise<void>;
}

/**
 * Checks the key against a database, even one with an older schema; creates a key if there is none and the database was
 * never used with one. Throws `BadSetting` if the key differs from the database's, or is missing.
 */
export async function fittingSecrets(settings: Settings, db: Engine): Promise<FittingSecrets> {
  const key = readSecretKey(settings);
  const mark = await rememberedIfAny(db, 'secret-key');
  const given = key === undefined ? undefined : secretsFrom(key, settings.secretKeyPrevious);
  const problem = await keyProblem(settings, db);
  if (problem) throw new BadSetting(problem);
  const secrets = given ?? secretsFrom(makeSecretKey(settings.dataDir), settings.secretKeyPrevious);
  return {
    secrets,
    async mark(upToDate) {
      if (mark !== markOf(secrets)) await upToDate.write((tx) => remember(tx, 'secret-key', markOf(secrets)));
    },
  };
}

/** Why the configured key, or its absence, does not fit a database; undefined if it fits. */
export async function keyProblem(settings: Settings, db: Engine): Promise<string | undefined> {
  const key = readSecretKey(settings);
  const secrets = key === undefined ? undefined : secretsFrom(key, settings.secretKeyPrevious);
  const mark = await rememberedIfAny(db, 'secret-key');
  const sealed = mark === undefined ? await anySealed(db) : undefined;
  const file = join(settings.dataDir, secretKeyFile);
  if (!secrets) {
    return mark === undefined && !sealed
      ? undefined
      : `${file} is missing, but the database was used with a key: restore the file from a backup, or set SECRET_KEY`;
  }
  const fits = mark === undefined ? !sealed || opens(secrets, sealed) : isMarkOf(secrets, mark);
  return fits
    ? undefined
    : `${settings.secretKey ? 'SECRET_KEY' : file} is not the key that the database was used with: restore that one, or set it as SECRET_KEY_PREVIOUS next to a new SECRET_KEY`;
}

interface Sealed {
  sealed: string;
  context: string;
}

/** Any value sealed by a version that stored no mark. */
async function anySealed(db: Engine): Promise<Sealed | undefined> {
  let found: Sealed | undefined;
  await db.alone(async (run) => {
    if (!(await isTable(run, db.engine, 'webhooks'))) return;
    const [row] = await run('select secret_sealed, id from webhooks limit 1');
    found = row && { sealed: String(row.secret_sealed), context: String(row.id) };
  });
  return found;
}

function opens(secrets: Secrets, { sealed, context }: Sealed): boolean {
  try {
    secrets.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
