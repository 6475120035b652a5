import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { engine, type TestDatabase, testDatabase } from './database.ts';

/* Data of past releases, created by their own code (`tools/release-fixture.ts`). */

const folder = join(import.meta.dirname, 'releases');

export const releases: string[] = readdirSync(folder).sort();

/** Facts about the data of a release. */
export interface Known {
  email: string;
  password: string;
  /** An API key. */
  key: string;
  card: string;
  workspace: string;
  webhook: { publicId: string; secret: string };
}

/** The data of a release, as it would have left it. */
export async function releasedData(release: string): Promise<TestDatabase & { known: Known }> {
  const database = await testDatabase();
  const { dataDir, databaseUrl } = database;
  const from = join(folder, release, engine);
  for (const name of ['files', 'secret.key'])
    cpSync(join(from, name), join(dataDir, name), { recursive: true });
  // Git does not preserve the file mode.
  chmodSync(join(dataDir, 'secret.key'), 0o600);
  const dump = gunzipSync(readFileSync(join(from, 'database.gz')));
  if (databaseUrl) await load(databaseUrl, dump.toString());
  else writeFileSync(join(dataDir, 'taskboard.db'), dump, { mode: 0o600 });
  const known = JSON.parse(readFileSync(join(from, 'known.json'), 'utf8')) as Known;
  return { ...database, known };
}

async function load(databaseUrl: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}
