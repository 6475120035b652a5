import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, operations } from '../../../../contract/api.ts';
import { ApiError } from '../../../../contract/client.ts';
import { issueTexts } from '../../../../contract/issue-texts.ts';
import { keyRights } from '../../../../contract/key-rights.ts';
import type { Operation } from '../../../../contract/operation.ts';
import {
  type Permission,
  permissions,
  type SystemRole,
  systemRoles,
} from '../../../../contract/permissions.ts';
import { type ClosedBy, closingCodes, type Policies, policyCodes } from '../../../../contract/policies.ts';
import {
  type ExampleIds,
  exampleInput,
  type IdName,
  type Input,
  thingOf,
  thingsOfBoards,
} from '../../testing/example-input.ts';
import { addBoardMember, addMember, keyOf, keyWithoutLimits, makeOperator } from '../../testing/members.ts';
import { type Person, testService } from '../../testing/service.ts';
import { makeThings } from '../../testing/things.ts';
import { day } from '../clock.ts';
import { hashOf } from './tokens.ts';

/*
 * Walks every operation of the contract with every kind of caller and target, on a board that is open to its workspace
 * and on one that is closed to all but its members. Inputs are made from the schemas, so a new operation is covered
 * unwritten. First everything that must be refused, which must leave no trace; then everything that must be let through.
 */

const kinds = ['an open board', 'a closed board'] as const;
type Kind = (typeof kinds)[number];

const service = await testService();
const admin = await service.signUp('admin');
const stranger = await service.signUp('stranger');
// What is there was made by someone else: authors may do with their comments what others may not.
const founder = await service.signUp('founder');

/** One of everything that `maker` made, around a board of this kind; `target` may be acted upon. */
async function thingsOn(kind: Kind, maker: Person): Promise<ExampleIds> {
  const things = await makeThings(service, maker, target);
  if (kind === 'a closed board') {
    const params = { boardPublicId: things.board };
    await maker.call(api.boards.update, { params, body: { access: 'members' } });
  }
  return things;
}

const target = await service.signUp('target');

interface Targets {
  kind: Kind;
  own: ExampleIds;
  foreign: ExampleIds;
}

const targets: Targets[] = [];
for (const kind of kinds) {
  const own = await thingsOn(kind, founder);
  await addMember(service, own.workspace, admin, { role: 'admin' });
  await addMember(service, own.otherWorkspace, admin, { role: 'admin' });
  targets.push({ kind, own, foreign: await thingsOn(kind, stranger) });
}

/** Makes someone a member of a workspace, and of its board: who is none of that is in `boards.test.ts`. */
async function join(
  things: ExampleIds,
  person: Person,
  given: Parameters<typeof addMember>[3] & { role: SystemRole },
) {
  const member = await addMember(service, things.workspace, person, given);
  if (given.status !== 'removed')
    await addBoardMember(service, things.workspace, things.board, member, given.role);
}

const absent = Object.fromEntries(
  [
    'workspace',
    'otherWorkspace',
    'role',
    'member',
    'bot',
    'webhook',
    'codeHost',
    'group',
    'delivery',
    'channel',
    'channelDelivery',
    'view',
    'rule',
    'workspaceField',
    'import',
    'account',
    ...thingsOfBoards,
  ].map((thing) => [thing, '0123456789abcdef']),
) as unknown as ExampleIds;

/** The parameters of the path that address things, and the ids in the body, required or not. */
const idsIn = (values: Record<string, unknown> | undefined): [string, IdName][] =>
  Object.keys(values ?? {}).flatMap((name) => {
    const thing = thingOf(name);
    return thing ? [[name, thing] as [string, IdName]] : [];
  });

interface IdInBody {
  holder: Record<string, unknown>;
  name: string;
  thing: IdName;
}

/** The ids in a body, also in the objects and lists that it holds. */
function idsWithin(value: unknown): IdInBody[] {
  if (Array.isArray(value)) return value.flatMap(idsWithin);
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  const own = idsIn(holder).map(([name, thing]) => ({ holder, name, thing }));
  return [...own, ...Object.values(holder).flatMap(idsWithin)];
}

