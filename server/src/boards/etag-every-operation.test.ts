import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, operations } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import type { Operation } from '../../../contract/operation.ts';
import { isoMillis } from '../base/clock.ts';
import { begin, registerApplication } from '../testing/applications.ts';
import { github as codeHost, connectHost, deliver } from '../testing/code-hosts.ts';
import { type ExampleIds, exampleInput, type Input } from '../testing/example-input.ts';
import { makeCard } from '../testing/fixtures.ts';
import { fakeGitHub } from '../testing/github.ts';
import { mailedCode, mailedToken } from '../testing/mails.ts';
import { addMember, makeOperator } from '../testing/members.ts';
import { openIdServer } from '../testing/openid-provider.ts';
import { png } from '../testing/pictures.ts';
import { addApp, addPasskey, codeAt } from '../testing/second-factors.ts';
import { type Person, testService } from '../testing/service.ts';
import { makeThings } from '../testing/things.ts';
import { fakeTrello } from '../testing/trello.ts';

/*
 * Calls every write operation, once with the contract's example and once more with each optional property, and reads the board
 * before and after, as an admin, as a member, and anonymously. Whenever the JSON differs, the tag must differ. An operation
 * that this test cannot call fails it, so that no new operation is forgotten.
 */

const github = await fakeGitHub();
const trello = await fakeTrello();
github.projects.push({ id: 'PVT_one', title: 'One' });
const trelloBoardId = '5bd0f0c0a8f0f000000000aa';
trello.boards.push({ id: trelloBoardId, name: 'One' });
const pages = 'https://boards.example.com';
const redirectUri = `${pages}/signed-in`;
const provider = await openIdServer({ redirectUris: [redirectUri] });
const service = await testService({
  CORS_ORIGINS: pages,
  CODEHOST_API_URL: github.url,
  BOARDTOOL_API_URL: trello.url,
  BOARDTOOL_API_KEY: trello.key,
  ...provider.settings('COMPANY'),
});
const nobody = service.caller();
const admin = await service.signUp('admin');
const looker = await service.signUp('looker');

const writes: readonly Operation[] = operations.filter(({ method }) => method !== 'GET');

type Other = Person & { password: string };

/** The entities that an operation is called on; `other` is a guest there. */
interface World {
  things: ExampleIds;
  other: Other;
  publicPath: string;
}

const signUp = async (name: string): Promise<Other> => ({
  ...(await service.signUp(name)),
  password: `password of ${name}`,
});
const guest = await signUp('guest');

async function makeWorld({ id, access }: Operation): Promise<World> {
  // An operation on an account may delete it.
  const other = access.includes(':') ? guest : await signUp(`other-${id.toLowerCase()}`);
  const things = await makeThings(service, admin, other);
  // Another card before it and another member, so that positions and sets can change.
  await makeCard(admin, things.list, { position: 'start' });
  await addMember(service, things.workspace, looker);
  const { slug } = await admin.call(api.boards.update, {
    params: { boardPublicId: things.board },
    body: { visibility: 'public' },
  });
  const workspace = await admin.call(api.workspaces.get, {
    params: { workspacePublicId: things.workspace },
  });
  const params = { workspaceSlug: workspace.slug, boardSlug: slug };
  return { things, other, publicPath: addressOf(api.boards.getPublic, params) };
}

interface Call {
  /** The admin by default, or nobody if the operation takes no credential. */
  caller?: Pick<Person, 'call'>;
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Values of optional properties; undefined leaves one out. */
  further?: Record<string, unknown>;
  /** Replaces the call by the contract, for requests without JSON. */
  send?: () => Promise<unknown>;
}

const inWorkspace = ({ things }: World) => ({ params: { workspacePublicId: things.workspace } });
const onCard = ({ things }: World) => ({ params: { cardPublicId: things.card } });
const picture = Buffer.from(png(1, 1)).toString('base64');
const file = { filename: 'plan.txt', originalFilename: 'plan.txt', contentType: 'text/plain', size: 5 };
const proof = ({ other }: World) => ({ currentPassword: other.password });

