import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../../../contract/api.ts';
import { addressOf, type Client } from '../../../contract/client.ts';
import { filesOf, until } from '../testing/files.ts';
import { nth } from '../testing/fixtures.ts';
import { hostileFile } from '../testing/hostile/file.ts';
import { watchMemory } from '../testing/hostile/memory.ts';
import { killableNodes } from '../testing/killable-nodes.ts';

/*
 * Imports malicious files of every format while other users work. With `HOSTILE_FILES=2000` there are more files and sixteen other
 * users, and the resources used are printed; `HOSTILE_SEED` is the number of the first file.
 */
const given = process.env.HOSTILE_FILES;
const files = Number(given ?? 63);
const others = given === undefined ? 4 : 16;
const first = Number(process.env.HOSTILE_SEED ?? 0);

/** Max megabytes of the service, including the processes that it starts. */
const maxMemory = 400;

const { database, nodes, at } = await killableNodes({
  ANONYMOUS_RATE_LIMIT: 'off',
  RATE_LIMIT: 'off',
  // As `npm start` runs it.
  NODE_OPTIONS: '--max-semi-space-size=8',
});
const [node] = nodes;
assert.ok(node);
const { token } = await signUp('ada');
const ada = at(node, token);

function signUp(name: string): Promise<{ token: string }> {
  const body = { email: `${name}@example.com`, password: 'correct horse battery' };
  return at(nth(nodes, 0)).call(api.auth.signUp, { body });
}

async function send(workspacePublicId: string, seed: number) {
  const { format, how, content } = hostileFile(seed);
  const query = { workspacePublicId, format };
  const reply = await fetch(`${nth(nodes, 0).address}/api/v1${addressOf(api.imports.upload, {}, query)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(content),
  });
  const what = `${seed}: ${format}, ${how}`;
  // An empty body is not a file.
  if (content.length === 0) return undefined;
  assert.equal(reply.status, 200, what);
  return { what, importPublicId: ((await reply.json()) as { importPublicId: string }).importPublicId };
}

/** Waits for the end of an import; an interrupted one is retried without delay. */
async function ended(importPublicId: string) {
  for (;;) {
    const shown = await ada.call(api.imports.get, { params: { importPublicId } });
    if (shown.state !== 'running' && shown.state !== 'waiting') return shown;
    if (shown.retryAt !== null) {
      await database.sql(
        `update imports set due_at = 1 where id = '${importPublicId}' and state = 'waiting'`,
      );
    }
    await pause(20);
  }
}

async function play(workspacePublicId: string, seeds: readonly number[], outcomes: Record<string, number>) {
  const sent = await Promise.all(seeds.map((seed) => send(workspacePublicId, seed)));
  for (const one of sent) {
    if (!one) continue;
    const { importPublicId, what } = one;
    const shown = await ended(importPublicId);
    const outcome = shown.error ?? shown.state;
    if (shown.state === 'failed') assert.doesNotMatch(outcome, /log of the service|^$/, what);
    const kind = outcome.replaceAll(/“[^”]*”|\d+/g, '…').slice(0, 70);
    outcomes[kind] = (outcomes[kind] ?? 0) + 1;
    if (shown.boardPublicId) {
      await ada.call(api.boards.delete, { params: { boardPublicId: shown.boardPublicId } });
    }
  }
}

/** Requests the account until it is stopped; returns the time of the slowest request in milliseconds. */
function working(client: Client): () => Promise<number> {
  let isGoing = true;
  let longest = 0;
  const work = (async () => {
    while (isGoing) {
      const began = performance.now();
      await client.call(api.users.me);
      longest = Math.max(longest, performance.now() - began);
      await pause(20);
    }
  })();
  return async () => {
    isGoing = false;
    await work;
    return longest;
  };
}

test(`${files} files that were made to do harm are imported or refused, while others work`, {
  skip: !existsSync('/proc/self/status') && 'memory is read from /proc',
}, async (context) => {
  const memories = nodes.map(({ process }) => watchMemory(process.pid ?? 0));
  const workers = await Promise.all(
    Array.from({ length: others }, async (_, n) => working(at(node, (await signUp(`other${n}`)).token))),
  );
  const outcomes: Record<string, number> = {};
  try {
    await playAll(outcomes);
  } finally {
    const waits = await Promise.all(workers.map((stop) => stop()));
    context.diagnostic(`longest GET /users/me: ${Math.max(...waits).toFixed(0)} ms`);
  }
  const seen = memories.map((most) => most());
  context.diagnostic(JSON.stringify({ outcomes, megabytes: seen }, null, 2));
  for (const { process } of nodes) assert.deepEqual([process.exitCode, process.signalCode], [null, null]);
  for (const { together } of seen) assert.ok(together < maxMemory, `${together} MB`);
  await nothingIsLeft();
});

async function playAll(outcomes: Record<string, number>): Promise<void> {
  const batch = 9;
  let workspacePublicId = '';
  for (let seed = 0; seed < files; seed += batch) {
    if (seed % 180 === 0) {
      const made = await ada.call(api.workspaces.create, { body: { name: 'Hostile' } });
      workspacePublicId = made.publicId;
    }
    const seeds = Array.from({ length: Math.min(batch, files - seed) }, (_, n) => first + seed + n);
    await play(workspacePublicId, seeds, outcomes);
  }
}

async function nothingIsLeft(): Promise<void> {
  await until(async () => {
    const open = await database.sql(
      'select id from imports where due_at is not null or storage_key is not null',
    );
    return open.length === 0;
  });
  const incoming = filesOf({ config: { dataDir: database.dataDir } } as never).filter((name) =>
    name.startsWith('incoming/'),
  );
  assert.deepEqual(incoming, []);
}
