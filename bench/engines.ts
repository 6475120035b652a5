import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tools/postgres.ts';

/** Runs on the chosen engine or, with `both`, on each in turn, with the settings of a service without data. */
export async function onEngines(
  chosen: string,
  run: (engine: string, environment: Record<string, string>) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-bench-'));
  try {
    if (chosen !== 'postgres') await run('SQLite', { DATA_DIR: join(dataDir, 'sqlite') });
    if (chosen === 'sqlite') return;
    const postgres = await startPostgres();
    try {
      await run('PostgreSQL', { DATA_DIR: join(dataDir, 'postgres'), DATABASE_URL: postgres.url });
    } finally {
      await postgres.remove();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
