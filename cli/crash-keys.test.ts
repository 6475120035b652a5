import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, operations } from '../contract/api.ts';
import { addressOf, type Client } from '../contract/client.ts';
import { takesIdempotencyKey } from '../contract/headers.ts';
import type { Operation } from '../contract/operation.ts';
import { engine } from '../server/src/testing/database.ts';
import type { Input } from '../server/src/testing/example-input.ts';
import { until } from '../server/src/testing/files.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { fakeGitHub } from '../server/src/testing/github.ts';
import { killableNodes } from '../server/src/testing/killable-nodes.ts';
import { type Answer, receiver } from '../server/src/testing/receiver.ts';
import { fakeTrello } from '../server/src/testing/trello.ts';
import { trelloBoard } from '../server/src/testing/trello-boards.ts';

/*
 * Kills all nodes in the middle of each operation that takes an idempotency key and is more than one change. The same request
 * with the same key succeeds once the claim has expired, and takes effect exactly once.
 */

const github = await fakeGitHub();
const fields = [{ id: 'F1', name: 'Status', dataType: 'SINGLE_SELECT' as const, options: [] }];
github.projects.push({ id: 'P1', title: 'Roadmap', fields, items: [] });
const trello = await fakeTrello();
const house = trelloBoard('House', { cards: 3 });
trello.boards.push(house);
/** Queued answers to the next requests that the webhook receiver gets. */
const hooked: Answer[] = [];
const hook = await receiver((response, request) => {
  const next = hooked.shift();
  if (next) next(response, request);
  else response.end();
});

const { database, nodes, startAll, killAll, at } = await killableNodes({
  CODEHOST_API_URL: github.url,
  BOARDTOOL_API_URL: trello.url,
  BOARDTOOL_API_KEY: trello.key,
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
});

const password = 'correct horse battery';

interface Person {
  token: string;
  email: string;
  workspace: string;
}

async function signUp(name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const { token } = await at(nth(nodes, 0)).call(api.auth.signUp, { body: { email, password } });
  const client = at(nth(nodes, 0), token);
  const { publicId } = await client.call(api.workspaces.create, { body: { name } });
  return { token, email, workspace: publicId };
}

const clientOf = ({ token }: Person): Client => at(nth(nodes, 0), token);

const connect = (person: Person, provider: 'codehost' | 'boardtool') =>
  clientOf(person).call(api.integrations.connect, { params: { provider }, body: { token: 'good-token' } });

const boardNames = async (person: Person) =>
  (await clientOf(person).call(api.boards.list, { params: { workspacePublicId: person.workspace } })).map(
    ({ name }) => name,
  );

const importsOf = (person: Person) =>
  clientOf(person).call(api.imports.list, { params: { workspacePublicId: person.workspace } });

/** A board with many cards, created by a user who is in no workspace. */
const file = JSON.stringify({
  name: 'House',
  lists: [{ id: 'l1', name: 'To do', pos: 1 }],
  members: [{ id: 'm1', username: 'eve', fullName: 'Eve of elsewhere' }],
  cards: Array.from({ length: 400 }, (_, n) => ({
    id: `c${n}`,
    name: `Card ${n}`,
    idList: 'l1',
    pos: n,
    idMembers: ['m1'],
  })),
});

const fileOf = ({ workspace: workspacePublicId }: Person) => ({
  workspacePublicId,
  format: 'boardtool-json' as const,
  content: file,
});

interface Case {
  operation: Operation;
  name: string;
  /** Creates what the request needs. */
  prepare: (person: Person) => Promise<Input>;
  /** Whether the request is at its longest part; if absent, it is interrupted as soon as its key is claimed. */
  isUnderWay?: () => boolean;
  /** Asserts that it has taken effect, once. */
  hasHappened: (person: Person, reply: Record<string, unknown>) => Promise<void>;
}

/** Makes the next request to an external service hang; returns a function that reports whether it has arrived. */
function hanging(to: (Answer | undefined)[]): () => boolean {
  let hasCome = false;
  to.push(() => {
    hasCome = true;
  });
  return () => hasCome;
}

const input = (more: Partial<Input>): Input => ({ params: {}, query: {}, ...more });

