import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, operations } from '../../../../contract/api.ts';
import { ApiError } from '../../../../contract/client.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { begin, consent, registerApplication } from '../../testing/applications.ts';
import { type ExampleIds, exampleInput, type Input, thingOf } from '../../testing/example-input.ts';
import { makeOperator } from '../../testing/members.ts';
import { difference, everyRow } from '../../testing/rows.ts';
import { type Person, testService } from '../../testing/service.ts';
import { makeThings } from '../../testing/things.ts';

/*
 * A request sets what its operation declares and nothing else, whatever other names it sends. Each operation is called
 * twice, in worlds that are alike: as it is meant to be, and with every name that any request, reply or table knows.
 * What the two change in the database must be the same.
 */

// Operations that call other services reach none: loopback addresses are refused.
const nowhere = 'http://127.0.0.1:10009';
const service = await testService({
  CODEHOST_API_URL: nowhere,
  BOARDTOOL_API_URL: nowhere,
  LOG_LEVEL: 'silent',
});
const stranger = await service.signUp('stranger');
// Both worlds find an announcement, which has to be replaced.
const announced = {
  id: '0123456789abcdef',
  text: 'text-1',
  level: 'info',
  until: '2026-01-01T00:00:00.000Z',
};
await service.sql(
  `insert into installation (name, value) values ('announcement', '${JSON.stringify(announced)}')`,
);
const foreign = await makeThings(service, stranger, await service.signUp('elsewhere'));

/** What an application asks for that somebody else has allowed before. */
const { address } = begin(service, await registerApplication(service));
await consent(stranger, address);

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
}

/** What is sent under a name that is not declared: something that would be taken, were it read. */
function tamperedValue(name: string, { type, enum: allowed }: Schema): unknown {
  const thing = thingOf(name);
  if (thing && thing in foreign) return name.endsWith('s') ? [foreign[thing]] : foreign[thing];
  if (allowed) return allowed.at(-1);
  if (type === 'integer' || type === 'number') return 987_654;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  if (type === 'object') return {};
  return 'tampered';
}

function collect(schema: Schema | undefined, into: Map<string, unknown>): void {
  if (schema?.items) collect(schema.items, into);
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    into.set(name, tamperedValue(name, property));
    collect(property, into);
  }
}

/** Every name that a request or a reply has, and every column, spelled both ways. */
async function everyName(): Promise<Map<string, unknown>> {
  const names = new Map<string, unknown>();
  for (const { reply, body, query } of operations) {
    for (const schema of [reply, body, query]) collect(schema as Schema | undefined, names);
  }
  for (const row of await everyRow(service)) {
    const columns = JSON.parse(row.slice(row.indexOf(' '))) as Record<string, unknown>;
    for (const [column, value] of Object.entries(columns)) {
      const camel = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const tampered = typeof value === 'number' ? 987_654 : 'tampered';
      for (const name of [column, camel]) if (!names.has(name)) names.set(name, tampered);
    }
  }
  return names;
}

const names = await everyName();

/** The body with all other names in addition to its own, in every object that it holds. */
function tampered(body: unknown, schema: Schema | undefined): unknown {
  if (Array.isArray(body)) return body.map((each) => tampered(each, schema?.items));
  if (typeof body !== 'object' || body === null) return body;
  const { properties = {}, additionalProperties } = schema ?? {};
  // Every name in it is declared.
  if (additionalProperties) return body;
  const own = Object.entries(body).map(([name, value]) => [name, tampered(value, properties[name])]);
  const others = [...names].filter(([name]) => !(name in properties));
  return Object.fromEntries([...others, ...own]) as object;
}

interface World {
  admin: Person;
  other: Person;
  things: ExampleIds;
}

type People = Pick<World, 'admin' | 'other'>;

let people = 0;

async function makePeople(): Promise<People> {
  const number = ++people;
  return { admin: await service.signUp(`admin${number}`), other: await service.signUp(`other${number}`) };
}

const makeWorld = async ({ admin, other }: People): Promise<World> => ({
  admin,
  other,
  things: await makeThings(service, admin, other),
});

/** What concerns an account concerns those of no other test. */
const shared = [await makePeople(), await makePeople()] as const;
const peopleFor = async ({ access }: Operation): Promise<readonly [People, People]> =>
  access.includes(':') ? shared : [await makePeople(), await makePeople()];

async function twoWorlds(operation: Operation): Promise<[World, World]> {
  const [some, others] = await peopleFor(operation);
  if (operation.access === 'operator')
    await Promise.all([some, others].map(({ admin }) => makeOperator(service, admin)));
  return [await makeWorld(some), await makeWorld(others)];
}

/** Columns whose values are random, or made of random ones. */
const random =
  /"(\w*_hash|\w*_sealed|request|prefix|slug|storage_key|transaction_id|last_used_at)":("[^"]*"|\d+|null)/g;

