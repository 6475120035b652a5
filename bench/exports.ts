import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { databaseFile } from '../server/src/base/db/open.ts';
import { openSqlite } from '../server/src/base/db/sqlite.ts';
import { type Others, othersWhile } from './others.ts';
import { publish } from './report.ts';
import { startServer } from './server.ts';
import { sqliteStore } from './store.ts';

/*
 * `node bench/exports.ts [--cards 10000] [--save name]`
 *
 * Measures the export of a large board, and how long other requests wait during it. Each card has 4 kB of text and three
 * comments of 300 bytes, so 10 000 cards are 50 MB.
 */

const { values: options } = parseArgs({
  options: { cards: { type: 'string', default: '10000' }, save: { type: 'string' } },
});

const cards = Number(options.cards);

interface Figures extends Others {
  name: string;
  megabytes: number;
}

const store = sqliteStore();
const server = await startServer({ DATA_DIR: store.dataDir });
const nobody = createClient({ baseUrl: `${server.address}/api/v1` });
const { token, user } = await nobody.call(api.auth.signUp, {
  body: { email: 'bench@example.com', password: 'a password of the benchmark' },
});
const client = createClient({ baseUrl: `${server.address}/api/v1`, token });
const { publicId: workspacePublicId } = await client.call(api.workspaces.create, {
  body: { name: 'Exports' },
});
const { publicId: board } = await client.call(api.boards.create, {
  params: { workspacePublicId },
  body: { name: 'Large', lists: ['One'], labels: [] },
});

/** Writes to the database directly: creating so many cards by requests takes minutes. */
async function fillBoard(): Promise<void> {
  const db = openSqlite(join(store.dataDir, databaseFile));
  const at = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cards})`;
  await db.alone(async (run) => {
    await run(`insert into cards
      (workspace_id, id, board_id, list_id, number, title, description, position, created_by, created_at) ${at}
      select '${workspacePublicId}', 'card' || (1000000 + i), '${board}', (select id from lists where board_id = '${board}'), i,
        'Card ' || i, hex(randomblob(2000)), 'a' || (1000000 + i) || 'V', '${user.id}', 1 from n`);
    for (const part of [1, 2, 3]) {
      await run(`insert into comments (workspace_id, id, card_id, comment, created_by, created_at) ${at}
        select '${workspacePublicId}', 'comm' || ${part} || (1000000 + i), 'card' || (1000000 + i), hex(randomblob(150)),
          '${user.id}', ${part} from n`);
    }
    await run(`update workspaces set card_counter = ${cards} where id = '${workspacePublicId}'`);
  });
  await db.close();
}

async function exported(format: string): Promise<number> {
  const url = `${server.address}/api/v1/boards/${board}/export?format=${format}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  return bytes;
}

try {
  await fillBoard();
  const figures = async (name: string, work: () => Promise<number>): Promise<Figures> => {
    const { value: bytes, ...others } = await othersWhile({ client, server }, work);
    return { name, megabytes: bytes / 1e6, ...others };
  };
  const all = [await figures('nothing else', () => pause(5000, 0))];
  for (const format of ['native', 'csv', 'markdown']) {
    all.push(await figures(format, () => exported(format)));
  }
  const rows = all.map(({ name, ...figures }) => {
    const { megabytes, seconds, memory, p50, p99, most } = figures;
    const numbers = [megabytes, seconds, memory, p50, p99, most].map((each) => each.toFixed(1));
    return `| ${[name, ...numbers].join(' | ')} |`;
  });
  const table = [
    `Exports of a board of ${cards} cards with 4 kB of text and three comments each, and \`GET /users/me\` of someone else meanwhile.`,
    '',
    '| format | MB sent | s | MB of memory | p50 ms | p99 ms | most ms |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  publish([table], options.save);
} finally {
  await server.stop();
  await store.remove();
}