let invitations = 0;

/** Invites a new address that has no account. */
async function invite(world: World): Promise<string> {
  const email = `invited-${++invitations}@example.com`;
  await admin.call(api.invites.inviteMember, { ...inWorkspace(world), body: { email } });
  return email;
}

/** The address of a member who has not joined. */
async function invited(world: World): Promise<Call> {
  const { params } = inWorkspace(world);
  const body = { email: `invited-${++invitations}@example.com` };
  const { publicId } = await admin.call(api.invites.inviteMember, { params, body });
  return { params: { ...params, memberPublicId: publicId } };
}

async function newSession({ email, password }: Other): Promise<Pick<Person, 'call'>> {
  return service.caller((await nobody.call(api.auth.signIn, { body: { email, password } })).token);
}

async function upload(world: World, sent: boolean) {
  const { url, method, headers, storageKey } = await admin.call(api.attachments.createUpload, {
    ...onCard(world),
    body: file,
  });
  const send = async () => {
    const reply = await fetch(url, { method, headers, body: 'hello' });
    assert.equal(reply.status, 200);
  };
  if (sent) await send();
  return { storageKey, send };
}

async function override(world: World): Promise<Call> {
  const params = { ...inWorkspace(world).params, memberPublicId: world.things.member };
  await admin.call(api.members.grant, { params, body: { permission: 'card:edit' } });
  return {};
}

async function connect(caller: Pick<Person, 'call'>): Promise<Call> {
  const params = { provider: 'codehost' } as const;
  await caller.call(api.integrations.connect, { params, body: { token: 'good-token' } });
  return { caller };
}

/** With a view of the other one's own. */
const ownView = async ({ other }: World): Promise<Call> => {
  const { publicId } = await other.call(api.ownViews.create, { body: { name: 'Late' } });
  return { caller: other, params: { ownViewPublicId: publicId } };
};

const ofOther = async ({ other }: World): Promise<Call> => ({ caller: other });

/** A field of the workspace that the board uses. */
const shown = async ({ things }: World): Promise<Call> => {
  const { board: boardPublicId, workspaceField: workspaceFieldPublicId } = things;
  await admin.call(api.fields.use, { params: { boardPublicId, workspaceFieldPublicId } });
  return {};
};