/** What is different between two worlds that are alike is named by what it stands for. */
function normalised(text: string, { admin, other, things }: World): string {
  const known = new Map<string, string>([
    [admin.id, 'admin'],
    [other.id, 'other'],
    ...Object.entries(foreign).map(([thing, id]): [string, string] => [id as string, `foreign ${thing}`]),
    ...Object.entries(things).map(([thing, id]): [string, string] => [id as string, thing]),
  ]);
  return text
    .replace(random, (whole, column: string) => (whole.includes('tampered') ? whole : `"${column}":…`))
    .replace(/\b(workspace|board)-\d+-[0-9a-z]+/g, 'slug')
    .replace(/\btbk_[\w-]{8}(?:…|(?=\\"))/g, 'a key')
    .replace(/\b[0-9a-f]{40}@bot\.invalid/g, 'a bot')
    .replace(/w[hd]\d{16}|\b[0-9a-z]{16}\b/g, (id) => known.get(id) ?? (/^\d+$/.test(id) ? 'time' : 'new'))
    .replace(/"(id|key_id)":\d+/g, '"$1":#')
    .replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
      string.replace(/\d+/g, (digits) => (digits === '987654' ? digits : '#')),
    );
}

interface Effect {
  status: number;
  /** What was changed, as it is in any world. */
  rows: string[];
}

async function effect(operation: Operation, world: World, input: Input): Promise<Effect> {
  const before = await everyRow(service);
  const status = await world.admin.call(operation, input as never).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof ApiError) return error.status;
      throw error;
    },
  );
  const rows = difference(before, await everyRow(service)).map((row) => normalised(row, world));
  return { status, rows: rows.toSorted() };
}

/** What fails because made-up input names nothing that exists, or two ways at once, or would leave a workspace without an admin. */
const failing = [
  'acceptInvite',
  'confirmNewAddress',
  'confirmSecondFactor',
  'confirmUpload',
  'connectIntegration',
  'deleteMe',
  'importBoardtoolBoards',
  'importCodehostProjects',
  'updateNotifications',
  'updateOwnView',
];

const passwordOf = ({ admin }: World) => ({ currentPassword: `password of ${admin.email.split('@')[0]}` });

const board = JSON.stringify({
  name: 'Website',
  lists: [{ id: 'a', name: 'To do', closed: false, pos: 1 }],
  cards: [],
});

/** What input has to say that cannot be made up. */
const known: Record<string, (world: World) => object> = {
  allowApplication: () => ({ request: address.search.slice(1) }),
  // One address is one browser, of one account.
  addPushSubscription: ({ admin }) => ({ endpoint: `https://push.example.com/${admin.id}` }),
  changeMemberRole: () => ({ role: 'member' }),
  changePassword: passwordOf,
  confirmSession: (world) => ({
    code: undefined,
    recoveryCode: undefined,
    passkey: undefined,
    step: undefined,
    token: undefined,
    ...passwordOf(world),
  }),
  importFile: () => ({ format: 'boardtool-json', content: board }),
  requestNewAddress: passwordOf,
  deleteMe: passwordOf,
};

function inputFor(operation: Operation, world: World, whole: boolean): Input {
  const { body, ...input } = exampleInput(operation, world.things, whole);
  return { ...input, body: { ...body, ...known[operation.id]?.(world) } };
}

/** As much of the body as succeeds: all of it, or what is required. */
async function meantInput(operation: Operation, world: World): Promise<{ whole: boolean; meant: Effect }> {
  const whole = await effect(operation, world, inputFor(operation, world, true));
  if (whole.status === 200) return { whole: true, meant: whole };
  return { whole: false, meant: await effect(operation, world, inputFor(operation, world, false)) };
}

const writing = operations.filter(
  ({ method, access, body }) => method !== 'GET' && access !== 'none' && body,
);

test('the names were found', () => {
  for (const name of ['publicId', 'createdBy', 'cardNumber', 'permissions', 'workspace_id', 'workspaceId']) {
    assert.ok(names.has(name), name);
  }
  assert.ok(names.size > 150, String(names.size));
  assert.ok(writing.length > 35);
});

test('a field that is taken is seen', async () => {
  const [one, two] = await twoWorlds(api.cards.update);
  const [first, second] = [one, two].map(({ things }) => exampleInput(api.cards.update, things));
  assert.ok(first?.body && second?.body);
  second.body.dueDate = '2026-12-24T18:00:00Z';
  const effects = [await effect(api.cards.update, one, first), await effect(api.cards.update, two, second)];
  assert.notDeepEqual(effects[0]?.rows, effects[1]?.rows);
});

for (const operation of writing) {
  test(`${operation.id} sets what it declares and nothing else`, async () => {
    const [one, two] = await twoWorlds(operation);
    const { whole, meant } = await meantInput(operation, one);
    assert.equal(meant.status === 200, !failing.includes(operation.id));
    const { body, ...input } = inputFor(operation, two, whole);
    const more = tampered(body, operation.body as Schema | undefined) as Record<string, unknown>;
    assert.deepEqual(await effect(operation, two, { ...input, body: more }), meant);
  });
}
