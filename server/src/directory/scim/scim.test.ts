import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  scimGroup,
  scimOf,
  scimPatch,
  scimPermissions,
  scimUser,
  scimWith,
} from '../../testing/directory.ts';
import { makeBoard, makeMember, makeWorkspace } from '../../testing/fixtures.ts';
import { openIdServer } from '../../testing/openid-provider.ts';
import { signInBy } from '../../testing/provider-sign-in.ts';
import { testService } from '../../testing/service.ts';

/*
 * Directories provide people and groups of a workspace by SCIM 2.0. The requests are those that the published documents and validators
 * of Entra ID and Okta make.
 */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;
const server = await openIdServer({ redirectUris: [redirectUri] });
const database = await testDatabase({ migrated: true });
const settings = { PUBLIC_URL: publicUrl, ...server.settings('ACME'), OIDC_ACME_DOMAINS: 'acme.example' };
const before = await testService(settings, {}, database);
const admin = await before.signUp('admin');
const { workspace, board } = await makeBoard(admin);
const otherAdmin = await before.signUp('other');
const foreign = await makeWorkspace(otherAdmin);
await before.close();
const service = await testService({ ...settings, OIDC_ACME_WORKSPACES: workspace }, {}, database);
after(() => database.remove());
const boss = { ...admin, ...service.caller(admin.token) };
const stranger = { ...otherAdmin, ...service.caller(otherAdmin.token) };
const scim = await scimOf(service, boss, workspace);

const members = () => boss.call(api.members.list, { params: { workspacePublicId: workspace } });
const memberWith = async (email: string) => (await members()).find((each) => each.email === email);
const quoted = (text: string) => encodeURIComponent(text);
const idOf = ({ id }: Record<string, unknown>) => String(id);
const create = async (email: string, more: object = {}) =>
  idOf(await scim.expect(201, 'POST', '/Users', scimUser(email, more)));

/** The directory of a member who is no admin, but may manage members. */
async function directoryOfMember(name: string): Promise<typeof scim> {
  const member = await service.signUp(name);
  const memberPublicId = await makeMember(service, boss, workspace, member);
  for (const permission of ['member:invite', 'member:edit', 'member:remove'] as const) {
    const params = { workspacePublicId: workspace, memberPublicId };
    await boss.call(api.members.grant, { params, body: { permission } });
  }
  return scimOf(service, member, workspace);
}

suite('what it can do', () => {
  test('is told as RFC 7643 has it, to who has a token', async () => {
    const config = await scim.expect(200, 'GET', '/ServiceProviderConfig');
    assert.deepEqual(
      [config.patch, config.filter],
      [{ supported: true }, { supported: true, maxResults: 100 }],
    );
    const types = await scim.expect(200, 'GET', '/ResourceTypes');
    assert.deepEqual(
      types.Resources?.map(({ id }) => id),
      ['User', 'Group'],
    );
    const schemas = await scim.expect(200, 'GET', '/Schemas');
    for (const { id } of schemas.Resources ?? [])
      assert.equal((await scim.expect(200, 'GET', `/Schemas/${String(id)}`)).id, id);
    assert.equal((await scim.expect(200, 'GET', '/ResourceTypes/User')).endpoint, '/Users');
    for (const path of ['/Schemas/x', '/ResourceTypes/x', '/Nothing']) await scim.expect(404, 'GET', path);
    for (const path of ['/Me', '/Bulk', '/.search']) await scim.expect(501, 'POST', path, {});
    const { headers } = await scim.ask('GET', '/Users');
    assert.equal(headers.get('content-type'), 'application/scim+json; charset=utf-8');
  });
});