/** Calls for which the contract's example is not enough; each first creates what the operation needs. */
const calls: Record<string, (world: World) => Promise<Call>> = {
  signUp: async (world) => {
    const body = { email: await invite(world), password: 'correct horse battery' };
    return { body, further: { inviteCode: undefined, name: undefined } };
  },
  signIn: async ({ other: { email, password } }) => ({ body: { email, password } }),
  signOut: async ({ other }) => ({ caller: await newSession(other) }),
  updateWorkspaceField: shown,
  deleteWorkspaceField: shown,
  // Another address needs its token again.
  updateChannel: async () => ({ further: { url: undefined } }),
  deleteExport: async ({ things }) => {
    const input = { params: { boardPublicId: things.board }, body: {} };
    const { exportPublicId } = await admin.call(api.exports.startBoard, input);
    return { params: { exportPublicId } };
  },
  requestMagicLink: async (world) => ({ body: { email: await invite(world) } }),
  verifyMagicLink: async (world) => {
    const email = await invite(world);
    await nobody.call(api.auth.requestMagicLink, { body: { email } });
    return { body: { token: await mailedToken(service, email) } };
  },
  requestPasswordReset: async ({ other }) => ({ body: { email: other.email } }),
  confirmPasswordReset: async ({ other: { email } }) => {
    await nobody.call(api.auth.requestPasswordReset, { body: { email } });
    return { body: { token: await mailedToken(service, email), newPassword: 'another password' } };
  },
  endOtherSessions: ofOther,
  endSession: async ({ other }) => {
    await newSession(other);
    const sessions = await other.call(api.auth.sessions);
    return { caller: other, params: { sessionId: sessions.find(({ current }) => !current)?.id ?? '' } };
  },
  signInByProvider: async (world) => {
    const email = await invite(world);
    provider.people[email] = { email, email_verified: true, name: 'By a provider' };
    const params = { provider: 'company' };
    const { url, codeVerifier } = await nobody.call(api.openid.authorize, { params, query: { redirectUri } });
    const { code, state, iss } = await provider.signIn(url, email);
    return { params, body: { code, state, iss, codeVerifier } };
  },
  updateUser: ofOther,
  removeReaction: async ({ things }) => {
    const params = { commentPublicId: things.comment, emoji: '👍' };
    await admin.call(api.comments.addReaction, { params });
    return {};
  },
  updateNotifications: async () => ({
    body: { ids: ['0123456789abcdef'], read: true },
    further: { before: undefined, snoozeUntil: undefined },
  }),
  updateNotificationSettings: async ({ things }) => ({
    further: { overrides: [{ boardPublicId: things.board, muted: true }] },
  }),
  updateOwnView: ownView,
  deleteOwnView: ownView,
  changePassword: async (world) => ({
    caller: world.other,
    body: { ...proof(world), newPassword: 'another password', revokeApiKeys: true },
    further: { token: undefined },
  }),
  requestNewAddress: async (world) => ({
    caller: world.other,
    body: { ...proof(world), newEmail: `new-${world.other.email}` },
    further: { token: undefined },
  }),
  confirmNewAddress: async (world) => {
    const newEmail = `new-${world.other.email}`;
    await world.other.call(api.users.requestNewAddress, { body: { ...proof(world), newEmail } });
    return { caller: world.other, body: { token: await mailedToken(service, newEmail) } };
  },
  deleteMe: async (world) => ({
    caller: world.other,
    body: proof(world),
    further: { token: undefined },
  }),
  beginSecondFactor: async ({ other }) => ({ caller: other, further: { name: 'Phone' } }),
  confirmSecondFactor: async ({ other }) => {
    const { publicId, totp } = await other.call(api.secondFactors.begin, { body: { kind: 'totp' } });
    const body = { code: codeAt(service, totp?.secret ?? '') };
    return { caller: other, params: { factorPublicId: publicId }, body, further: { passkey: undefined } };
  },
  deleteSecondFactor: async ({ other }) => {
    const { publicId } = await addApp(service, other);
    return { caller: other, params: { factorPublicId: publicId } };
  },
  replaceRecoveryCodes: async ({ other }) => {
    await addApp(service, other);
    return { caller: other };
  },
  signInBySecondFactor: async ({ other }) => {
    const { secret } = await addApp(service, other);
    const { email, password } = other;
    const { secondFactor } = await nobody.call(api.auth.signIn, { body: { email, password } });
    const body = { token: secondFactor?.token ?? '', code: codeAt(service, secret, 30) };
    return { body, further: { recoveryCode: undefined, passkey: undefined } };
  },
  signInByPasskey: async ({ other }) => {
    const device = await addPasskey(service, other);
    const { token, passkey } = await nobody.call(api.secondFactors.beginPasskey);
    return { body: { token, passkey: device.get(passkey) } };
  },
  confirmSession: async (world) => {
    const one = { code: undefined, recoveryCode: undefined, passkey: undefined };
    const further = { ...one, step: undefined, token: undefined };
    return { caller: world.other, body: proof(world), further };
  },
  beginConfirmation: async ({ other }) => {
    await addPasskey(service, other);
    return { caller: other };
  },
  createApiKey: async ({ other }) => ({
    caller: other,
    // Boards need their workspace.
    further: { expiresAt: '2100-01-01T00:00:00Z', boardPublicIds: undefined },
  }),
  allowApplication: async ({ other }) => {
    const { address } = begin(service, await registerApplication(service));
    const body = { request: address.search.slice(1), rights: 'read' };
    return { caller: other, body, further: { expiresAt: '2100-01-01T00:00:00Z', boardPublicIds: undefined } };
  },
  deleteApiKey: async ({ other }) => {
    const { id } = await other.call(api.users.createApiKey, { body: { name: 'a key' } });
    return { caller: other, params: { id: String(id) } };
  },
  createBot: async () => ({ further: { role: 'guest' } }),
  updateBot: async () => ({ further: { role: 'member' } }),
  createBotKey: async () => ({ further: { expiresAt: '2100-01-01T00:00:00Z' } }),
  endWorkspaceKey: async (world) => {
    const { id } = await admin.call(api.users.createApiKey, { body: { name: 'a key' } });
    return { params: { ...inWorkspace(world).params, keyId: String(id) } };
  },
  deleteBotKey: async (world) => {
    const params = { ...inWorkspace(world).params, botPublicId: world.things.bot };
    const { id } = await admin.call(api.bots.createKey, { params, body: { name: 'a key' } });
    return { params: { ...params, keyId: String(id) } };
  },
  restoreWorkspace: async (world) => {
    await admin.call(api.workspaces.delete, inWorkspace(world));
    return {};
  },
  changeMemberRole: async () => ({ body: { role: 'member' } }),
  changeMemberStatus: async () => ({ body: { status: 'paused' } }),
  revokeRolePermission: async () => ({ body: { permission: 'card:view' } }),
  resetMemberPermissions: override,
  resetAllMemberPermissions: override,
  inviteMember: async () => ({ further: { role: 'guest' } }),
  inviteMemberAgain: invited,
  createMemberInviteLink: invited,
  deactivateInviteLink: async (world) => {
    await admin.call(api.invites.createLink, inWorkspace(world));
    return {};
  },
  acceptInvite: async (world) => {
    const email = await invite(world);
    const inviteCode = await mailedCode(service, email);
    return { caller: await service.signUp(email), body: { inviteCode } };
  },
  restoreBoard: async ({ things }) => {
    await admin.call(api.boards.delete, { params: { boardPublicId: things.board } });
    return {};
  },
  removeBoardPicture: async ({ things }) => {
    const input = { params: { boardPublicId: things.board }, body: { picture } };
    await admin.call(api.boardPictures.set, input);
    return {};
  },
  restoreList: async ({ things }) => {
    await admin.call(api.lists.delete, { params: { listPublicId: things.list } });
    return {};
  },
  restoreCard: async (world) => {
    await admin.call(api.cards.delete, onCard(world));
    return {};
  },
  restoreAttachment: async ({ things }) => {
    await admin.call(api.attachments.delete, { params: { attachmentPublicId: things.attachment } });
    return {};
  },
  addCardLabel: async (world) => {
    const params = { ...onCard(world).params, labelPublicId: world.things.label };
    await admin.call(api.cards.removeLabel, { params });
    return {};
  },
  removeCardMember: async (world) => {
    const params = { ...onCard(world).params, workspaceMemberPublicId: world.things.member };
    await admin.call(api.cards.addMember, { params });
    return {};
  },
  receiveFromCodeHost: async ({ things }) => {
    const host = await connectHost(admin, things.workspace, 'github');
    const [row] = await service.sql<{ key: string }>(`select w.card_prefix || '-' || c.number as key
      from cards c join workspaces w on w.id = c.workspace_id where c.id = '${things.card}'`);
    const send = async () => {
      const { outcome } = await deliver(service, host, ...codeHost.pullRequest({ title: row?.key ?? '' }));
      assert.equal(outcome, 'linked');
    };
    return { send };
  },
  // After that place there is nothing.
  claimNextCard: async () => ({ further: { cursor: undefined } }),
  deleteClaim: async (world) => {
    await admin.call(api.claims.put, { ...onCard(world), body: {} });
    return {};
  },
  uploadFile: async (world) => ({ send: (await upload(world, false)).send }),
  confirmUpload: async (world) => ({
    body: { ...file, storageKey: (await upload(world, true)).storageKey },
    further: { s3Key: undefined },
  }),
  connectIntegration: async ({ other }) => ({ caller: other, body: { token: 'good-token' } }),
  disconnectIntegration: ({ other }) => connect(other),
  importFile: async ({ things }) => {
    const content = '{"name": "House", "lists": [], "cards": []}';
    return { body: { workspacePublicId: things.workspace, format: 'boardtool-json', content } };
  },
  uploadImport: async ({ things }) => ({
    send: async () => {
      const query = { workspacePublicId: things.workspace, format: 'boardtool-json' };
      const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' };
      const path = addressOf(api.imports.upload, {}, query);
      assert.equal((await service.raw(path, { method: 'POST', headers, body: '{}' })).status, 200);
    },
  }),
  readImportColumns: async ({ things }) => ({
    send: async () => {
      const path = addressOf(api.imports.columns, {}, { workspacePublicId: things.workspace });
      const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' };
      assert.equal((await service.raw(path, { method: 'POST', headers, body: 'title\nPaint' })).status, 200);
    },
  }),
  importBoardtoolBoards: async ({ things }) => {
    const params = { provider: 'boardtool' } as const;
    await admin.call(api.integrations.connect, { params, body: { token: 'good-token' } });
    return { body: { boardIds: [trelloBoardId], workspacePublicId: things.workspace } };
  },
  importCodehostProjects: async ({ things }) => {
    await connect(admin);
    return { body: { projectIds: ['PVT_one'], workspacePublicId: things.workspace } };
  },
};

