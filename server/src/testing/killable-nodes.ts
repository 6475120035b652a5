import { after } from 'node:test';
import { type Client, createClient } from '../../../contract/client.ts';
import { engine, testDatabase } from './database.ts';
import { type RunningTaskboard, serveTaskboard } from './taskboard.ts';

/**
 * Nodes on one database for tests that kill them: one, or two if the engine allows it. They are stopped, and the database
 * is removed, after the tests of the file.
 */
export async function killableNodes(more: Record<string, string> = {}) {
  const database = await testDatabase({ migrated: true });
  const settings = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl, ...more };
  const nodes: RunningTaskboard[] = [];

  const start = () => serveTaskboard(settings);
  const startAll = async () => {
    nodes.push(await start());
    if (engine === 'postgres') nodes.push(await start());
  };
  /** Kills a node, as a crash would. */
  const kill = async ({ process, ended }: RunningTaskboard) => {
    process.kill('SIGKILL');
    await ended;
  };
  const killAll = async () => {
    await Promise.all(nodes.splice(0).map(kill));
  };
  after(async () => {
    await killAll();
    await database.remove();
  });
  await startAll();
  const at = ({ address }: RunningTaskboard, token?: string): Client =>
    createClient({ baseUrl: `${address}/api/v1`, token });
  return { database, nodes, start, startAll, kill, killAll, at };
}