/** The status for outsiders: what is on a closed board does not exist for them. */
function outside(kind: Kind, operation: Operation): number {
  const { params, body } = exampleInput(operation, absent);
  const path = idsIn(params).map(([, thing]) => thing);
  if (kind === 'an open board' || path.includes('workspace')) return 403;
  if (path.some(isOnBoard)) return notFound(operation);
  return idsWithin(body).some(({ thing }) => isOnBoard(thing)) ? 400 : 403;
}

const isOnBoard = (thing: IdName): boolean => thingsOfBoards.includes(thing);

/** What an operation answers for what is not there. */
const notFound = ({ errors }: Operation): number => (errors.includes(404) ? 404 : 403);

const needsPermission = (operation: Operation): operation is Operation & { access: Permission } =>
  operation.access.includes(':');
const guarded = operations.filter(({ access }) => access !== 'none');
const permitted = operations.filter(needsPermission);

interface Answer {
  status: number;
  /** What the first issue of an error says. */
  says?: string | undefined;
}

/** Calls an operation with the input. The reply is checked against the document. */
async function answerTo(caller: Pick<Person, 'call'>, operation: Operation, input: Input): Promise<Answer> {
  try {
    await caller.call(operation, input as never);
    return { status: 200 };
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, says: error.issues[0]?.message };
    throw error;
  }
}

const statusOf = async (...call: Parameters<typeof answerTo>): Promise<number> =>
  (await answerTo(...call)).status;

/** Everything that is stored, but for when credentials were last used. */
async function everything(): Promise<unknown> {
  const tables =
    'users members roles invites workspaces boards board_members favourites lists labels fields cards card_labels'.split(
      ' ',
    );
  const more =
    'card_members checklists checklist_items comments uploads attachments activities changes'.split(' ');
  const rows = [
    ...tables,
    ...more,
    'webhooks',
    'webhook_deliveries',
    'imports',
    'placeholders',
    'integrations',
    'mail_tokens',
    'audit_entries',
  ].map(async (table) => [
    table,
    (await service.sql(`select * from ${table}`)).map((row) => JSON.stringify(row)).sort(),
  ]);
  return Promise.all(rows);
}

const outsiders: Record<string, Person> = { outsider: stranger };
for (const status of ['invited', 'paused', 'removed'] as const) {
  const person = await service.signUp(status);
  for (const { own } of targets) await join(own, person, { role: 'admin', status });
  outsiders[`${status} member`] = person;
}

const refused = {
  member: await service.signUp('refused-member'),
  guest: await service.signUp('refused-guest'),
};
for (const role of ['member', 'guest'] as const) {
  for (const { own } of targets) await join(own, refused[role], { role });
}

/** A bot in the role of a member, on the board, with a key that has no limits. */
async function botIn({ workspace, board }: ExampleIds): Promise<Pick<Person, 'call'>> {
  const params = { workspacePublicId: workspace };
  const { publicId } = await admin.call(api.bots.create, { params, body: { name: 'agent', role: 'member' } });
  await addBoardMember(service, workspace, board, publicId, 'member');
  const made = { params: { ...params, botPublicId: publicId }, body: { name: 'key' } };
  return service.caller((await admin.call(api.bots.createKey, made)).key);
}

const bots = Object.fromEntries(
  await Promise.all(targets.map(async ({ kind, own }) => [kind, await botIn(own)] as const)),
) as Record<Kind, Pick<Person, 'call'>>;

/** Something of everything that is told across workspaces: a card of the admin, a notification, an export. */
async function toldOfElsewhere(): Promise<ExampleIds & { export: string }> {
  const maker = await service.signUp('maker-for-elsewhere');
  const things = await thingsOn('an open board', maker);
  const seat = await addMember(service, things.workspace, admin, { role: 'admin' });
  const onCard = { params: { cardPublicId: things.card, workspaceMemberPublicId: seat } };
  await maker.call(api.cards.addMember, onCard);
  const board = { params: { boardPublicId: things.board } };
  const started = await admin.call(api.exports.startBoard, { ...board, body: {} });
  return { ...things, export: started.exportPublicId };
}

const elsewhere = await toldOfElsewhere();

const before = await everything();

async function expired(): Promise<Person> {
  const person = await service.signUp('expired');
  await service.sql(`update sessions set expires_at = 1 where user_id = '${person.id}'`);
  return person;
}

async function expiredKey(): Promise<string> {
  const { key } = await keyOf(service, admin, [...permissions]);
  await service.sql('update api_keys set expires_at = 1 where id = (select max(id) from api_keys)');
  return key;
}