interface Seen {
  status: number;
  etag: string | null;
  text: string;
}

async function read(path: string, headers: Record<string, string>): Promise<Seen> {
  const response = await service.raw(path, { headers, redirect: 'manual' });
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
}

/** Reads the current board as each kind of reader. */
function readers({ things, publicPath }: World): Record<string, (known?: string) => Promise<Seen>> {
  const path = addressOf(api.boards.get, { boardPublicId: things.board });
  const as = (at: string, token?: string) => (known?: string) =>
    read(at, {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(known ? { 'if-none-match': known } : {}),
    });
  const snapshot = addressOf(api.boards.snapshot, { boardPublicId: things.board });
  return {
    admin: as(path, admin.token),
    member: as(path, looker.token),
    anyone: as(publicPath),
    'a live page': as(snapshot, admin.token),
    'a live page of a member': as(snapshot, looker.token),
  };
}

/** Calls, and asserts that the tag changed for each reader whose board changed; returns whether any board changed. */
async function tellsReaders(what: string, world: World, call: () => Promise<unknown>): Promise<boolean> {
  const before = new Map<string, Seen>();
  for (const [name, get] of Object.entries(readers(world))) before.set(name, await get());
  await call();
  let changed = false;
  for (const [name, get] of Object.entries(readers(world))) {
    const known = before.get(name) as Seen;
    const now = await get();
    if (now.status === known.status && now.text === known.text) continue;
    changed = true;
    if (known.etag === null) continue;
    assert.notEqual(now.etag, known.etag, `${what}: the tag for ${name}`);
    assert.notEqual((await get(known.etag)).status, 304, `${what}: the answer to ${name}`);
  }
  return changed;
}

