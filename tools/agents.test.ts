import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { serveTaskboard } from '../server/src/testing/taskboard.ts';

/* The examples in docs/agents.md work as printed. */

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/agents.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'taskboard-agents-'));
const service = await serveTaskboard({ DATA_DIR: folder });
after(() => {
  service.process.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const baseUrl = `${service.address}/api/v1`;
const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
  body: { email: 'ada@example.com', password: 'correct horse battery' },
});
const { publicId: workspace } = await createClient({ baseUrl, token }).call(api.workspaces.create, {
  body: { name: 'Engines' },
});

/** The code blocks in a language, with real values in place of the example ones. */
const blocks = (language: string, key = '') =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block = '']) =>
    block
      .replaceAll('https://tasks.example.com', service.address)
      .replaceAll('/opt/taskboard', root)
      .replaceAll('mi8f3k2a7q0x4v9z', workspace)
      .replaceAll('tbk_…', key)
      // Clients fill in what they keep apart: a variable of the environment, or what they have asked for.
      .replaceAll(/\$\{(?:env:)?TASKBOARD_TOKEN\}|\$\{input:taskboard\}/g, key),
  );

function keyOfThePage(): string {
  const [script = ''] = blocks('sh');
  const env = { ...process.env, SESSION: token };
  const { stdout, stderr } = spawnSync('sh', ['-eu', '-c', script], { encoding: 'utf8', env });
  const { key } = JSON.parse(stdout) as { key?: string };
  assert.ok(key, `${stdout}${stderr}`);
  return key;
}

interface Server {
  url?: string;
  headers?: Record<string, string>;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
}

/** The transport that a client would create from these settings. */
const transportOf = ({ url, headers = {}, command = '', args = [], env = {} }: Server): Transport =>
  url === undefined
    ? new StdioClientTransport({ command, args, env: { PATH: process.env.PATH ?? '', ...env } })
    : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });

test('each of its settings connects a client, which has the tools that it lists', async () => {
  const listed = /\| tool \|[^]*?\n\n/.exec(page)?.[0] ?? '';
  const names = [...listed.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
  // The page's key can create cards, but neither boards nor lists.
  const ofKey = names.filter((name) => name !== 'set_up_board');
  for (const [credential, shown] of [
    [keyOfThePage(), ofKey],
    [token, names],
  ] as const) {
    const settings = blocks('json', credential);
    assert.equal(settings.length, 4);
    for (const each of settings) await useTools(each, shown);
  }
});

async function useTools(settings: string, names: readonly string[]): Promise<void> {
  const { mcpServers, servers = mcpServers } = JSON.parse(settings) as Record<string, { taskboard: Server }>;
  assert.ok(servers);
  const client = new Client({ name: 'a test', version: '1' });
  await client.connect(transportOf(servers.taskboard));
  const { tools } = await client.listTools();
  assert.deepEqual(new Set(tools.map(({ name }) => name)), new Set(names));
  const { content } = await client.callTool({ name: 'overview', arguments: {} });
  assert.match(JSON.stringify(content), /Engines/);
  await client.close();
}