const completed = async (person: Person, ids: unknown) => {
  await until(async () => (await importsOf(person)).every(({ state }) => state === 'completed'));
  const done = (await importsOf(person)).map(({ importPublicId }) => importPublicId);
  assert.deepEqual(done, ids);
};

let isWaiting = () => true;

const cases: Case[] = [
  {
    operation: api.imports.file,
    name: 'while the caller waits',
    prepare: async (person) => input({ body: fileOf(person) }),
    async hasHappened(person, reply) {
      assert.equal(reply.boardsImported, 1);
      assert.deepEqual(await boardNames(person), ['House']);
      await completed(person, [reply.importPublicId]);
    },
  },
  {
    operation: api.imports.file,
    name: 'by itself',
    prepare: async (person) => input({ query: { async: true }, body: fileOf(person) }),
    async hasHappened(person, { importPublicId: id }) {
      await until(async () => (await importsOf(person)).some(({ state }) => state === 'completed'));
      assert.deepEqual(await boardNames(person), ['House']);
      const done = (await importsOf(person)).filter(({ state }) => state === 'completed');
      assert.deepEqual(
        done.map(({ importPublicId }) => importPublicId),
        [id],
      );
    },
  },
  {
    operation: api.imports.codehostProjects,
    name: 'while the caller waits',
    async prepare(person) {
      await connect(person, 'codehost');
      isWaiting = hanging(github.instead);
      return input({ body: { projectIds: ['P1'], workspacePublicId: person.workspace } });
    },
    isUnderWay: () => isWaiting(),
    async hasHappened(person, reply) {
      assert.deepEqual(reply, { projectsImported: 1 });
      assert.deepEqual(await boardNames(person), ['Roadmap']);
    },
  },
  {
    operation: api.imports.boardtoolBoards,
    name: 'while it asks for the boards',
    async prepare(person) {
      await connect(person, 'boardtool');
      isWaiting = hanging(trello.instead);
      return input({ body: { boardIds: [house.id], workspacePublicId: person.workspace } });
    },
    isUnderWay: () => isWaiting(),
    async hasHappened(person, reply) {
      await completed(person, reply.importPublicIds);
      assert.deepEqual(await boardNames(person), ['House']);
    },
  },
  {
    operation: api.webhooks.test,
    name: 'while the receiver does not answer',
    async prepare(person) {
      const params = { workspacePublicId: person.workspace };
      const body = { name: 'Chat', url: hook.url, events: ['card.created' as const] };
      const { publicId } = await clientOf(person).call(api.webhooks.create, { params, body });
      isWaiting = hanging(hooked);
      return input({ params: { ...params, webhookPublicId: publicId } });
    },
    isUnderWay: () => isWaiting(),
    hasHappened: async (_person, reply) => assert.deepEqual(reply, { success: true, statusCode: 200 }),
  },
  {
    operation: api.channels.test,
    name: 'while the chat does not answer',
    async prepare(person) {
      const { call } = clientOf(person);
      const inWorkspace = { params: { workspacePublicId: person.workspace } };
      const made = await call(api.boards.create, {
        ...inWorkspace,
        body: { name: 'Chatty', lists: [], labels: [] },
      });
      const params = { boardPublicId: made.publicId };
      const body = { kind: 'slack' as const, url: hook.url, events: ['card.created'] };
      const { publicId } = await call(api.channels.create, { params, body });
      isWaiting = hanging(hooked);
      return input({ params: { ...params, channelPublicId: publicId } });
    },
    isUnderWay: () => isWaiting(),
    hasHappened: async (_person, reply) => assert.deepEqual(reply, { success: true, statusCode: 200 }),
  },
  {
    operation: api.members.merge,
    name: 'in its slices',
    async prepare(person) {
      await clientOf(person).call(api.imports.file, { body: fileOf(person) });
      const params = { workspacePublicId: person.workspace };
      const members = await clientOf(person).call(api.members.list, { params });
      const idOf = (is: boolean) => members.find(({ isPlaceholder }) => isPlaceholder === is)?.publicId ?? '';
      return input({
        params: { ...params, memberPublicId: idOf(true) },
        body: { targetMemberPublicId: idOf(false) },
      });
    },
    async hasHappened(person, reply) {
      assert.deepEqual(reply, { success: true });
      const left = () =>
        database.sql(
          `select 1 from placeholders where workspace_id = '${person.workspace}' and due_at is not null`,
        );
      await until(async () => (await left()).length === 0);
      const told = await database.sql(
        `select 1 from audit_entries where workspace_id = '${person.workspace}' and type = 'member.merged'`,
      );
      assert.equal(told.length, 1);
    },
  },
  {
    operation: api.notifications.update,
    name: 'in its slices',
    async prepare({ email, workspace }) {
      await database.sql(`insert into notifications (workspace_id, id, user_id, kind, times, created_at, told_at)
        with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < 3000)
        select '${workspace}', 'n' || (100000000000000 + i), u.id, 'changed', 1, i, i
        from n cross join (select id from users where email = '${email}') u`);
      return input({ body: { before: '2026-01-01T00:00:00Z', read: true } });
    },
    async hasHappened({ workspace }, reply) {
      assert.deepEqual(reply, { unread: 0 });
      const left = await database.sql(
        `select 1 from notifications where workspace_id = '${workspace}' and read_at is null`,
      );
      assert.equal(left.length, 0);
    },
  },
  {
    operation: api.fields.deleteFromWorkspace,
    name: 'between two boards',
    async prepare(person) {
      const params = { workspacePublicId: person.workspace };
      const client = clientOf(person);
      const field = { params, body: { name: 'Stage', type: 'text' } as const };
      const { publicId } = await client.call(api.fields.createInWorkspace, field);
      for (let n = 0; n < 40; n++) {
        const board = await client.call(api.boards.create, { params, body: { name: `Board ${n}` } });
        const of = { boardPublicId: board.publicId, workspaceFieldPublicId: publicId };
        await client.call(api.fields.use, { params: of });
      }
      return input({ params: { ...params, workspaceFieldPublicId: publicId } });
    },
    async hasHappened({ workspace }, reply) {
      assert.equal(reply.success, true);
      for (const table of ['fields', 'workspace_fields'])
        assert.deepEqual(
          await database.sql(`select 1 from ${table} where workspace_id = '${workspace}'`),
          [],
        );
      const told = await database.sql(
        `select 1 from audit_entries where workspace_id = '${workspace}' and type = 'field.deleted'`,
      );
      assert.equal(told.length, 1);
    },
  },
  {
    operation: api.fields.updateInWorkspace,
    name: 'between two boards',
    async prepare(person) {
      const params = { workspacePublicId: person.workspace };
      const client = clientOf(person);
      const options = [{ name: 'Draft' }, { name: 'Done' }];
      const field = { params, body: { name: 'Stage', type: 'select', options } as const };
      const { publicId, options: made } = await client.call(api.fields.createInWorkspace, field);
      for (let n = 0; n < 20; n++) {
        const board = await client.call(api.boards.create, { params, body: { name: `Board ${n}` } });
        const of = { boardPublicId: board.publicId };
        await client.call(api.fields.use, { params: { ...of, workspaceFieldPublicId: publicId } });
        const list = await client.call(api.lists.create, { body: { name: 'To do', ...of } });
        const body = { title: 'Card', listPublicId: list.publicId, fields: { Stage: 'Draft' } };
        await client.call(api.cards.create, { body });
      }
      const kept = { publicId: nth(made, 1).publicId, name: 'Done' };
      return input({
        params: { ...params, workspaceFieldPublicId: publicId },
        body: { options: [kept, { name: 'Print' }] },
      });
    },
    async hasHappened({ workspace }, reply) {
      assert.equal((reply.options as unknown[]).length, 2);
      const of = `where workspace_id = '${workspace}'`;
      assert.deepEqual(await database.sql(`select 1 from field_values ${of}`), []);
      assert.equal((await database.sql(`select distinct options from fields ${of}`)).length, 1);
      const told = await database.sql(`select 1 from audit_entries ${of} and type = 'field.updated'`);
      assert.equal(told.length, 1);
    },
  },
  {
    operation: api.undo.session,
    name: 'between two parts',
    async prepare(person) {
      const client = clientOf(person);
      const params = { workspacePublicId: person.workspace };
      const body = { name: 'House', lists: ['To do'], labels: [] };
      const { publicId: boardPublicId } = await client.call(api.boards.create, { params, body });
      const { lists } = await client.call(api.boards.get, { params: { boardPublicId } });
      const { id, key } = await client.call(api.users.createApiKey, { body: { name: 'Agent' } });
      const agent = at(nth(nodes, 0), key);
      for (let n = 0; n < 60; n++) {
        const card = { title: `Card ${n}`, listPublicId: nth(lists, 0).publicId };
        const { publicId: cardPublicId } = await client.call(api.cards.create, { body: card });
        await agent.call(api.cards.update, { params: { cardPublicId }, body: { title: `Other ${n}` } });
      }
      return input({ params: { boardPublicId }, body: { apiKey: id, from: '2026-01-01T00:00:00Z' } });
    },
    async hasHappened({ workspace }) {
      const of = `where workspace_id = '${workspace}'`;
      assert.deepEqual(await database.sql(`select 1 from cards ${of} and title like 'Other%'`), []);
      const told = await database.sql(`select 1 from activities ${of} and type = 'card.updated.title'`);
      assert.equal(told.length, 2 * 60, 'each title was changed and changed back');
    },
  },
  {
    operation: api.users.deleteMe,
    name: 'while it looks at the password',
    prepare: async () => input({ body: { currentPassword: password } }),
    async hasHappened({ email }, reply) {
      assert.deepEqual(reply, { success: true });
      const signIn = at(nth(nodes, 0)).call(api.auth.signIn, { body: { email, password } });
      await assert.rejects(signIn, { status: 401 });
    },
  },
];