/** The contents of the board's cards, live and archived, by id, without the time of their last change. */
async function cardsOf({ things }: World, updatedSince?: string): Promise<Map<string, string>> {
  const cards = new Map<string, string>();
  const since = updatedSince === undefined ? {} : { updatedSince };
  for (const archived of ['false', 'true']) {
    const path = addressOf(api.boards.cards, { boardPublicId: things.board }, { archived, ...since });
    const { status, text } = await read(path, { authorization: `Bearer ${admin.token}` });
    // An index also changes when a card before it does; `updatedSince` does not cover that.
    for (const { index, updatedAt, ...card } of status === 200 ? JSON.parse(text).cards : [])
      cards.set(card.publicId, JSON.stringify(card));
  }
  return cards;
}

/** Calls; returns whether the `updatedSince` filter then returns every card whose contents changed. */
async function tellsWhoSyncs(world: World, call: () => Promise<unknown>): Promise<boolean> {
  const before = await cardsOf(world);
  const since = isoMillis(service.clock.now());
  await call();
  const after = await cardsOf(world);
  const updated = await cardsOf(world, since);
  const changed = [...after].filter(([id, card]) => before.get(id) !== card);
  return changed.every(([id, card]) => updated.get(id) === card);
}

/** Inputs: the contract's example, and one with each optional property. */
function inputs(operation: Operation, things: ExampleIds, call: Call): Input[] {
  const all = exampleInput(operation, things, true).body ?? {};
  const made = (property?: string): Input => {
    const { params, query, body } = exampleInput(operation, things);
    const value = property === undefined ? {} : { [property]: valueOf(property) };
    const given = body && { body: { ...(call.body ?? body), ...value } };
    return { params: { ...params, ...call.params }, query, ...given };
  };
  const valueOf = (name: string) => (call.further && name in call.further ? call.further[name] : all[name]);
  const given = made().body ?? {};
  const further = Object.keys(all).filter((name) => !(name in given) && valueOf(name) !== undefined);
  return [made(), ...further.map(made)];
}