suite('as Entra ID asks', () => {
  test('a user is looked for, created, read, changed, deactivated, activated and deleted', async () => {
    const email = 'entra@acme.example';
    const none = await scim.expect(200, 'GET', `/Users?filter=${quoted(`userName eq "${email}"`)}`);
    assert.deepEqual([none.totalResults, none.Resources, none.startIndex], [0, [], 1]);
    const made = await scim.expect(
      201,
      'POST',
      '/Users',
      scimUser(email, {
        displayName: 'Ada Lovelace',
        title: 'Analyst',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines' },
      }),
    );
    const id = idOf(made);
    assert.equal((await memberWith(email))?.status, 'active');
    assert.equal((await memberWith(email))?.user?.name, 'Ada Lovelace');
    assert.equal((await scim.expect(409, 'POST', '/Users', scimUser(email))).scimType, 'uniqueness');
    for (const filter of [
      `userName eq "${email.toUpperCase()}"`,
      `externalId eq "ext-${email}"`,
      `emails[type eq "work"].value eq "${email}"`,
      `emails.value eq "${email}"`,
      `userName sw "entra@" and active eq true`,
      `not (userName ne "${email}")`,
    ]) {
      const found = await scim.expect(200, 'GET', `/Users?filter=${quoted(filter)}`);
      assert.deepEqual(found.Resources?.map(idOf), [id], filter);
    }
    const changed = await scim.expect(
      200,
      'PATCH',
      `/Users/${id}`,
      scimPatch(
        { op: 'Replace', path: 'displayName', value: 'Ada King' },
        { op: 'Add', path: 'name.familyName', value: 'King' },
        { op: 'Replace', path: 'emails[type eq "other"].value', value: 'ada@else.example' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '123' },
        {
          op: 'Replace',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Poetry',
        },
        { op: 'Replace', value: { 'name.givenName': 'Augusta', nickName: 'Ada' } },
        { op: 'Remove', path: 'title' },
      ),
    );
    assert.deepEqual(changed.name, { givenName: 'Augusta', familyName: 'King' });
    assert.deepEqual(
      [changed.displayName, changed.nickName, changed.title, changed.phoneNumbers],
      ['Ada King', 'Ada', undefined, [{ type: 'mobile', value: '123' }]],
    );
    assert.deepEqual(changed['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'], {
      department: 'Poetry',
    });
    assert.equal((await memberWith(email))?.user?.name, 'Ada King');
    for (const [value, status] of [
      ['False', 'paused'],
      ['True', 'active'],
      [false, 'paused'],
      [true, 'active'],
    ] as const) {
      await scim.expect(200, 'PATCH', `/Users/${id}`, scimPatch({ op: 'Replace', path: 'active', value }));
      assert.equal((await memberWith(email))?.status, status);
    }
    await scim.expect(204, 'DELETE', `/Users/${id}`);
    assert.equal(await memberWith(email), undefined);
    const gone = await scim.expect(404, 'GET', `/Users/${id}`);
    assert.deepEqual([gone.status, gone.schemas], ['404', ['urn:ietf:params:scim:api:messages:2.0:Error']]);
    await scim.expect(
      404,
      'PATCH',
      `/Users/${id}`,
      scimPatch({ op: 'Replace', path: 'active', value: 'True' }),
    );
    assert.equal(await create(email), id, 'they are the same person');
    assert.equal((await memberWith(email))?.status, 'active');
  });

  test('a group is created, read without its members, gets and loses some, and is renamed and deleted', async () => {
    const [ann, bea] = [await create('ann@acme.example'), await create('bea@acme.example')];
    const made = await scim.expect(201, 'POST', '/Groups', {
      ...scimGroup('Entra group'),
      externalId: 'object-id-1',
    });
    const path = `/Groups/${String(made.id)}`;
    const found = await scim.expect(
      200,
      'GET',
      `/Groups?excludedAttributes=members&filter=${quoted('displayName eq "entra GROUP"')}`,
    );
    assert.deepEqual([found.totalResults, found.Resources?.[0]?.members], [1, undefined]);
    assert.equal(
      (await scim.expect(409, 'POST', '/Groups', scimGroup('ENTRA group'))).scimType,
      'uniqueness',
    );
    const inGroup = async () =>
      ((await scim.expect(200, 'GET', path)).members as { value: string }[]).map(({ value }) => value);
    const change = (...operations: object[]) => scim.expect(200, 'PATCH', path, scimPatch(...operations));
    await change({ op: 'Add', path: 'members', value: [{ value: ann }, { value: bea }] });
    await change({ op: 'Add', path: 'members', value: [{ value: ann }] });
    assert.deepEqual(await inGroup(), [ann, bea].sort());
    await change({ op: 'Remove', path: 'members', value: [{ value: ann }] });
    assert.deepEqual(await inGroup(), [bea]);
    await change({ op: 'Add', path: 'members', value: [{ value: ann }] });
    await change({ op: 'Remove', path: 'members', value: { value: ann } });
    assert.deepEqual(await inGroup(), [bea]);
    await change({ op: 'Remove', path: `members[value eq "${bea}"]` });
    assert.deepEqual(await inGroup(), []);
    await change({ op: 'Replace', path: 'members', value: [{ value: ann }] });
    await change({ op: 'Replace', value: { displayName: 'Renamed' } });
    assert.deepEqual(await inGroup(), [ann]);
    const user = await scim.expect(200, 'GET', `/Users/${ann}`);
    assert.deepEqual(
      (user.groups as { display: string }[]).map(({ display }) => display),
      ['Renamed'],
    );
    await change({ op: 'Remove', path: 'members' });
    assert.deepEqual(await inGroup(), []);
    await scim.expect(
      400,
      'PATCH',
      path,
      scimPatch({ op: 'Add', path: 'members', value: [{ value: 'no-one' }] }),
    );
    await scim.expect(204, 'DELETE', path);
    await scim.expect(404, 'GET', path);
  });
});

