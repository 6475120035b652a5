import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { api } from '../contract/api.ts';
import { type Client, createClient } from '../contract/client.ts';
import { second } from '../server/src/base/clock.ts';
import { type Agent, agentOn } from '../server/src/testing/agents.ts';
import { assertConsistent } from '../server/src/testing/consistency.ts';
import { engine, testDatabase } from '../server/src/testing/database.ts';
import { until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import type { Listening, Moved } from '../server/src/testing/restless-node.ts';
import { programOf } from '../tools/programs.ts';

/*
 * Agents, by the official client of their protocol, and people work on one board, on cards that wait for each other. Meanwhile
 * agents die, nodes are killed (one of two on PostgreSQL, the only one on SQLite), leases lapse and clocks step. No card is held
 * by two at once, none is lost, blocked ones are never handed out, and what was acknowledged is there once.
 * `CLAIM_STEPS=2000 CLAIM_CARDS=300` does more, `CLAIM_SEED` something else.
 */
/** Of the agents. */
const steps = Number(process.env.CLAIM_STEPS ?? 240);
const cardCount = Number(process.env.CLAIM_CARDS ?? 60);
const [agentCount, bots, leaseSeconds] = [12, 4, 300];
/** Steps between two failures. */
const between = 20;
/** By how much a clock is wrong at times. */
const wrong = 45 * second;

const database = await testDatabase({ migrated: true });

interface Node {
  process: ChildProcess;
  address: string;
  step: number;
}

const nodes: Node[] = [];
let ahead = 0;

const settings = JSON.stringify({
  PORT: '0',
  LOG_LEVEL: 'error',
  DATA_DIR: database.dataDir,
  ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
  RATE_LIMIT: 'off',
  ANONYMOUS_RATE_LIMIT: 'off',
});

async function start(): Promise<void> {
  const process = fork(programOf('restless-node'), [settings, String(ahead)], {
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const [{ address }] = (await once(process, 'message')) as [Listening];
  process.send({ ahead } satisfies Moved);
  const node = { process, address, step: 0 };
  nodes.push(node);
  process.once('exit', () => {
    if (!nodes.includes(node)) return;
    breaches.push('a node has ended by itself');
    nodes.splice(nodes.indexOf(node), 1);
    void start();
  });
}

async function kill(): Promise<void> {
  const [node] = nodes.splice(chance(nodes.length), 1);
  if (!node) return;
  const ended = once(node.process, 'exit');
  node.process.kill('SIGKILL');
  await ended;
}

after(async () => {
  while (nodes.length > 0) await kill();
  await database.remove();
});

function moveClocks(): void {
  for (const { process, step } of nodes) process.send({ ahead, step } satisfies Moved);
}

/** The latest that it may be by any clock; microseconds. */
const latest = () => Date.now() * 1000 + ahead + wrong;

let seed = Number(process.env.CLAIM_SEED ?? 1);
/** A whole number below `below`. */
function chance(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

async function someNode(): Promise<Node> {
  await until(() => nodes.length > 0);
  return nth(nodes, chance(nodes.length));
}

const at = ({ address }: Node, token?: string): Client =>
  createClient({ baseUrl: `${address}/api/v1`, token });

/** What was sent: whether it was acknowledged. */
const comments = new Map<string, boolean>();
const lines = new Map<string, boolean>();
let written = 0;
const newText = () => `text ${++written}.`;

/** Counts what was sent and answered, in order. */
let moment = 0;
/** Who holds which card for certain: they were told so, and nothing was sent since that ends it. */
const holdings = new Map<string, { by: number; until: number }>();
/** Requests that end claims of a card: when one was last sent or answered, and how many are under way. */
const endings = new Map<string, { last: number; open: number }>();
/** How many requests may have completed a card, and when it was first told that it is completed. */
const completions = new Map<string, number>();
const completed = new Map<string, number>();
/** The cards that each waits for. */
const blockers = new Map<string, string[]>();
const breaches: string[] = [];
const told = {
  claims: 0,
  finished: 0,
  revoked: 0,
  broken: 0,
  kills: 0,
  deaths: 0,
  steps: 0,
  lapses: 0,
};

/** Sends what ends a claim of a card: from now on it may be free, until the answer has come. */
async function ending<T>(card: string, send: () => Promise<T>): Promise<T> {
  const known = endings.get(card) ?? { last: 0, open: 0 };
  endings.set(card, known);
  holdings.delete(card);
  known.last = ++moment;
  known.open++;
  try {
    return await send();
  } finally {
    known.open--;
    known.last = ++moment;
  }
}

const mayBeCompleted = (card: string, by = 1) => completions.set(card, (completions.get(card) ?? 0) + by);
const isCompleted = (card: string) => {
  if (!completed.has(card)) completed.set(card, ++moment);
};

/** An agent was told that it holds a card; `sent` is when it had asked. */
function take(card: string, by: number, claimedUntil: string, sent: number): void {
  told.claims++;
  if ((completed.get(card) ?? moment) < sent) breaches.push(`${card} was handed out after it was completed`);
  for (const blocker of blockers.get(card) ?? [])
    if (!completions.get(blocker)) breaches.push(`${card} was handed out before ${blocker} was completed`);
  const until = Date.parse(claimedUntil) * 1000;
  const { last, open } = endings.get(card) ?? { last: 0, open: 0 };
  // The answer may come after its own lease has ended, or after others have taken the card back.
  if (until <= latest() || last > sent || open > 0) return;
  const other = holdings.get(card);
  if (other && other.by !== by && other.until > latest())
    breaches.push(`${card} is held by ${other.by} and ${by}`);
  holdings.set(card, { by, until });
}

interface Claimed {
  id?: string;
  card?: null;
  claimedUntil: string;
}

/** One thing that an agent does; returns the card that it works on then. */
async function agentStep(
  agent: Agent,
  by: number,
  board: string,
  card?: string,
): Promise<string | undefined> {
  const ask = async (name: string, input: Record<string, unknown>) => {
    const { text, isError } = await agent.ask(name, input);
    return { text, done: isError ? undefined : (JSON.parse(text) as Claimed) };
  };
  const sent = ++moment;
  if (card === undefined) {
    const filter = chance(2) === 0 ? 'label:odd' : '-label:odd';
    const { done } = await ask('claim', { board, leaseSeconds, ...(chance(2) === 0 ? { filter } : {}) });
    if (done?.id !== undefined) take(done.id, by, done.claimedUntil, sent);
    else await ask('wait', { board, seconds: 1 });
    return done?.id;
  }
  const text = newText();
  switch (chance(8)) {
    case 0:
    case 1: {
      comments.set(text, false);
      if ((await ask('comment', { card, text })).done) comments.set(text, true);
      return card;
    }
    case 2: {
      lines.set(text, false);
      const { done } = await ask('edit_text', { card, oldText: 'Notes', newText: `Notes\n\n${text}` });
      if (done) lines.set(text, true);
      return card;
    }
    case 3: {
      const { done } = await ask('claim', { card, leaseSeconds });
      if (done) take(card, by, done.claimedUntil, sent);
      return done && card;
    }
    case 4: {
      const giveBack = () => ask('claim', { card, giveBack: true });
      await (holdings.get(card)?.by === by ? ending(card, giveBack) : giveBack());
      return undefined;
    }
    default:
      await finish(by, card, text, () => ask('finish', { card, comment: text }));
      return undefined;
  }
}

/** The agent's lease may have ended, and another may hold the card. */
async function finish(
  by: number,
  card: string,
  comment: string,
  send: () => Promise<{ text: string; done: unknown }>,
): Promise<void> {
  comments.set(comment, false);
  mayBeCompleted(card);
  const other = holdings.get(card);
  const isOthers = other !== undefined && other.by !== by;
  const { text, done } = await (isOthers ? send() : ending(card, send));
  if (!done) {
    if (!text.includes('done:')) mayBeCompleted(card, -1);
    return;
  }
  if (isOthers && holdings.get(card) === other && other.until > latest())
    breaches.push(`${card} was completed by ${by} while ${other.by} held it`);
  comments.set(comment, true);
  isCompleted(card);
  told.finished++;
}

async function personStep(client: Client, board: string, card: string): Promise<void> {
  const params = { cardPublicId: card };
  const text = newText();
  switch (chance(6)) {
    case 0:
    case 1: {
      const { description, version } = await client.call(api.cards.content, { params });
      lines.set(text, false);
      const body = { description: `${description}\n\n${text}`, version };
      await client.call(api.cards.update, { params, body });
      lines.set(text, true);
      return;
    }
    case 2:
    case 3:
      comments.set(text, false);
      await client.call(api.comments.create, { params, body: { comment: text } });
      comments.set(text, true);
      return;
    case 4: {
      const { claims } = await client.call(api.claims.list, { params: { boardPublicId: board } });
      const claim = claims[chance(claims.length)];
      if (!claim) return;
      const { cardPublicId } = claim;
      await ending(cardPublicId, () => client.call(api.claims.delete, { params: { cardPublicId } }));
      told.revoked++;
      return;
    }
    default:
      if ((blockers.get(card) ?? []).some((each) => !completions.get(each))) return;
      mayBeCompleted(card);
      await ending(card, () => client.call(api.cards.update, { params, body: { completed: true } }));
      isCompleted(card);
  }
}

async function makeBoard(): Promise<{ board: string; keys: string[]; people: string[]; cards: string[] }> {
  const node = await someNode();
  const people: string[] = [];
  const ids: string[] = [];
  for (const name of ['ada', 'bob', 'cyd']) {
    const body = { email: `${name}@example.com`, password: 'correct horse battery', name };
    const { token, user } = await at(node).call(api.auth.signUp, { body });
    people.push(token);
    ids.push(user.id);
  }
  const ada = at(node, nth(people, 0));
  const { publicId: workspacePublicId } = await ada.call(api.workspaces.create, { body: { name: 'Claims' } });
  const params = { workspacePublicId };
  for (const id of ids.slice(1))
    await database.sql(`insert into members
      (workspace_id, id, user_id, email, role_id, status, granted, revoked, created_at)
      select r.workspace_id, u.id, u.id, u.email, r.id, 'active', 0, 0, 1
      from roles r, users u where r.workspace_id = '${workspacePublicId}' and r.name = 'member' and u.id = '${id}'`);
  const lists = ['To do', 'Doing'];
  await ada.call(api.boards.create, { params, body: { name: 'Board', lists, labels: ['odd'] } });
  const [made] = await ada.call(api.boards.list, { params });
  const board = made?.publicId ?? '';
  const label = nth(made?.labels ?? [], 0).publicId;
  const keys: string[] = [];
  for (let n = 0; n < bots; n++) {
    const bot = await ada.call(api.bots.create, { params, body: { name: `Bot ${n}` } });
    for (let key = 0; key < agentCount / bots; key++) {
      const input = { params: { ...params, botPublicId: bot.publicId }, body: { name: `Key ${n} ${key}` } };
      keys.push((await ada.call(api.bots.createKey, input)).key);
    }
  }
  const cards: string[] = [];
  for (let n = 0; n < cardCount; n++) {
    const labelPublicIds = n % 2 === 1 ? [label] : [];
    const body = {
      title: `Card ${n}`,
      description: 'Notes',
      listPublicId: nth(made?.lists ?? [], 0).publicId,
      labelPublicIds,
    };
    const { publicId: card } = await ada.call(api.cards.create, { body });
    const before = n % 3 === 0 ? [] : [nth(cards, chance(n))];
    for (const cardPublicId of before)
      await ada.call(api.relations.create, {
        params: { cardPublicId: card },
        body: { type: 'blocked-by', cardPublicId },
      });
    blockers.set(card, before);
    cards.push(card);
  }
  return { board, keys, people, cards };
}

const count = async (from: string): Promise<number> =>
  Number((await database.sql<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

test('agents and people share a board while agents, nodes and clocks fail', async (t) => {
  await start();
  if (engine === 'postgres') await start();
  const { board, keys, people, cards } = await makeBoard();
  let left = steps;

  /** Does something again and again, on another node after one has died. */
  const work = async <C>(
    connect: (node: Node) => Promise<C>,
    step: (connected: C) => Promise<void>,
    turn: () => Promise<void> | void,
  ) => {
    let connected: C | undefined;
    for (;;) {
      await turn();
      if (left <= 0) return;
      try {
        connected ??= await connect(await someNode());
        await step(connected);
      } catch {
        told.broken++;
        connected = undefined;
      }
    }
  };
  const agents = keys.map((key, by) => {
    let held: string | undefined;
    return work(
      ({ address }) => agentOn(address, key, { transport: 'http', mode: 'auto' }),
      async (agent) => {
        const card = held;
        held = undefined;
        const next = await agentStep(agent, by, board, card);
        if (chance(20) > 0) {
          held = next;
          return;
        }
        // It dies before it has read the answer, and begins again with nothing.
        told.deaths++;
        await agent.close();
        throw new Error('dead');
      },
      () => void left--,
    );
  });
  const persons = people.map((token) =>
    work(
      async (node) => at(node, token),
      (client) => personStep(client, board, nth(cards, chance(cards.length))),
      // They are slower than agents.
      () => {
        const next = left - 6;
        return until(() => left <= Math.max(0, next));
      },
    ),
  );
  const breakage = async () => {
    for (let next = steps - between, turn = 0; next > 0; next -= between, turn++) {
      await until(() => left <= next);
      if (turn % 3 === 0) {
        await kill();
        told.kills++;
        await start();
      } else if (turn % 3 === 1) {
        const node = await someNode();
        node.step = node.step === 0 ? wrong : 0;
        moveClocks();
        told.steps++;
      } else {
        ahead += (leaseSeconds + 1) * second;
        moveClocks();
        told.lapses++;
      }
    }
  };
  await Promise.all([...agents, ...persons, breakage()]);
  assert.deepEqual(breaches, []);

  // What was abandoned comes back, and then all that is left can be done.
  for (const node of nodes) node.step = 0;
  ahead += 3 * leaseSeconds * second;
  moveClocks();
  await until(async () => (await count('card_claims')) === 0);
  const agent = await agentOn(nth(nodes, 0).address, nth(keys, 0), { transport: 'http', mode: 'auto' });
  for (;;) {
    const { id, claimedUntil } = await agent.call<Claimed>('claim', { board, leaseSeconds });
    if (id === undefined) break;
    take(id, 0, claimedUntil, ++moment);
    mayBeCompleted(id);
    await agent.call('finish', { card: id });
    isCompleted(id);
  }
  assert.deepEqual(breaches, []);
  assert.equal(await count('cards where completed_at is not null'), cardCount, 'none is lost or stuck');

  const stored = await database.sql<{ text: string }>('select comment as text from comments');
  const descriptions = await database.sql<{ text: string }>('select description as text from cards');
  const once = (sent: Map<string, boolean>, there: string) =>
    [...sent].filter(([text, isAcknowledged]) => {
      const times = there.split(text).length - 1;
      return times > 1 || (isAcknowledged && times === 0);
    });
  assert.deepEqual(once(comments, stored.map(({ text }) => text).join('\n')), []);
  assert.deepEqual(once(lines, descriptions.map(({ text }) => text).join('\n')), []);
  await assertConsistent(database);
  t.diagnostic(JSON.stringify({ ...told, texts: written }));
  assert.ok(
    Object.values(told).every((times) => times > 0),
    `everything that may go wrong did, and work was done: ${JSON.stringify(told)}`,
  );
});