const changing = new Set<string>();
/** Operations that change cards without the `updatedSince` filter returning them. */
const untold = new Set<string>();
/** Operations that followers of a workspace receive an event for. */
const logging = new Set<string>();

for (const operation of writes) {
  test(`${operation.id} leaves no reader with a tag of another board`, async () => {
    const world = await makeWorld(operation);
    const call = (await calls[operation.id]?.(world)) ?? {};
    const caller = call.caller ?? (operation.access === 'none' ? nobody : admin);
    if (operation.access === 'operator') await makeOperator(service, admin);
    for (const input of inputs(operation, world.things, call)) {
      const what = `${operation.id} ${JSON.stringify(input.body ?? {})}`;
      const send = async () => {
        const logged = await service.recorded(() =>
          call.send ? call.send() : caller.call(operation, input as never),
        );
        if (logged.length > 0) logging.add(operation.id);
      };
      const changed = await tellsReaders(what, world, async () => {
        if (!(await tellsWhoSyncs(world, send))) untold.add(operation.id);
      });
      if (changed) changing.add(operation.id);
    }
  });
}

/** Nobody else sees who watches. */
const watching = ['watchCard', 'unwatchCard', 'watchList', 'unwatchList', 'watchBoard', 'unwatchBoard'];

test('what is done to a board and to what hangs on it did change it, as did what people are called', () => {
  const onBoards = writes.filter(({ access }) => /^(board|list|card|comment):/.test(access));
  const unseen = onBoards.filter(({ id }) => !changing.has(id)).map(({ id }) => id);
  // A board shows which comments and files there are but not their texts and names, shows no other boards, and shows the
  // members of its workspace but not who is viewing it, and nothing of its page for everyone
  // and of what is only proposed.
  const others = [
    'createBoard',
    'setBoardMember',
    'removeBoardMember',
    // The bot has done nothing there: what undoing changes and logs is in `undo/undo.test.ts`.
    'undoSession',
    'updatePublicPage',
    'createView',
    'updateView',
    'deleteView',
    'createRule',
    'updateRule',
    'deleteRule',
    'tryRule',
    'updateComment',
    'updateCommentById',
    'editComment',
    'addReaction',
    'removeReaction',
    'createUpload',
    'renameAttachment',
    ...watching,
    'setPresence',
    'removePresence',
    'discardProposals',
    'removeCardCode',
    'importFile',
    'uploadImport',
    'readImportColumns',
    'cancelImport',
    'importCodehostProjects',
    'importBoardtoolBoards',
    'startBoardExport',
    'startWorkspaceExport',
  ];
  assert.deepEqual(unseen, others);
  const people = ['updateUser', 'confirmNewAddress', 'deleteMe', 'changeMemberStatus', 'removeMember'];
  for (const id of [...people, 'inviteMember', 'acceptInvite', 'updateWorkspace', 'deleteWorkspace']) {
    assert.ok(changing.has(id), id);
  }
});