suite('as Okta asks', () => {
  test('users are read in pages, and found by what they are called', async () => {
    for (let n = 0; n < 5; n++) await create(`okta${n}@acme.example`);
    const all = await scim.expect(200, 'GET', '/Users?startIndex=1&count=2');
    assert.equal(all.itemsPerPage, 2);
    const total = Number(all.totalResults);
    const ids = new Set<string>();
    for (let first = 1; first <= total; first += 2) {
      const page = await scim.expect(200, 'GET', `/Users?startIndex=${first}&count=2`);
      for (const each of page.Resources ?? []) ids.add(idOf(each));
    }
    assert.equal(ids.size, total);
    const none = await scim.expect(200, 'GET', '/Users?startIndex=1&count=0');
    assert.deepEqual([none.totalResults, none.Resources], [total, []]);
    const beyond = await scim.expect(200, 'GET', `/Users?startIndex=${total + 1}&count=10`);
    assert.deepEqual(beyond.Resources, []);
    for (const odd of ['startIndex=-3&count=1', 'startIndex=x&count=1', 'startIndex=0&count=1'])
      assert.equal((await scim.expect(200, 'GET', `/Users?${odd}`)).startIndex, 1);
    assert.equal((await scim.expect(200, 'GET', '/Users?count=-1')).itemsPerPage, 0);
  });

  test('a user is replaced, with PATCH without a path deactivated, and with PUT activated', async () => {
    const email = 'oktaput@acme.example';
    const id = await create(email);
    const put = await scim.expect(200, 'PUT', `/Users/${id}`, scimUser(email, { displayName: 'Put' }));
    assert.deepEqual([put.displayName, put.active], ['Put', true]);
    const off = await scim.expect(
      200,
      'PATCH',
      `/Users/${id}`,
      scimPatch({ op: 'replace', value: { active: false } }),
    );
    assert.equal(off.active, false);
    await scim.expect(200, 'PUT', `/Users/${id}`, scimUser(email));
    assert.equal((await memberWith(email))?.status, 'active');
    await scim.expect(404, 'PUT', '/Users/0123456789abcdef', scimUser(email));
  });

  test('who was suspended before joining does not join by the link', async () => {
    const email = 'contractor@elsewhere.example';
    const id = await create(email);
    const active = (value: boolean) =>
      scim.expect(200, 'PATCH', `/Users/${id}`, scimPatch({ op: 'replace', path: 'active', value }));
    assert.equal((await active(false)).active, false);
    const person = await service.signUp(email);
    const { inviteCode } = await boss.call(api.invites.createLink, {
      params: { workspacePublicId: workspace },
    });
    const body = { inviteCode: inviteCode ?? '' };
    assert.match(
      (await person.refused(403, api.invites.accept, { body })).message,
      /Your membership is paused$/,
    );
    assert.equal((await memberWith(email))?.status, 'invited');
    await active(true);
    await person.call(api.invites.accept, { body });
    assert.equal((await memberWith(email))?.status, 'active');
    await active(false);
    assert.equal((await memberWith(email))?.status, 'paused');
  });

  test('a version that has passed is refused, and one that has not changed is not sent again', async () => {
    const id = await create('etag@acme.example');
    const { headers } = await scim.ask('GET', `/Users/${id}`);
    const etag = headers.get('etag') ?? '';
    assert.match(etag, /^W\/"\d+"$/);
    assert.equal((await scim.ask('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).status, 304);
    const change = scimPatch({ op: 'replace', path: 'nickName', value: 'x' });
    assert.equal((await scim.ask('PATCH', `/Users/${id}`, change, { 'if-match': etag })).status, 200);
    assert.equal((await scim.ask('PATCH', `/Users/${id}`, change, { 'if-match': etag })).status, 412);
    assert.equal((await scim.ask('DELETE', `/Users/${id}`, undefined, { 'if-match': etag })).status, 412);
    assert.equal((await scim.ask('PATCH', `/Users/${id}`, change, { 'if-match': '*' })).status, 200);
  });

  test('a request without a body may name its type', async () => {
    const id = await create('typed@acme.example');
    const type = { 'content-type': 'application/scim+json' };
    assert.equal((await scim.ask('DELETE', `/Users/${id}`, undefined, type)).status, 204);
    assert.equal((await scim.ask('POST', '/Users', '', type)).body.scimType, 'invalidSyntax');
  });

  test('a name is free once its person was removed by somebody', async () => {
    const emails = [{ value: 'former@acme.example', primary: true }];
    const former = await create('former', { emails });
    await boss.call(api.members.remove, {
      params: { workspacePublicId: workspace, memberPublicId: former },
    });
    const id = await create('heir@acme.example');
    const renaming = scimPatch(
      { op: 'replace', path: 'userName', value: 'former' },
      { op: 'replace', path: 'emails', value: [{ value: 'heir@acme.example', primary: true }] },
    );
    assert.equal((await scim.expect(200, 'PATCH', `/Users/${id}`, renaming)).userName, 'former');
  });

  test('bad requests get an error of SCIM, and change nothing', async () => {
    const id = await create('bad@acme.example');
    const path = `/Users/${id}`;
    const before = await scim.expect(200, 'GET', path);
    for (const [method, on, body, type] of [
      ['POST', '/Users', '{', 'invalidSyntax'],
      ['POST', '/Users', [], 'invalidSyntax'],
      ['POST', '/Users', '{"__proto__": {"userName": "x@acme.example"}}', 'invalidSyntax'],
      ['POST', '/Users', {}, 'invalidValue'],
      ['POST', '/Users', scimUser('no address', { emails: [] }), 'invalidValue'],
      ['POST', '/Users', scimUser('x@placeholder.invalid'), 'invalidValue'],
      ['POST', '/Users', scimUser(`${'x'.repeat(300)}@acme.example`), 'invalidValue'],
      ['POST', '/Users', scimUser('long@acme.example', { title: 'x'.repeat(9000) }), 'invalidValue'],
      ['PATCH', path, {}, 'invalidSyntax'],
      ['PATCH', path, scimPatch(), 'invalidSyntax'],
      ['PATCH', path, scimPatch({ op: 'move', path: 'active', value: true }), 'invalidSyntax'],
      ['PATCH', path, scimPatch({ op: 'replace', path: 'active', value: 'perhaps' }), 'invalidValue'],
      ['PATCH', path, scimPatch({ op: 'replace', path: 'constructor.x', value: 1 }), 'invalidPath'],
      ['PATCH', path, scimPatch({ op: 'replace', path: '__proto__.x', value: 1 }), 'invalidPath'],
      ['PATCH', path, scimPatch({ op: 'replace', path: 'emails[type eq].value', value: 1 }), 'invalidFilter'],
      ['PATCH', path, scimPatch({ op: 'remove' }), 'noTarget'],
      ['POST', '/Users', scimUser('nul@acme.example', { externalId: 'a\0b' }), 'invalidSyntax'],
      ['POST', '/Users', scimUser('half@acme.example', { title: '\ud800' }), 'invalidSyntax'],
      ['POST', '/Groups', scimGroup('a\0b'), 'invalidSyntax'],
      ['POST', '/Groups', scimGroup('x', ['\0']), 'invalidSyntax'],
      ['POST', '/Users', `{"name": ${'['.repeat(1000)}${']'.repeat(1000)}}`, 'invalidSyntax'],
      ['GET', '/Users?filter=a&filter=b', undefined, 'invalidValue'],
      ['GET', '/Users?attributes=id&attributes=name', undefined, 'invalidValue'],
      ['GET', `${path}?excludedAttributes=id&excludedAttributes=name`, undefined, 'invalidValue'],
      ['PATCH', path, scimPatch({ op: 'replace', path: 'userName' }), 'invalidValue'],
      ['GET', `/Users?filter=${quoted('userName')}`, undefined, 'invalidFilter'],
      ['GET', `/Users?filter=${quoted('('.repeat(400))}`, undefined, 'invalidFilter'],
    ] as const) {
      const reply = await scim.ask(method, on, body);
      assert.deepEqual([reply.status, reply.body.scimType], [400, type], `${JSON.stringify(body)} ${on}`);
    }
    assert.deepEqual(await scim.expect(200, 'GET', path), before);
    assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
  });
});

test('no request keeps the service busy for long', async () => {
  const group = await scim.expect(201, 'POST', '/Groups', scimGroup('Busy'));
  const path = `/Groups/${idOf(group)}`;
  const people = (count: number) => Array.from({ length: count }, (_, n) => ({ value: `no-one-${n}` }));
  const add = (count: number) => ({ op: 'add', path: 'members', value: people(count) });
  const comparing = Array.from({ length: 30 }, () => 'value co "x"').join(' or ');
  const attributes = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]));
  for (const [operations, type] of [
    [
      [add(2000), ...Array.from({ length: 14 }, () => ({ op: 'remove', path: `members[${comparing}]` }))],
      'tooMany',
    ],
    [[add(2001), { op: 'remove', path: 'members' }], 'invalidValue'],
    [[{ op: 'replace', value: attributes(9000) }], 'invalidValue'],
    [
      [
        { op: 'add', path: 'name', value: {} },
        { op: 'add', path: 'name', value: attributes(9000) },
      ],
      'invalidValue',
    ],
  ] as const) {
    const reply = await scim.ask('PATCH', path, scimPatch(...operations));
    assert.deepEqual([reply.status, reply.body.scimType], [400, type]);
  }
  // As many as directories send: one value in each operation.
  const removals = Array.from({ length: 199 }, (_, n) => ({
    op: 'Remove',
    path: `members[value eq "no-one-${n}"]`,
  }));
  const reply = await scim.ask('PATCH', path, scimPatch(add(199), ...removals));
  assert.equal(reply.status, 200);
  await scim.expect(204, 'DELETE', path);
});

