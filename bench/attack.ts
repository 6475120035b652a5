import { Agent, type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import { attacks, type Order, type Target } from './attackers.ts';
import { type Crowd, crowdChanges } from './crowd.ts';
import { onEngines } from './engines.ts';
import { keepAside, type Server, startServer } from './server.ts';

/*
 * `npm run test:attack [-- --engine sqlite|postgres|both] [--seconds 10] [--cards 9000] [--only words] [--parts names]`
 *
 * Checks that no client, with or without an account, can delay others. While each attack runs at full speed from one
 * connection and from two hundred, another user requests `GET /users/me` every 20 ms. 99 of 100 replies must arrive within
 * 250 ms, and the service must stay below 400 MB. The rate limit for anonymous requests is off: their effect must be bounded
 * without it. Run this on an idle machine: the report shows the service's share of a core next to each figure, and times mean
 * little if other processes used most of that core.
 *
 * In `all at once`, twelve accounts do everything that takes memory for 40 s: files, texts, bodies, and replies and streams
 * that are read at 1 kB/s. `--parts` selects some of these by their names in `crowd.ts`, separated by commas.
 */

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    seconds: { type: 'string', default: '10' },
    cards: { type: 'string', default: '9000' },
    only: { type: 'string', default: '' },
    parts: { type: 'string', default: '' },
  },
});
const milliseconds = Number(options.seconds) * 1000;

const slowest = 250;
const largest = 400;

interface Measured {
  times: number[];
  failed: number;
  memory: number;
  /** The share of a core that the service used. */
  share: number;
}

/** Sends a request of another user every 20 ms, without waiting for earlier replies. */
async function watch(token: string, server: Server, time = milliseconds): Promise<Measured> {
  const measured: Measured = { times: [], failed: 0, memory: 0, share: 0 };
  // The other user has a different address from the attackers, and keeps connections open as browsers do.
  const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' });
  const url = `${server.address}/api/v1/users/me`;
  const ask = async () => {
    const began = performance.now();
    const status = await statusOf(get(url, { agent, headers: { authorization: `Bearer ${token}` } }));
    if (status !== 200) measured.failed++;
    measured.times.push(performance.now() - began);
  };
  const asked: Promise<void>[] = [];
  const [began, cpu] = [performance.now(), server.cpu()];
  while (performance.now() - began < time) {
    asked.push(ask());
    await pause(20);
  }
  measured.memory = server.mostMemory();
  measured.share = ((server.cpu() - cpu) * 1000) / (performance.now() - began);
  await Promise.race([Promise.all(asked), pause(30_000)]);
  // Requests without a reply by now count as failed.
  measured.failed += asked.length - measured.times.length;
  agent.destroy();
  return measured;
}

/** The status of the reply; undefined if the reply is incomplete. */
const statusOf = (request: ClientRequest) =>
  new Promise<number | undefined>((resolve) => {
    request.on('response', (response) =>
      response.resume().on('close', () => resolve(response.complete ? response.statusCode : undefined)),
    );
    request.on('error', () => resolve(undefined));
  });

const launch = (workerData: Order): Worker =>
  new Worker(join(import.meta.dirname, 'attackers.ts'), { workerData });

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? Number.POSITIVE_INFINITY;

let held = true;

function report(engine: string, name: string, { times, failed, memory, share }: Measured): void {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const holds = p99 <= slowest && memory <= largest && failed === 0;
  held &&= holds;
  const figures = `p50 ${p50.toFixed(0).padStart(5)} ms  p99 ${p99.toFixed(0).padStart(5)} ms  most ${percentile(times, 1).toFixed(0).padStart(5)} ms  ${String(memory).padStart(4)} MB  ${share.toFixed(2)} of a core`;
  const lost = failed > 0 ? `  ${failed} FAILED` : '';
  console.log(`${holds ? 'ok  ' : 'FAIL'}  ${figures}  ${engine}: ${name}${lost}`);
}

/** A public board with the requested number of cards, each with the longest text that a request can send. */
async function fill(address: string): Promise<{ target: Omit<Target, 'host' | 'port'>; token: string }> {
  const baseUrl = `${address}/api/v1`;
  const signUp = async (name: string) => {
    const body = { email: `${name}@example.com`, password: `password of ${name}` };
    const { token } = await createClient({ baseUrl }).call(api.auth.signUp, { body });
    return { token, client: createClient({ baseUrl, token }) };
  };
  const { token, client } = await signUp('mallory');
  const bystander = await signUp('ada');
  const workspace = await client.call(api.workspaces.create, { body: { name: 'Large', slug: 'large' } });
  const board = await client.call(api.boards.create, {
    params: { workspacePublicId: workspace.publicId },
    body: { name: 'Large', lists: ['Cards'] },
  });
  const params = { boardPublicId: board.publicId };
  await client.call(api.boards.update, { params, body: { slug: 'large', visibility: 'public' } });
  const { lists } = await client.call(api.boards.get, { params, query: {} });
  // JSON encodes each of these characters as two.
  const card = {
    title: '"'.repeat(2000),
    description: '"'.repeat(10_000),
    listPublicId: lists[0]?.publicId ?? '',
  };
  for (let made = 0; made < Number(options.cards); made += 8) {
    await Promise.all(Array.from({ length: 8 }, () => client.call(api.cards.create, { body: card })));
  }
  const heavyCard = await fillHeavy(client, workspace.publicId);
  return {
    token: bystander.token,
    target: {
      heavyCard: `/api/v1/cards/${heavyCard}`,
      heavyBoard: '/api/v1/workspaces/large/boards/heavy',
      token,
      board: `/api/v1/boards/${board.publicId}`,
      publicBoard: '/api/v1/workspaces/large/boards/large',
    },
  };
}

