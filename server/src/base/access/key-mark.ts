import { join } from 'node:path';
import { BadSetting } from '../config/bad-setting.ts';
import { type KeySettings, makeSecretKey, readSecretKey, secretKeyFile } from '../config/secret-key.ts';
import type { Database, Engine } from '../db/database.ts';
import { isTable, remember, rememberedIfAny } from '../db/installation.ts';
import { type Secrets, secretsFrom } from './secrets.ts';

/*
 * A database holds a mark of the key that it was used with. With another key nothing that was sealed could be read, and
 * every address that was signed would be dead, which shows only when someone needs it; so another key stops the start.
 */

interface Settings extends KeySettings {
  secretKeyPrevious: string | undefined;
}

/** The mark of a key; the key cannot be told from it. */
export const markOf = (secrets: Secrets): string => secrets.sign(markedText);

/** Whether a mark is of the key, or of the one before it. */
export const isMarkOf = (secrets: Secrets, mark: string): boolean => secrets.verify(markedText, mark);

// Also that of version 0.1, whose backups have it.
const markedText = 'the key of a backup';

/** Secrets that fit a database. */
export interface FittingSecrets {
  secrets: Secrets;
  /** Marks the database with the key, once that is up to date. */
  mark(db: Database): Promise<void>;
}

/**
 * Holds the key against a database, also one that is older; makes the key where neither has one yet. Throws `BadSetting`
 * where it is another one than the database was used with, or is missing.
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

/** Why the key that is set, or the lack of one, does not fit a database; undefined where it does. */
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

/** Something that was sealed by a version that left no mark. */
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
