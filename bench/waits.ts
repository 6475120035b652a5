import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { keepAside, type Server, startServers } from './server.ts';
import { postgresStore, type Store, sqliteStore } from './store.ts';

/*
 * `node bench/waits.ts`: a thousand callers wait for changes of one board on one node. Prints what they cost while nothing happens,
 * and the time from the reply to a change until all of them have theirs and wait again.
 */

const callers = 1000;
/** The limit of connections per address is 200. */
const ofAddress = 100;
/** The limit per account is 64. */
const ofAccount = 50;
/** Seconds at rest; less than a request waits. */
const rest = 20;
const changes = 30;

const clientOf = (server: Server, token?: string) =>
  createClient({ baseUrl: `${server.address}/api/v1`, token });

const agents = Array.from(
  { length: callers / ofAddress },
  (_, n) => new Agent({ keepAlive: true, localAddress: `127.0.0.${2 + n}` }),
);

interface Answer {
  changes: unknown[];
  position: number;
}

/** Waits on a connection that is kept. */
async function waitFor(
  server: Server,
  n: number,
  board: string,
  token: string,
  after: number,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const url = `${server.address}/api/v1/boards/${board}/changes?after=${after}&wait=50`;
  const headers = { authorization: `Bearer ${token}` };
  get(url, { agent: agents[n % agents.length], headers }, (reply) => {
    if (reply.statusCode === 200) json(reply).then((body) => resolve(body as Answer), reject);
    else reject(new Error(`a wait was answered ${reply.statusCode}`));
  }).on('error', reject);
  return promise;
}

/** Accounts with a board that all of them see. */
async function team(server: Server) {
  const people = [];
  for (let n = 0; n < callers / ofAccount; n++) {
    const body = { email: `agent${n}@example.com`, password: 'a good password' };
    const { token } = await clientOf(server).call(api.auth.signUp, { body });
    people.push({ token, client: clientOf(server, token) });
  }
  const [owner, ...others] = people.map(({ client }) => client);
  if (!owner) throw new Error('nobody is there');
  const { publicId: workspacePublicId } = await owner.call(api.workspaces.create, { body: { name: 'Team' } });
  const { publicId: board } = await owner.call(api.boards.create, {
    params: { workspacePublicId },
    body: { name: 'Board', lists: ['To do'] },
  });
  const { inviteCode } = await owner.call(api.invites.createLink, { params: { workspacePublicId } });
  for (const each of others) await each.call(api.invites.accept, { body: { inviteCode } });
  const { lists } = await owner.call(api.boards.get, { params: { boardPublicId: board }, query: {} });
  return { owner, tokens: people.map(({ token }) => token), board, list: lists[0]?.publicId ?? '' };
}

async function measure(store: Store): Promise<string> {
  const server = await startServers(store, { count: 1, dir: join(import.meta.dirname, '..') });
  const { owner, tokens, board, list } = await team(server);
  const params = { boardPublicId: board };
  let { position } = await owner.call(api.live.changes, { params, query: {} });
  const waitAll = (count = callers) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const token = tokens[n % tokens.length] ?? '';
        const { changes: got, position: at } = await waitFor(server, n, board, token, position);
        if (got.length === 0) throw new Error('one was answered without a change');
        return at;
      }),
    );
  const change = () => owner.call(api.cards.create, { body: { title: 'Paint it', listPublicId: list } });
  /** Milliseconds of processor time per second, of the service and of the database. */
  const atRest = async () => {
    await pause(3000);
    const before = [server.cpu(), store.cpu()] as const;
    await pause(rest * 1000);
    return [server.cpu() - before[0], store.cpu() - before[1]].map((took) =>
      ((took / rest) * 1000).toFixed(1),
    );
  };
  const memory = server.memory();
  let round = waitAll(1);
  const ofOne = await atRest();
  await change();
  position = Math.max(...(await round));
  round = waitAll();
  const ofAll = await atRest();
  const waiting = server.memory();
  const times: number[] = [];
  for (let n = 0; n < changes; n++) {
    await change();
    const began = performance.now();
    position = Math.max(...(await round));
    times.push(performance.now() - began);
    round = waitAll();
    await pause(1500);
  }
  round.catch(() => {});
  await server.stop();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(0);
  return (
    `| ${store.engine} | ${memory.toFixed(0)} | ${waiting.toFixed(0)} | ${ofOne.join(' + ')} | ${ofAll.join(' + ')} | ` +
    `${at(0.5)} | ${at(0.95)} |`
  );
}

keepAside();
console.log(
  '| engine | MB, nobody waits | MB, 1000 wait | CPU ms/s, service + database, one waits | 1000 wait | ms until all are answered, median | p95 |\n' +
    '| --- | --: | --: | --: | --: | --: | --: |',
);
for (const open of [sqliteStore, postgresStore]) {
  const store = await open();
  console.log(await measure(store));
  await store.remove();
}
process.exit(0);