suite('whom it can reach', () => {
  test('only a key that is limited to the workspace and may manage its members is a token', async () => {
    const keyWith = async (body: object) =>
      (await boss.call(api.users.createApiKey, { body: { name: 'x', ...body } })).key;
    const whole = await keyWith({});
    const weak = await keyWith({ workspacePublicId: workspace, permissions: ['member:view', 'member:edit'] });
    for (const [token, status] of [
      [whole, 403],
      [weak, 403],
      [boss.token, 403],
      ['tbk_wrong', 401],
    ] as const) {
      const other = scimWith(service, token);
      for (const [method, path, body] of [
        ['GET', '/Users', undefined],
        ['POST', '/Users', scimUser('x@acme.example')],
        ['DELETE', '/Groups/x', undefined],
      ] as const)
        assert.equal((await other.ask(method, path, body)).status, status, path);
    }
    assert.equal((await fetch(`${service.address}/scim/v2/Users`)).status, 401);
  });

  test('people of other workspaces are unknown to it, by id as by name', async () => {
    const other = await scimOf(service, stranger, foreign);
    const [them] = await stranger.call(api.members.list, { params: { workspacePublicId: foreign } });
    for (const path of [`/Users/${them?.publicId}`, `/Groups/${them?.publicId}`]) {
      await scim.expect(404, 'GET', path);
      await scim.expect(404, 'DELETE', path);
    }
    const all = await other.expect(200, 'GET', '/Users');
    assert.deepEqual(
      all.Resources?.map(({ userName }) => userName),
      [otherAdmin.email],
    );
  });

  test('where the directory does not speak for an address, it can only invite it, and change nothing of the account', async () => {
    const victim = await service.signUp('victim@acme.example');
    const other = await scimOf(service, stranger, foreign);
    const id = idOf(
      await other.expect(201, 'POST', '/Users', scimUser(victim.email, { displayName: 'Taken' })),
    );
    const [, invited] = await stranger.call(api.members.list, { params: { workspacePublicId: foreign } });
    assert.deepEqual([invited?.status, invited?.user], ['invited', null]);
    await other.expect(
      200,
      'PATCH',
      `/Users/${id}`,
      scimPatch({ op: 'replace', path: 'displayName', value: 'Taken' }),
    );
    const stolen = await other.ask(
      'PATCH',
      `/Users/${id}`,
      scimPatch({ op: 'replace', path: 'userName', value: 'mine@else.example' }),
    );
    assert.deepEqual([stolen.status, stolen.body.scimType], [400, 'mutability']);
    assert.equal((await victim.call(api.users.me)).name, 'victim@acme.example');
    await other.expect(
      200,
      'PATCH',
      `/Users/${id}`,
      scimPatch({ op: 'replace', path: 'active', value: false }),
    );
    assert.equal((await other.expect(200, 'GET', `/Users/${id}`)).active, false);
    await service.outbox.idle();
    service.mails.length = 0;
    await other.expect(
      200,
      'PATCH',
      `/Users/${id}`,
      scimPatch({ op: 'replace', path: 'active', value: true }),
    );
    await service.outbox.idle();
    assert.deepEqual(
      service.mails.map(({ to }) => to),
      [victim.email],
    );
  });

  test('who has made an account with somebody’s address is shut out when the directory provides them', async () => {
    const squatter = await service.signUp('squat@acme.example');
    await create(squatter.email);
    await squatter.refused(401, api.users.me);
    await service.caller().refused(401, api.auth.signIn, {
      body: { email: squatter.email, password: 'password of squat' },
    });
    server.people.squat = { email: squatter.email, email_verified: true };
    const { user, token } = await signInBy(service, server, 'acme', redirectUri, 'squat');
    assert.equal(user.id, squatter.id);
    await service.caller(token).call(api.boards.get, { params: { boardPublicId: board } });
  });

  test('an address moves with its person, within the domains that the directory speaks for, and to no other account', async () => {
    const id = await create('maiden@acme.example');
    await create('taken@acme.example');
    const rename = (value: string) =>
      scim.ask(
        'PATCH',
        `/Users/${id}`,
        scimPatch({ op: 'replace', path: 'userName', value }, { op: 'replace', path: 'emails', value: [] }),
      );
    assert.equal((await rename('taken@acme.example')).status, 409);
    assert.equal((await rename('gone@else.example')).body.scimType, 'mutability');
    assert.equal((await rename('married@acme.example')).status, 200);
    assert.equal((await memberWith('married@acme.example'))?.publicId, id);
    assert.equal(await memberWith('maiden@acme.example'), undefined);
  });

  /** What the directory of a workspace replies when it gives somebody another address. */
  const moveTo = async (of: typeof scim, id: string, value: string) => {
    const operations = [
      { op: 'replace', path: 'userName', value },
      { op: 'replace', path: 'emails', value: [] },
    ];
    const { status, body } = await of.ask('PATCH', `/Users/${id}`, scimPatch(...operations));
    return [status, body.scimType];
  };

  test('an address that opens more than the workspace stays as it is, and so does that of an operator', async () => {
    const both = await service.signUp('both@acme.example');
    await service.sql(`update users set email_verified_at = 1 where id = '${both.id}'`);
    await makeWorkspace(both);
    const id = await create(both.email);
    assert.deepEqual(await moveTo(scim, id, 'mine+both@acme.example'), [400, 'mutability']);
    assert.equal((await both.call(api.users.me)).email, both.email);
    const operator = await create('operator@acme.example');
    await service.sql("update users set operator_since = 1 where email = 'operator@acme.example'");
    assert.deepEqual(await moveTo(scim, operator, 'mine+operator@acme.example'), [400, 'mutability']);
  });

  test('the address of somebody of a higher rank is not changed by who made the token', async () => {
    const chief = await create('chief@acme.example');
    const clerks = await directoryOfMember('clerk');
    const params = { workspacePublicId: workspace, memberPublicId: chief };
    await boss.call(api.members.changeRole, { params, body: { role: 'admin' } });
    const [status] = await moveTo(clerks, chief, 'mine+chief@acme.example');
    assert.equal(status, 403);
    const peer = await create('peer@acme.example');
    assert.deepEqual(await moveTo(clerks, peer, 'peer2@acme.example'), [200, undefined]);
    await boss.call(api.members.changeRole, { params, body: { role: 'member' } });
  });

  test('where the provider is the only way, so that mail opens nothing, an address moves for all workspaces', async () => {
    const strict = await testService({ ...settings, OIDC_ACME_ONLY: 'on', OIDC_ACME_WORKSPACES: '*' });
    const [one, two] = [await strict.signUp('one'), await strict.signUp('two')];
    const ofOne = await scimOf(strict, one, await makeWorkspace(one));
    const ofTwo = await scimOf(strict, two, await makeWorkspace(two));
    const ids = [ofOne, ofTwo].map(async (of) =>
      idOf(await of.expect(201, 'POST', '/Users', scimUser('maiden@acme.example'))),
    );
    const [id = ''] = await Promise.all(ids);
    assert.deepEqual(await moveTo(ofOne, id, 'married@acme.example'), [200, undefined]);
  });

  test('a suspended person’s sessions and keys no longer open the workspace, and do again afterwards', async () => {
    const id = await create('susp@acme.example');
    server.people.susp = { email: 'susp@acme.example', email_verified: true };
    const { token } = await signInBy(service, server, 'acme', redirectUri, 'susp');
    const person = service.caller(token);
    const see = () => person.call(api.boards.get, { params: { boardPublicId: board } });
    await see();
    await scim.expect(
      200,
      'PATCH',
      `/Users/${id}`,
      scimPatch({ op: 'replace', path: 'active', value: false }),
    );
    await person.refused(403, api.boards.get, { params: { boardPublicId: board } });
    await person.call(api.users.me);
    await scim.expect(
      200,
      'PATCH',
      `/Users/${id}`,
      scimPatch({ op: 'replace', path: 'active', value: true }),
    );
    await see();
  });

  test('the last admin can be neither suspended nor deleted, and bots and placeholders are no users', async () => {
    const bot = await boss.call(api.bots.create, {
      params: { workspacePublicId: workspace },
      body: { name: 'Robot' },
    });
    await scim.expect(404, 'GET', `/Users/${bot.publicId}`);
    await scim.expect(404, 'DELETE', `/Users/${bot.publicId}`);
    const own = (await memberWith(admin.email))?.publicId;
    await scim.expect(
      403,
      'PATCH',
      `/Users/${own}`,
      scimPatch({ op: 'replace', path: 'active', value: false }),
    );
    await scim.expect(403, 'DELETE', `/Users/${own}`);
    assert.equal((await memberWith(admin.email))?.status, 'active');
  });

  test('a token ends with the rights of whoever made it', async () => {
    const id = await create('temp@acme.example');
    server.people.temp = { email: 'temp@acme.example', email_verified: true };
    const params = { workspacePublicId: workspace, memberPublicId: id };
    await boss.call(api.members.changeRole, { params, body: { role: 'admin' } });
    const { token } = await signInBy(service, server, 'acme', redirectUri, 'temp');
    const theirs = await scimOf(service, service.caller(token), workspace);
    await theirs.expect(200, 'GET', '/Users');
    await boss.call(api.members.changeRole, { params, body: { role: 'member' } });
    await theirs.expect(403, 'GET', '/Users');
    await theirs.expect(403, 'POST', '/Users', scimUser('late@acme.example'));
    await boss.call(api.members.remove, { params });
    await theirs.expect(403, 'GET', '/Users');
    assert.deepEqual(scimPermissions.length, 5);
  });
});

