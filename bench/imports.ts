import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { api } from '../contract/api.ts';
import { addressOf, createClient } from '../contract/client.ts';
import { csvOf, trelloOf } from './data/exports.ts';
import { othersWhile } from './others.ts';
import { publish } from './report.ts';
import { startServer } from './server.ts';

/*
 * `node bench/imports.ts [--megabytes 50] [--save name]`
 *
 * Measures the import of a large file, the peak memory of the service, and how long other requests wait meanwhile. Each format
 * gets a new service.
 */

const { values: options } = parseArgs({
  options: { megabytes: { type: 'string', default: '50' }, save: { type: 'string' } },
});
const size = Number(options.megabytes) * 1e6;

const formats = { 'boardtool-json': trelloOf, csv: csvOf } as const;
type Format = keyof typeof formats;

async function measured(format: Format): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-bench-'));
  const server = await startServer({
    DATA_DIR: dataDir,
    MAX_UPLOAD_SIZE: String(2 * size),
  });
  try {
    const baseUrl = `${server.address}/api/v1`;
    const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
      body: { email: 'bench@example.com', password: 'a password of the benchmark' },
    });
    const client = createClient({ baseUrl, token });
    const { publicId: workspacePublicId } = await client.call(api.workspaces.create, {
      body: { name: 'Imports' },
    });
    const content = Buffer.from(formats[format](size));
    const before = server.memory();
    const importing = async () => {
      const url = `${baseUrl}${addressOf(api.imports.upload, {}, { workspacePublicId, format })}`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
      const reply = await fetch(url, { method: 'POST', headers, body: content });
      const params = { importPublicId: ((await reply.json()) as { importPublicId: string }).importPublicId };
      let shown = await client.call(api.imports.get, { params });
      while (shown.state === 'waiting' || shown.state === 'running') {
        await pause(250);
        shown = await client.call(api.imports.get, { params });
      }
      return shown;
    };
    const others = await othersWhile({ client, server, between: 20 }, importing);
    const { value: shown, seconds, p50, p99, most } = others;
    if (shown.state !== 'completed') throw new Error(`${format}: ${shown.state}, ${shown.error}`);
    const sizes = [(content.length / 1e6).toFixed(1), shown.done, seconds.toFixed(1)];
    const waits = [p50, p99, most].map((each) => each.toFixed(1));
    const row = [format, ...sizes, before, server.mostMemory(), ...waits];
    return `| ${row.join(' | ')} |`;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const rows: string[] = [];
for (const format of Object.keys(formats) as Format[]) rows.push(await measured(format));
const table = [
  `Imports of files of ${options.megabytes} MB, and \`GET /users/me\` of someone else meanwhile.`,
  '',
  '| format | MB | cards | s | MB of memory before | at the most | p50 ms | p99 ms | most ms |',
  '|---|---|---|---|---|---|---|---|---|',
  ...rows,
].join('\n');
publish([table], options.save);
