import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { serveTaskboard } from '../server/src/testing/taskboard.ts';
import { mcpPackage } from './mcp-package.ts';

/* The package for agents, installed into an empty folder and used by the protocol's official client. */

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'taskboard-mcp-test-'));
after(() => rmSync(folder, { recursive: true }));

const tarball = join(folder, 'taskboard-mcp.tgz');
const empty = join(folder, 'empty');
const program = join(empty, 'node_modules/.bin/taskboard-mcp');

test('it is small, the same each time, and installs nothing else', async () => {
  const packed = await mcpPackage(root, '9.9.9');
  assert.deepEqual(await mcpPackage(root, '9.9.9'), packed);
  assert.ok(packed.length < 350_000, `${packed.length} bytes`);
  writeFileSync(tarball, packed);
  mkdirSync(empty);
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', empty, tarball];
  const { status, stderr } = spawnSync('npm', args, { cwd: empty, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const installed = readdirSync(join(empty, 'node_modules')).filter((each) => !each.startsWith('.'));
  assert.deepEqual(installed, ['taskboard-mcp']);
  const own = join(empty, 'node_modules/taskboard-mcp');
  assert.doesNotMatch(readFileSync(join(own, 'taskboard-mcp.mjs'), 'utf8'), /fastify|kysely|better-sqlite3/);
  const licenses = readFileSync(join(own, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['@modelcontextprotocol/server', 'ajv', 'typebox', 'zod']) {
    assert.ok(licenses.includes(`\n${name} `) || licenses.startsWith(`${name} `), name);
  }
});

test('an agent works with it in both revisions of the protocol', async (t) => {
  const service = await serveTaskboard({ DATA_DIR: join(folder, 'data') });
  t.after(() => service.process.kill('SIGKILL'));
  const baseUrl = `${service.address}/api/v1`;
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  await createClient({ baseUrl, token }).call(api.workspaces.create, { body: { name: 'Engines' } });
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } });
    const env = { PATH: process.env.PATH ?? '', TASKBOARD_URL: service.address, TASKBOARD_TOKEN: token };
    await client.connect(new StdioClientTransport({ command: program, env }));
    assert.equal(client.getServerVersion()?.version, '9.9.9');
    const made = { workspace: 'Engines', name: `Board ${mode}`, lists: ['To do'] };
    await client.callTool({ name: 'set_up_board', arguments: made });
    const { content } = await client.callTool({ name: 'overview', arguments: {} });
    assert.match(JSON.stringify(content), new RegExp(`Board ${mode}`));
    await client.close();
  }
});

test('a setting that is missing is named in one line', () => {
  const { status, stdout, stderr } = spawnSync(program, {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout, stderr], [2, '', 'TASKBOARD_TOKEN is missing: set it to an API key\n']);
});
