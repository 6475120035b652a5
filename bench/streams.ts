import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import type { Made } from './data/generation.ts';
import type { Load } from './load.ts';
import { type Bench, loadOf, type Measurement } from './measurement.ts';
import type { Server } from './server.ts';

/* Event streams: the cost of subscribers, and how soon after a change they are notified. */

/** The limits per account and per address. */
const streamsOfAccount = 64;
const streamsOfAddress = 200;

const readers = 500;

export const streamScenarios: Measurement[] = [
  { name: 'live: a card is made, nobody follows', measure: (bench, seconds) => follow(bench, seconds, 0) },
  {
    name: `live: a card is made, ${readers} follow`,
    measure: (bench, seconds) => follow(bench, seconds, readers),
  },
  {
    name: `live: from the commit to the arrival at all of ${readers}`,
    measure: (bench, seconds) => follow(bench, seconds, readers, true),
  },
];

interface Streams {
  /** Resolves when all of them have received a text that none had received before. */
  heard(text: string): Promise<void>;
  close(): void;
}

interface Follower {
  token: string;
  workspace: string;
}

const clientOf = (server: Server, token?: string) =>
  createClient({ baseUrl: `${server.address}/api/v1`, token });

/** Members of the first workspace. */
export async function followers(server: Server, { workspaces, emails, password }: Made): Promise<Follower[]> {
  const workspace = workspaces[0] ?? '';
  const found: Follower[] = [];
  for (const email of emails) {
    const { token } = await clientOf(server).call(api.auth.signIn, { body: { email, password } });
    found.push({ token, workspace });
  }
  return found;
}

/** Users with a workspace of their own. */
async function strangers(server: Server, count: number): Promise<Follower[]> {
  const found: Follower[] = [];
  for (let n = 0; n < count; n++) {
    const body = { email: `stranger${n}@example.com`, password: 'a good password' };
    const { token } = await clientOf(server).call(api.auth.signUp, { body });
    const { publicId } = await clientOf(server, token).call(api.workspaces.create, { body: { name: 'Own' } });
    found.push({ token, workspace: publicId });
  }
  return found;
}

/** Opens `count` streams, distributed evenly over the users. */
export async function openStreams(server: Server, by: readonly Follower[], count: number): Promise<Streams> {
  const replies: IncomingMessage[] = [];
  let waiting: { text: string; left: number; done: () => void } | undefined;
  for (let n = 0; n < count; n++) {
    const { token, workspace } = by[n % by.length] as Follower;
    const localAddress = `127.0.0.${2 + Math.floor(n / streamsOfAddress)}`;
    const request = get(`${server.address}/api/v1/workspaces/${workspace}/events`, {
      agent: false,
      localAddress,
      headers: { authorization: `Bearer ${token}` },
    });
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    if (reply.statusCode !== 200) throw new Error(`a stream was answered ${reply.statusCode}`);
    reply.setEncoding('latin1').on('data', (piece: string) => {
      if (waiting && piece.includes(waiting.text) && --waiting.left === 0) waiting.done();
    });
    reply.on('error', () => {});
    replies.push(reply);
  }
  return {
    heard: (text) =>
      new Promise((done) => {
        waiting = { text, left: count, done };
      }),
    close: () => {
      for (const reply of replies) reply.destroy();
    },
  };
}

/** Creates cards one by one, each once all streams have received the last. Times replies or, with `ofArrival`, arrivals. */
async function follow(bench: Bench, seconds: number, count: number, ofArrival = false): Promise<Load> {
  const { server, store, made } = bench;
  const streams = await openStreams(server, count > 0 ? await followers(server, made) : [], count);
  const client = clientOf(server, made.token);
  const listPublicId = made.lists[0] ?? '';
  const makeCard = async (turn: number) => {
    const title = `Paint the harbour, ${performance.now()}-${turn}`;
    const heard = count > 0 ? streams.heard(title) : undefined;
    const began = performance.now();
    await client.call(api.cards.create, { body: { title, listPublicId } });
    const replied = performance.now();
    await heard;
    return ofArrival ? performance.now() - replied : replied - began;
  };
  for (let turn = 0; turn < 20; turn++) await makeCard(turn);
  const times: number[] = [];
  const began = performance.now();
  const before = { service: server.cpu(), database: store.cpu() };
  while (performance.now() - began < seconds * 1000) times.push(await makeCard(times.length));
  const took = (performance.now() - began) / 1000;
  const cpu = { service: server.cpu() - before.service, database: store.cpu() - before.database };
  streams.close();
  return loadOf({ answered: times.length, took, cpu, times });
}

/** Enough streams to grow a new heap to its usual size. */
const first = 500;

/** Kilobytes of memory per idle stream, with `count` of them open. */
export async function idleStreamMemory(server: Server, count: number): Promise<number> {
  const by = await strangers(server, Math.ceil((first + count) / streamsOfAccount));
  const before = await openStreams(server, by, first);
  await pause(1_000);
  const memory = server.memory();
  const measured = await openStreams(server, by, count);
  await pause(1_000);
  const each = ((server.memory() - memory) * 1024) / count;
  before.close();
  measured.close();
  return each;
}