/** A public board with eight of the heaviest cards that can be stored: 2000 items of 500 four-byte characters. */
async function fillHeavy(client: Client, workspacePublicId: string): Promise<string> {
  const name = 'Heavy';
  const board = await client.call(api.boards.create, {
    params: { workspacePublicId },
    body: { name, lists: [name] },
  });
  const params = { boardPublicId: board.publicId };
  await client.call(api.boards.update, { params, body: { slug: 'heavy', visibility: 'public' } });
  const { lists } = await client.call(api.boards.get, { params, query: {} });
  const listPublicId = lists[0]?.publicId ?? '';
  const description = '\u{1F600}'.repeat(10_000);
  const made = await client.call(api.cards.create, { body: { title: name, description, listPublicId } });
  const card = { cardPublicId: made.publicId };
  for (let checklist = 0; checklist < 4; checklist++) {
    const { publicId } = await client.call(api.checklists.create, { params: card, body: { name } });
    const item = { params: { checklistPublicId: publicId }, body: { title: '\u{1F600}'.repeat(500) } };
    for (let items = 0; items < 500; items += 8) {
      await Promise.all(
        Array.from({ length: Math.min(8, 500 - items) }, () => client.call(api.checklists.createItem, item)),
      );
    }
  }
  for (let copies = 0; copies < 7; copies++) {
    await client.call(api.cards.duplicate, { params: card, body: { listPublicId, copyChecklists: true } });
  }
  return made.publicId;
}

const crowdName = 'all at once';
const accounts = 12;

/** A workspace shared by all accounts of the crowd, with a card of the maximum size and a long change log. */
async function fillCrowd(address: string): Promise<{ crowd: Omit<Crowd, 'host' | 'port'>; token: string }> {
  const baseUrl = `${address}/api/v1`;
  const tokens: string[] = [];
  for (let n = 0; n <= accounts; n++) {
    const body = { email: `crowd${n}@example.com`, password: `password of crowd${n}` };
    tokens.push((await createClient({ baseUrl }).call(api.auth.signUp, { body })).token);
  }
  const [bystander = '', ...crowd] = tokens;
  const client = createClient({ baseUrl, token: crowd[0] });
  const { publicId: workspace } = await client.call(api.workspaces.create, {
    body: { name: 'Crowd', slug: 'crowd' },
  });
  const params = { workspacePublicId: workspace };
  const { inviteCode } = await client.call(api.invites.createLink, { params });
  for (const token of crowd.slice(1)) {
    await createClient({ baseUrl, token }).call(api.invites.accept, { body: { inviteCode } });
  }
  const card = await fillHeavy(client, workspace);
  const [made] = await client.call(api.boards.list, { params, query: {} });
  const board = made?.publicId ?? '';
  const { lists } = await client.call(api.boards.get, { params: { boardPublicId: board }, query: {} });
  const snapshot = await fetch(`${baseUrl}/boards/${board}/snapshot`, {
    headers: { authorization: `Bearer ${crowd[0]}` },
  });
  await snapshot.text();
  const comment = '\u{1F600}'.repeat(2_000);
  for (let comments = 0; comments < crowdChanges; comments++) {
    await client.call(api.comments.create, { params: { cardPublicId: card }, body: { comment } });
  }
  const position = Number(snapshot.headers.get('change-position'));
  const joining = options.parts.split(',').filter(Boolean);
  const list = lists[0]?.publicId ?? '';
  return {
    token: bystander,
    crowd: { tokens: crowd, workspace, list, card, board, position, parts: joining },
  };
}

async function runCrowd(engine: string, environment: Record<string, string>): Promise<void> {
  const filling = await startServer(environment);
  const { crowd, token } = await fillCrowd(filling.address);
  await filling.stop();
  const server = await startServer(environment);
  const { hostname: host, port } = new URL(server.address);
  const workerData: Crowd = { ...crowd, host, port: Number(port) };
  const worker = new Worker(join(import.meta.dirname, 'crowd.ts'), { workerData });
  const measured = await watch(token, server, 40_000);
  await worker.terminate();
  await server.stop();
  report(engine, `${crowdName}, ${accounts} accounts`, measured);
}

async function run(engine: string, environment: Record<string, string>): Promise<void> {
  const settings = { ...environment, SIGN_IN_LIMIT: '1000000', ANONYMOUS_RATE_LIMIT: 'off' };
  if (crowdName.includes(options.only)) await runCrowd(engine, settings);
  const chosen = attacks.filter(({ name }) => name.includes(options.only));
  if (chosen.length === 0) return;
  const filling = await startServer(settings);
  const { target, token } = await fill(filling.address);
  await filling.stop();
  for (const attack of [undefined, ...chosen]) {
    for (const count of attack ? [1, 200] : [0]) {
      // Each attack runs against a new service, so the measured memory is due to this attack alone.
      const server = await startServer(settings);
      const { hostname: host, port } = new URL(server.address);
      const at = { ...target, host, port: Number(port) };
      const attackers = attack ? launch({ name: attack.name, target: at, count }) : undefined;
      const measured = await watch(token, server);
      await attackers?.terminate();
      await server.stop();
      report(engine, attack ? `${attack.name}, ${count} at a time` : 'nobody attacks', measured);
    }
  }
}

keepAside();
await onEngines(options.engine, run);
process.exitCode = held ? 0 : 1;