const ended = await expired();
const noOnes: Record<string, Pick<Person, 'call'>> = {
  'no token': service.caller(),
  'a token that is none': service.caller('tbs_nonsense'),
  'a session that has expired': ended,
  'a session in a cookie that has expired': service.onPage(ended),
  'a key that has expired': service.caller(await expiredKey()),
};

/** Everyone calls with a token, and as a page does, with the session in a cookie. */
const ways = {
  'with a token': (person: Person) => person,
  'with a cookie': (person: Person) => service.onPage(person),
};

type Caller = Pick<Person, 'call'>;

interface Closing {
  code: (typeof closingCodes)[ClosedBy];
  close: (workspace: string) => Promise<unknown>;
  /** Whom it closes a workspace to; `bot` is one of that workspace. */
  callers: (bot: Caller) => Promise<Caller[]>;
}

const demand = (policies: Partial<Policies>) => (workspace: string) =>
  service.sql(`update workspaces set policies = '${JSON.stringify(policies)}' where id = '${workspace}'`);

const wholeKey = () => keyOf(service, admin, [...permissions]);

const latestKey = '(select max(id) from api_keys)';

/** A key that was made two days ago, and never used. */
async function oldKey(): Promise<Caller[]> {
  const key = await wholeKey();
  await service.sql(`update api_keys set created_at = created_at - ${2 * day} where id = ${latestKey}`);
  return [key];
}

/** A session that was opened two days ago, and is used now for the first time since. */
async function oldSession(): Promise<Caller[]> {
  const body = { email: admin.email, password: 'password of admin' };
  const { token } = await service.caller().call(api.auth.signIn, { body });
  await service.sql(
    `update sessions set created_at = created_at - ${2 * day}, longest_idle = ${2 * day} where token_hash = '${hashOf(token)}'`,
  );
  return [service.caller(token)];
}

/** What closes a workspace, by whom it closes it to: an admin, who is shut out by nothing else. */
const closings: Record<string, Closing> = {
  'a caller without the second factor that a workspace demands': {
    code: policyCodes.secondFactor,
    close: demand({ secondFactor: true }),
    callers: async () => [admin, service.onPage(admin), await wholeKey()],
  },
  'a session by password, or a key for all, where only a provider opens a workspace,': {
    code: policyCodes.provider,
    close: demand({ provider: 'company' }),
    callers: async () => [admin, await wholeKey()],
  },
  'a session that is older than a workspace allows': {
    code: policyCodes.sessionHours,
    close: demand({ sessionHours: 1 }),
    callers: oldSession,
  },
  'a session that was unused for longer than a workspace allows': {
    code: policyCodes.idleMinutes,
    close: demand({ idleMinutes: 30 }),
    callers: oldSession,
  },
  'whoever comes from another network than a workspace allows': {
    code: policyCodes.addresses,
    close: demand({ addresses: ['192.0.2.0/24'] }),
    callers: async (bot) => [admin, await wholeKey(), bot],
  },
  'a key of a person where only bots may have some': {
    code: policyCodes.personalKeys,
    close: demand({ personalKeys: false }),
    callers: async () => [await wholeKey()],
  },
  'a key that is older than a workspace allows': {
    code: policyCodes.longestKeyLife,
    close: demand({ longestKeyLife: 1 }),
    callers: oldKey,
  },
  'a key that was unused for longer than a workspace allows': {
    code: policyCodes.unusedKeyLife,
    close: demand({ unusedKeyLife: 1 }),
    callers: oldKey,
  },
  'a key that was ended in a workspace': {
    code: closingCodes.endedKey,
    close: (workspace) =>
      service.sql(`update api_keys set ended_in = '0123456789abcdef ${workspace}' where id = ${latestKey}`),
    callers: async () => [await wholeKey()],
  },
};

