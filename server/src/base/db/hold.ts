import { makeFolder } from '../folder.ts';
import { Held, hold, type Lock } from './lock.ts';
import { type DatabaseLocation, openPostgresOf } from './open.ts';
import { nodeLock } from './pool.ts';

/**
 * Makes sure that no service is running on a place and, with the embedded database, that none starts until `release`. A
 * node behind a pooler cannot be detected. Throws `Held`.
 */
export async function holdStopped(place: DatabaseLocation): Promise<Lock> {
  const { databaseUrl, dataDir } = place;
  if (!databaseUrl) {
    makeFolder(dataDir);
    return hold(dataDir);
  }
  const db = openPostgresOf({ ...place, databaseUrl });
  try {
    await db.alone(async (run) => {
      const [row] = await run(`select pg_try_advisory_xact_lock(${nodeLock}) as free`);
      if (row?.free !== true) throw new Held('the database of DATABASE_URL');
    });
  } finally {
    await db.close();
  }
  return { release: () => {} };
}