suite('groups that give roles', () => {
  const map = (name: string, role: string) =>
    boss.call(api.groups.create, {
      params: { workspacePublicId: workspace },
      body: { provider: null, name, role },
    });

  test('roles follow the groups, by name or by the directory’s id, and come back', async () => {
    const [one, two] = [await create('role1@acme.example'), await create('role2@acme.example')];
    const roleOf = async (name: string) => (await memberWith(`${name}@acme.example`))?.role;
    const group = await scim.expect(201, 'POST', '/Groups', scimGroup('Leads', [one]));
    assert.equal(await roleOf('role1'), 'member');
    await map('Leads', 'admin');
    assert.equal(await roleOf('role1'), 'admin');
    await map('object-guests', 'guest');
    await scim.expect(201, 'POST', '/Groups', {
      ...scimGroup('Guests', [one, two]),
      externalId: 'object-guests',
    });
    assert.deepEqual([await roleOf('role1'), await roleOf('role2')], ['admin', 'guest']);
    await scim.expect(204, 'DELETE', `/Groups/${String(group.id)}`);
    assert.deepEqual([await roleOf('role1'), await roleOf('role2')], ['guest', 'guest']);
    const { groups } = await boss.call(api.groups.list, { params: { workspacePublicId: workspace } });
    for (const { publicId } of groups)
      await boss.call(api.groups.remove, {
        params: { workspacePublicId: workspace, groupPublicId: publicId },
      });
    assert.deepEqual([await roleOf('role1'), await roleOf('role2')], ['member', 'member']);
  });

  test('who had a role by a group is deleted or removed like anyone else, and comes back with no more than is given then', async () => {
    const [one, two] = [await create('left1@acme.example'), await create('left2@acme.example')];
    const params = (memberPublicId: string) => ({ workspacePublicId: workspace, memberPublicId });
    for (const id of [one, two])
      await boss.call(api.members.changeRole, { params: params(id), body: { role: 'admin' } });
    const group = await scim.expect(201, 'POST', '/Groups', scimGroup('Visitors', [one, two]));
    await map('Visitors', 'guest');
    await scim.expect(204, 'DELETE', `/Users/${one}`);
    await boss.call(api.members.remove, { params: params(two) });
    const touch = (externalId: string) =>
      scim.expect(
        200,
        'PATCH',
        `/Groups/${idOf(group)}`,
        scimPatch({ op: 'replace', path: 'externalId', value: externalId }),
      );
    await touch('first');
    await create('left1@acme.example');
    await create('left2@acme.example');
    await scim.expect(204, 'DELETE', `/Groups/${idOf(group)}`);
    for (const name of ['left1', 'left2'])
      assert.equal((await memberWith(`${name}@acme.example`))?.role, 'member');
  });

  test('who made the token gives and takes no role that ranks above their own, and all others', async () => {
    const [high, low, chief] = [
      await create('high@acme.example'),
      await create('low@acme.example'),
      await create('head@acme.example'),
    ];
    const params = { workspacePublicId: workspace, memberPublicId: chief };
    await boss.call(api.members.changeRole, { params, body: { role: 'admin' } });
    await map('Chiefs', 'admin');
    await map('Helpers', 'guest');
    const theirs = await directoryOfMember('teller');
    await theirs.expect(403, 'POST', '/Groups', scimGroup('Chiefs', [high]));
    await theirs.expect(403, 'POST', '/Groups', scimGroup('Helpers', [chief, low]));
    await theirs.expect(201, 'POST', '/Groups', scimGroup('Helpers', [low]));
    // An admin who settles roles gives no more.
    await scim.expect(201, 'POST', '/Groups', scimGroup('Others'));
    const roles = ['high', 'low', 'head'].map(
      async (name) => (await memberWith(`${name}@acme.example`))?.role,
    );
    assert.deepEqual(await Promise.all(roles), ['member', 'guest', 'admin']);
    await boss.call(api.members.changeRole, { params, body: { role: 'member' } });
  });

  test('the last admin keeps the role', async () => {
    const own = (await memberWith(admin.email))?.publicId ?? '';
    await map('Low', 'guest');
    await scim.expect(201, 'POST', '/Groups', scimGroup('Low', [own]));
    assert.equal((await memberWith(admin.email))?.role, 'admin');
  });
});
