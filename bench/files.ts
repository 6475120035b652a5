import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { radosgwIsMissing, startRadosgw } from '../tools/radosgw.ts';
import { type Others, othersWhile } from './others.ts';
import { publish } from './report.ts';
import { startServer } from './server.ts';

/*
 * `node bench/files.ts [--count 16] [--megabytes 16] [--save name]`
 *
 * Measures uploads and downloads of attachments through the service, four at a time, with files on its disk and in an object
 * store on the same machine. Also reports the service's memory, and how long other requests wait meanwhile.
 */

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '16' },
    megabytes: { type: 'string', default: '16' },
    save: { type: 'string' },
  },
});
const count = Number(options.count);
const size = Number(options.megabytes) * 1e6;
const atOnce = 4;

async function measured(where: string, settings: Record<string, string>): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-bench-'));
  const server = await startServer({ DATA_DIR: dataDir, ...settings });
  try {
    const baseUrl = `${server.address}/api/v1`;
    const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
      body: { email: 'bench@example.com', password: 'a password of the benchmark' },
    });
    const client = createClient({ baseUrl, token });
    const { publicId: workspacePublicId } = await client.call(api.workspaces.create, {
      body: { name: 'Files' },
    });
    const { publicId: board } = await client.call(api.boards.create, {
      params: { workspacePublicId },
      body: { name: 'Files', lists: ['One'], labels: [] },
    });
    const { lists } = await client.call(api.boards.snapshot, { params: { boardPublicId: board } });
    const { publicId: cardPublicId } = await client.call(api.cards.create, {
      body: {
        listPublicId: lists[0]?.publicId ?? '',
        title: 'Files',
        position: 'end',
        labelPublicIds: [],
        memberPublicIds: [],
      },
    });
    const params = { cardPublicId };

    const withAll = (work: (index: number) => Promise<void>): Promise<Others> =>
      othersWhile({ client, server }, async () => {
        let next = 0;
        const lane = async () => {
          while (next < count) await work(next++);
        };
        await Promise.all(Array.from({ length: atOnce }, lane));
      });

    const content = new Uint8Array(size).map((_, n) => (n * 7) % 251);
    const uploads = await withAll(async (index) => {
      const file = { filename: `${index}.bin`, contentType: 'application/x-thing', size };
      const upload = await client.call(api.attachments.createUpload, {
        params,
        body: { ...file, throughService: true },
      });
      const { ok } = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: content });
      if (!ok) throw new Error('an upload was refused');
      const body = { ...file, storageKey: upload.storageKey, originalFilename: file.filename };
      await client.call(api.attachments.confirm, { params, body });
    });
    const { attachments } = await client.call(api.cards.get, { params });
    const downloads = await withAll(async (index) => {
      let bytes = 0;
      for await (const chunk of (await fetch(attachments[index]?.url ?? '')).body ?? [])
        bytes += (chunk as Uint8Array).length;
      if (bytes !== size) throw new Error(`a download had ${bytes} bytes`);
    });
    return Object.entries({ uploads, downloads }).map(([what, { seconds, memory, p50, p99 }]) => {
      const numbers = [(count * size) / 1e6 / seconds, memory, p50, p99].map((each) => each.toFixed(1));
      return `| ${[where, what, ...numbers].join(' | ')} |`;
    });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const rows = await measured('disk', {});
const missing = radosgwIsMissing();
if (missing) console.log(`no object store: ${missing}`);
else {
  const store = await startRadosgw();
  try {
    rows.push(...(await measured('object store', store.settings)));
  } finally {
    await store.remove();
  }
}

const table = [
  `${count} files of ${options.megabytes} MB, ${atOnce} at a time, through the service, and \`GET /users/me\` of someone else meanwhile.`,
  '',
  '| files | what | MB/s | MB of memory | p50 ms | p99 ms |',
  '|---|---|---|---|---|---|',
  ...rows,
].join('\n');
publish([table], options.save);