test('every operation that takes a key and is more than one change is interrupted here', () => {
  const ids = operations
    .filter((operation) => takesIdempotencyKey(operation) && operation.severalChanges)
    .map(({ id }) => id);
  assert.deepEqual(new Set(cases.map(({ operation }) => operation.id)), new Set(ids));
});

async function send(
  { token }: Person,
  { operation }: Case,
  { params, query, body = {} }: Input,
  key: string,
) {
  const response = await fetch(`${nth(nodes, 0).address}/api/v1${addressOf(operation, params, query)}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as Record<string, unknown>;
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), reply };
}

const unanswered = (key: string) =>
  database.sql(`select 1 from idempotency_keys where key = '${key}' and reply_sealed is null`);

/** Kills all nodes during a request; returns whether it was interrupted. */
async function interrupt(person: Person, each: Case, given: Input, key: string): Promise<boolean> {
  const sent = send(person, each, given, key).catch(() => undefined);
  let hasEnded = false;
  void sent.then(() => {
    hasEnded = true;
  });
  const { isUnderWay = async () => (await unanswered(key)).length > 0 } = each;
  await until(async () => hasEnded || (await isUnderWay()));
  const isHit = !hasEnded;
  await killAll();
  await sent;
  await startAll();
  return isHit;
}

/** Expires all claims. */
async function endClaims(): Promise<void> {
  await database.sql('update idempotency_keys set expires_at = 1 where reply_sealed is null');
  await database.sql('update placeholders set due_at = 1 where due_at > 1');
}

for (const each of cases) {
  const { operation, name, prepare, hasHappened } = each;
  test(`${operation.id} (${name}) that a crash interrupts succeeds with the same key, and happens once`, async () => {
    for (let n = 0, isHit = false; !isHit; n++) {
      assert.ok(n < 10, 'it is hit in the end');
      const key = `${operation.id}-${n}-${name.replaceAll(' ', '-')}`;
      const person = await signUp(key.toLowerCase());
      const given = await prepare(person);
      isHit = await interrupt(person, each, given, key);
      if (!isHit) continue;
      if (engine === 'postgres' && (await unanswered(key)).length > 0) {
        // The other node might still be working on it.
        const refused = await send(person, each, given, key);
        assert.equal(refused.status, operation.errors.some((status) => status === 409) ? 409 : 400);
        assert.ok(refused.retryAfter >= 1 && refused.retryAfter <= 60, String(refused.retryAfter));
        assert.match(JSON.stringify(refused.reply), /has not been answered yet; try again in \d+ s/);
        await endClaims();
      }
      const { status, reply } = await send(person, each, given, key);
      assert.equal(status, 200, JSON.stringify(reply));
      await hasHappened(person, reply);
    }
  });
}