test('the filter by update finds every changed card, except for changes of the board or the workspace', () => {
  const ofLabels = ['deleteLabel', 'updateLabel'];
  const backFromTheTrash = ['restoreBoard', 'restoreList', 'restoreWorkspace'];
  assert.deepEqual([...untold].sort(), [...ofLabels, ...backFromTheTrash].sort());
});

/** Reasons why followers of a workspace receive no event. */
const silent: Record<string, string[]> = {
  'nobody else sees it': [
    'updateNotifications',
    'updateNotificationSettings',
    'createOwnView',
    'updateOwnView',
    'deleteOwnView',
    'addPushSubscription',
    'removePushSubscription',
    ...watching,
    'signUp',
    'signIn',
    'signInByProvider',
    'signInBySecondFactor',
    'beginPasskeySignIn',
    'signInByPasskey',
    'beginSecondFactor',
    'confirmSecondFactor',
    'deleteSecondFactor',
    'replaceRecoveryCodes',
    'confirmSession',
    'beginConfirmation',
    'signOut',
    'requestMagicLink',
    'verifyMagicLink',
    'requestPasswordReset',
    'confirmPasswordReset',
    'endOtherSessions',
    'endSession',
    'changePassword',
    'requestNewAddress',
    'createApiKey',
    'allowApplication',
    'deleteApiKey',
    'createBoardCalendar',
    'deleteBoardCalendar',
    'createBoardFeed',
    'deleteBoardFeed',
    'createBoardMailbox',
    'updateBoardMailbox',
    'deleteBoardMailbox',
    'startBoardExport',
    'startWorkspaceExport',
    'deleteExport',
    'createUpload',
    'uploadFile',
    'testWebhook',
    'testChannel',
    'connectIntegration',
    'disconnectIntegration',
  ],
  'nobody can follow the workspace yet': ['createWorkspace'],
  'only settings show it, which are no live page': [
    'createWorkspaceField',
    'createBotKey',
    'deleteBotKey',
    'endWorkspaceKey',
    'createInviteLink',
    'deactivateInviteLink',
    'inviteMemberAgain',
    'createMemberInviteLink',
    'updatePublicPage',
    'updateWorkspacePolicies',
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'redeliverWebhook',
    'createGroupRole',
    'deleteGroupRole',
    'createCodeHost',
    'updateCodeHost',
    'deleteCodeHost',
    'rotateCodeHostSecret',
    'setCodeHostToken',
    'deleteCodeHostToken',
    'createChannel',
    'updateChannel',
    'deleteChannel',
    'redeliverChannel',
  ],
  'its board is announced when it exists': ['uploadImport', 'importBoardtoolBoards', 'cancelImport'],
  'it is of the installation, not of a workspace': [
    'updateAccount',
    'endAccountSessions',
    'runJob',
    'retryWork',
    'sendTestMail',
    'setAnnouncement',
    'deleteAnnouncement',
  ],
  'it changes nothing': ['readImportColumns', 'tryRule'],
  'the bot of the example has done nothing that could be undone': ['undoSession'],
  'no event has addresses': ['confirmNewAddress'],
  'it is sent at once, and not logged': ['setPresence', 'removePresence'],
};

test('what changes what others see is logged for those who follow it, or there is a reason why not', () => {
  const unlogged = writes.filter(({ id }) => !logging.has(id)).map(({ id }) => id);
  assert.deepEqual(unlogged.sort(), Object.values(silent).flat().sort());
});
