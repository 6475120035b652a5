import { type FittingSecrets, fittingSecrets } from './access/key-mark.ts';
import { type PushKey, pushKeyOf } from './access/push-key.ts';
import { backUpBefore, pruneUpgradeBackups } from './backup/before-upgrade.ts';
import { type Clock, isoMillis } from './clock.ts';
import type { Config } from './config/config.ts';
import { version } from './config/version.ts';
import type { Engine, Maintain } from './db/database.ts';
import { remember } from './db/installation.ts';
import { hold, type Lock } from './db/lock.ts';
import { lostDatabase, setLogAside } from './db/lost-file.ts';
import { Unusable } from './db/migrate.ts';
import { openEngine, upgrade } from './db/open.ts';
import { type WatchedDatabase, watchWrites } from './db/writes.ts';
import { isOpenToOthers, makeFolder } from './folder.ts';

/** The data of an installation, open for one service. */
export interface Installation extends Pick<FittingSecrets, 'secrets'> {
  db: WatchedDatabase;
  pushKey: PushKey;
  close(): Promise<void>;
}

/** Called with messages for the operator, one line each. */
export type Tell = (text: string) => void;

/**
 * Opens the database and the key, and migrates the database. Throws if that is impossible, if another service runs on the
 * folder, if the database is missing, if the key is another one, or if nothing can be written.
 */
export async function openInstallation(config: Config, clock: Clock, tell: Tell): Promise<Installation> {
  const { dataDir, databaseUrl } = config;
  makeFolder(dataDir);
  if (isOpenToOthers(dataDir))
    tell(`other users of this machine can look into ${dataDir}: run chmod 700 on it`);
  const lock: Lock | undefined = databaseUrl ? undefined : hold(dataDir);
  try {
    replaceLost(config);
    const engine = openEngine({ ...config, isNode: true });
    const close = () => engine.close().finally(() => lock?.release());
    try {
      return { ...(await upToDate(config, engine, clock, tell)), close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Allows a new database instead of a missing one if the operator wants it; otherwise throws `Unusable`. */
function replaceLost(config: Config): void {
  const lost = lostDatabase(config);
  if (lost === undefined) return;
  if (!config.newDatabase) throw new Unusable(lost);
  setLogAside(config.dataDir);
}

async function upToDate(config: Config, engine: Engine, clock: Clock, tell: Tell) {
  const fitting = await fittingSecrets(config, engine);
  const applied = await upgrade(engine, backUpBefore(config, clock, tell));
  if (applied.length > 0) pruneUpgradeBackups(config.dataDir);
  const db = watchWrites(engine, clock);
  await fitting.mark(db);
  await noteVersion((work) => db.write(work), clock);
  const { secrets } = fitting;
  return { db, secrets, pushKey: await pushKeyOf(db, secrets) };
}

/**
 * Stores the name of this version, and the time, which shows whether anything can be written: SQLite writes nothing if a
 * row does not change.
 */
export const noteVersion = (maintain: Maintain, clock: Clock): Promise<void> =>
  maintain(async (tx) => {
    await remember(tx, 'version', version);
    await remember(tx, 'checked-at', isoMillis(clock.now()));
  });