/** What is in one workspace, with or without a permission for it. */
const ofWorkspaces = guarded.filter(
  (operation) => needsPermission(operation) || /^\/(?:workspaces|boards)\/\{/.test(operation.path),
);

/** What tells a user of all of their workspaces. */
const acrossWorkspaces = guarded.filter(
  (operation) =>
    operation.method === 'GET' &&
    operation.access !== 'operator' &&
    !operation.streams &&
    !ofWorkspaces.includes(operation),
);

for (const { kind, own } of targets) {
  for (const [name, noOne] of Object.entries(noOnes)) {
    test(`${name} gets 401 everywhere, on ${kind}`, async () => {
      for (const operation of guarded) {
        assert.equal(await statusOf(noOne, operation, exampleInput(operation, own)), 401, operation.id);
      }
    });
  }
}

for (const { kind, own, foreign } of targets) {
  for (const [way, calling] of Object.entries(ways)) {
    for (const [name, person] of Object.entries(outsiders)) {
      test(`the ${name} gets 403 for everything of the workspace, or 404 and 400 for what they may not know of, on ${kind}, ${way}`, async () => {
        for (const operation of permitted) {
          const status = await statusOf(calling(person), operation, exampleInput(operation, own));
          assert.equal(status, outside(kind, operation), operation.id);
        }
      });
    }

    for (const role of ['member', 'guest'] as const) {
      test(`a ${role} gets 403 for what the role does not allow, on ${kind}, ${way}`, async () => {
        for (const operation of permitted.filter(({ access }) => !allows(role, access))) {
          assert.equal(
            await statusOf(calling(refused[role]), operation, exampleInput(operation, own)),
            403,
            operation.id,
          );
        }
      });
    }
  }

  test(`a key without the permission gets 403, whatever its user may do, on ${kind}`, async () => {
    for (const operation of permitted) {
      const enough = [operation.access, operation.lesser];
      const others = permissions.filter((permission) => !enough.includes(permission));
      const key = await keyOf(service, admin, others);
      assert.equal(await statusOf(key, operation, exampleInput(operation, own)), 403, operation.id);
    }
  });

  test(`a key that may only propose gets 403 for all else that changes something, on ${kind}`, async () => {
    const key = await keyOf(service, admin, [...keyRights.propose]);
    const rights: readonly Permission[] = keyRights.propose;
    for (const operation of permitted) {
      if (rights.includes(operation.access) || operation.lesser === 'card:propose') continue;
      assert.equal(await statusOf(key, operation, exampleInput(operation, own)), 403, operation.id);
    }
    // What somebody else has proposed is not the key's to discard.
    const discard = api.proposals.discard;
    assert.equal(await statusOf(key, discard, exampleInput(discard, own)), 403);
  });

  test(`a key of another workspace gets 403, or 404 and 400 for what it may not know of, on ${kind}`, async () => {
    const key = await keyOf(service, admin, [...permissions]);
    await service.sql(
      `update api_keys set workspace_id = '${own.otherWorkspace}' where id = (select max(id) from api_keys)`,
    );
    for (const operation of permitted) {
      const status = await statusOf(key, operation, exampleInput(operation, own));
      assert.equal(status, outside(kind, operation), operation.id);
    }
  });

  for (const [name, { code, close, callers }] of Object.entries(closings)) {
    test(`${name} gets 403 for everything of it, and for nothing else, on ${kind}`, async () => {
      const those = await callers(bots[kind]);
      await close(own.workspace);
      for (const caller of those) {
        for (const operation of ofWorkspaces) {
          const answer = await answerTo(caller, operation, exampleInput(operation, own));
          // Several at once are looked up first, and those of a hidden board are not found; some take a session to begin with.
          const isOutside = answer.status !== 403 && answer.status === outside(kind, operation);
          const isKeys = operation.access === 'session' && answer.says === issueTexts['session-required'];
          const found = `${operation.id}: ${answer.status} ${answer.says}`;
          assert.ok(isOutside || isKeys || answer.says === issueTexts[code], found);
        }
        const other = { params: { workspacePublicId: own.otherWorkspace }, query: {} };
        assert.notEqual((await answerTo(caller, api.members.list, other)).says, issueTexts[code]);
      }
      await service.sql(`update workspaces set policies = null where id = '${own.workspace}'`);
    });
  }

  test(`ids of another workspace in the path get 403, or 404 below what is the caller’s, on ${kind}`, async () => {
    for (const operation of permitted) {
      const { params } = exampleInput(operation, own);
      for (const [place, [name, thing]] of idsIn(params).entries()) {
        const input = exampleInput(operation, own);
        input.params[name] = foreign[thing];
        const status = await statusOf(admin, operation, input);
        const isThere = place === 0 && (kind === 'an open board' || !isOnBoard(thing));
        assert.equal(status, isThere ? 403 : notFound(operation), `${operation.id} ${name}`);
      }
    }
  });

  test(`ids that address nothing get 404 in the path, or 403 where the operation has no 404, on ${kind}`, async () => {
    for (const operation of permitted) {
      const { params } = exampleInput(operation, own);
      for (const [name, thing] of idsIn(params)) {
        const input = exampleInput(operation, own);
        input.params[name] = absent[thing];
        const status = await statusOf(admin, operation, input);
        assert.equal(status, notFound(operation), `${operation.id} ${name}`);
      }
    }
  });

  for (const [named, whole] of [
    ['a body', false],
    ['a body with everything in it', true],
  ] as const) {
    test(`ids of another workspace, or of nothing, in ${named} are refused, on ${kind}`, async () => {
      let tried = 0;
      for (const operation of permitted) {
        for (const place of idsWithin(exampleInput(operation, own, whole).body).keys()) {
          for (const things of [foreign, absent]) {
            const input = exampleInput(operation, own, whole);
            const { holder, name, thing } = idsWithin(input.body)[place] as IdInBody;
            holder[name] = Array.isArray(holder[name]) ? [things[thing]] : things[thing];
            const status = await statusOf(admin, operation, input);
            const expected = things === absent ? [400] : [400, 403];
            assert.ok(expected.includes(status), `${operation.id} ${name}: ${status}`);
            tried++;
          }
        }
      }
      assert.ok(tried > 10);
    });
  }

  test(`ids that are too short get 400 in the path, on ${kind}`, async () => {
    for (const operation of permitted) {
      for (const [name] of idsIn(exampleInput(operation, own).params)) {
        // A workspace may be named by its slug instead, which may be shorter.
        if (operation.id === 'getWorkspace') continue;
        const input = exampleInput(operation, own);
        input.params[name] = 'elevenchars';
        assert.equal(await statusOf(admin, operation, input), 400, `${operation.id} ${name}`);
      }
    }
  });
}

for (const { kind, own, foreign } of targets) {
  test(`a bot gets 403 for what its role does not allow, for accounts and for bots, on ${kind}`, async () => {
    const bot = bots[kind];
    assert.equal(await statusOf(bot, api.members.list, exampleInput(api.members.list, own)), 200);
    for (const operation of guarded) {
      const { access } = operation;
      if (access === 'user' || (needsPermission(operation) && allows('member', operation.access))) continue;
      const refused = access === 'operator' ? 404 : 403;
      assert.equal(await statusOf(bot, operation, exampleInput(operation, own)), refused, operation.id);
    }
    for (const operation of permitted) {
      const status = await statusOf(bot, operation, exampleInput(operation, foreign));
      assert.equal(status, outside(kind, operation), operation.id);
    }
  });
}

test('a key with limits gets 403 for what concerns the whole account', async () => {
  const key = await keyOf(service, admin, ['card:view']);
  const ofAccount = operations.filter(({ access }) => access === 'account' || access === 'session');
  for (const operation of ofAccount) {
    assert.equal(await statusOf(key, operation, exampleInput(operation, absent)), 403, operation.id);
  }
});

test('a key without limits gets 403 for what only a session may do', async () => {
  const key = await keyWithoutLimits(service, admin);
  assert.equal(await statusOf(key, api.users.me, exampleInput(api.users.me, absent)), 200);
  const ofSession = operations.filter(({ access }) => access === 'session');
  assert.ok(ofSession.length > 8);
  for (const operation of ofSession) {
    assert.equal(await statusOf(key, operation, exampleInput(operation, absent)), 403, operation.id);
  }
});

test('what is for operators does not exist for anybody else, nor for a key of an operator that has limits', async () => {
  const operator = await service.signUp('operator');
  await makeOperator(service, operator);
  const limited = await keyOf(service, operator, [...permissions]);
  const ofOperators = operations.filter(({ access }) => access === 'operator');
  assert.ok(ofOperators.length > 8);
  for (const operation of ofOperators) {
    for (const caller of [admin, await keyWithoutLimits(service, admin), limited]) {
      assert.equal(await statusOf(caller, operation, exampleInput(operation, absent)), 404, operation.id);
    }
  }
  const key = await keyWithoutLimits(service, operator);
  assert.equal(await statusOf(key, api.operator.health, exampleInput(api.operator.health, absent)), 200);
});

test('nothing that was refused has left a trace', async () => {
  assert.deepEqual(await everything(), await withoutPeople(before));
});

/** What was stored before, and the people and members that the tests above made. */
async function withoutPeople(stored: unknown): Promise<unknown> {
  const now = (await everything()) as [string, string[]][];
  const people = new Map(now.filter(([table]) => ['users', 'members'].includes(table)));
  return (stored as [string, string[]][]).map(([table, rows]) => [table, people.get(table) ?? rows]);
}

/** The operations across workspaces that name something of this workspace, or the workspace. */
async function naming(caller: Caller): Promise<string[]> {
  const ids = ['workspace' as const, ...thingsOfBoards].map((thing) => elsewhere[thing]);
  const found: string[] = [];
  for (const operation of acrossWorkspaces) {
    const asked = caller.call(operation, exampleInput(operation, absent) as never) as Promise<unknown>;
    const reply = JSON.stringify(await asked.catch(() => '')) ?? '';
    if (ids.some((id) => reply.includes(id))) found.push(operation.id);
  }
  return found;
}

test('what is open is told of across workspaces', async () => {
  const expected = ['listWorkspaces', 'listMyCards', 'listNotifications', 'listExports'];
  for (const caller of [admin, await wholeKey()]) assert.deepEqual(await naming(caller), expected);
});

for (const [name, { close, callers }] of Object.entries(closings)) {
  test(`${name} is told nothing of it across workspaces, but that it is closed`, async () => {
    const those = await callers(bots['an open board']);
    await close(elsewhere.workspace);
    for (const caller of those) {
      assert.deepEqual(
        (await naming(caller)).filter((id) => id !== 'listClosedWorkspaces'),
        [],
      );
      const ofExport = { params: { exportPublicId: elsewhere.export } };
      assert.notEqual((await answerTo(caller, api.exports.get, { ...ofExport, query: {} })).status, 200);
    }
    await service.sql(`update workspaces set policies = null where id = '${elsewhere.workspace}'`);
  });
}

/** What is let through, and then fails because the made-up input names nothing that exists. */
const failing: Record<string, number> = {
  // No key has this number.
  endWorkspaceKey: 404,
  changeMemberRole: 400,
  confirmUpload: 400,
  importBoardtoolBoards: 400,
  importCodehostProjects: 400,
  importFile: 400,
  uploadImport: 400,
  readImportColumns: 400,
  // The member has joined.
  inviteMemberAgain: 409,
  createMemberInviteLink: 409,
};

const allows = (role: SystemRole, permission: Permission): boolean =>
  systemRoles[role].permissions.some((each) => each === permission);

const viewOf = async (caller: Pick<Person, 'call'>, boardPublicId: string): Promise<string> => {
  const body = { name: 'Own', kind: 'table' } as const;
  return (await caller.call(api.views.create, { params: { boardPublicId }, body })).publicId;
};

for (const [kind, way] of [
  ['an open board', 'with a token'],
  ['a closed board', 'with a cookie'],
] as const) {
  for (const role of ['admin', 'member', 'guest'] as const) {
    test(`a ${role} is let through where the role allows it, on ${kind}, ${way}`, async () => {
      const on = kinds.indexOf(kind);
      const person = await service.signUp(`allowed-${role}-${on}`);
      const caller = ways[way](person);
      // What is there was made by someone else, who has not more workspaces than an account may.
      const maker = await service.signUp(`maker-for-${role}-${on}`);
      const made = async () => {
        const things = await thingsOn(kind, maker);
        await join(things, person, { role });
        await addMember(service, things.otherWorkspace, person, { role });
        return things;
      };
      let things = await made();
      for (const operation of permitted.filter(({ access }) => allows(role, access))) {
        const expected = failing[operation.id] ?? 200;
        const attempt = async () => {
          const input = exampleInput(operation, things);
          // Everyone changes views of their own; that of others is shared, which takes more.
          if ('viewPublicId' in input.params) input.params.viewPublicId = await viewOf(caller, things.board);
          // Who only looks on may choose favourites, and nothing else of a board.
          if (operation.id === 'updateBoard') input.body = { favorite: true };
          return statusOf(caller, operation, input);
        };
        if ((await attempt()) === expected) continue;
        // An operation before it has removed or used up something.
        things = await made();
        assert.equal(await attempt(), expected, operation.id);
      }
    });
  }
}
