import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const nobody = service.caller();

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
/** The statuses of calls, in ascending order. */
const outcomes = async (calls: Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(calls))
    .map((done) => (done.status === 'fulfilled' ? 200 : Number(done.reason.status)))
    .toSorted((a, b) => a - b);

test('a workspace is made with what was given, its maker is the admin', async () => {
  const body = { name: ' Engines ', description: '*notes*', slug: 'engines', cardPrefix: 'ENG' };
  const { publicId, ...made } = await ada.call(api.workspaces.create, { body });
  assert.deepEqual(made, {
    name: 'Engines',
    slug: 'engines',
    description: '*notes*',
    plan: 'free',
    cardPrefix: 'ENG',
  });
  const read = await ada.call(api.workspaces.get, at(publicId));
  const [member] = read.members;
  assert.deepEqual(read, {
    publicId,
    name: 'Engines',
    slug: 'engines',
    description: '*notes*',
    cardPrefix: 'ENG',
    showEmailsToMembers: true,
    allowPublicBoards: true,
    weekStartDay: 1,
    members: [
      {
        publicId: member?.publicId,
        email: ada.email,
        status: 'active',
        user: { id: ada.id, name: 'ada', email: ada.email, image: null },
        role: 'admin',
        createdAt: member?.createdAt,
        isBot: false,
        isPlaceholder: false,
      },
    ],
  });
});

test('a workspace is read without its members where it is asked for so', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const params = { workspacePublicId };
  const whole = await ada.call(api.workspaces.get, { params });
  assert.equal(whole.members.length, 1);
  const alone = await ada.call(api.workspaces.get, { params, query: { workspaceMembers: 'none' } });
  assert.deepEqual(alone, { ...whole, members: [] });
  const headers = { authorization: `Bearer ${ada.token}` };
  const { status } = await service.raw(`/workspaces/${workspacePublicId}?workspaceMembers=some`, { headers });
  assert.equal(status, 400);
});

test('slug and prefix are made from the name where they are not given', async () => {
  const made: [string, string, string][] = [
    ['Übung 1', 'ubung-1', 'UBU'],
    ['Smørrebrød & Æbler', 'smorrebrod-aebler', 'SMO'],
    ['Łódź/ẞtraße', 'lodz-sstrasse', 'LOD'],
    ['План Б, part 2', 'part-2', 'PAR'],
    ['План Б', 'workspace', 'TASK'],
  ];
  for (const [name, words, prefix] of made) {
    const { slug, cardPrefix, description } = await ada.call(api.workspaces.create, { body: { name } });
    assert.match(slug, new RegExp(`^${words}-[0-9a-z]{6}$`));
    assert.deepEqual([cardPrefix, description], [prefix, null], name);
  }
});

test('bad input makes no workspace', async () => {
  const before = await service.sql('select count(*) as count from workspaces');
  const bodies: unknown[] = [
    {},
    { name: ' ' },
    { name: 'x'.repeat(65) },
    { name: 'x', slug: 'ab' },
    { name: 'x', slug: 'a'.repeat(65) },
    { name: 'x', slug: 'api' },
    { name: 'x', cardPrefix: 'x'.repeat(11) },
    { name: 1 },
  ];
  for (const body of bodies) await ada.refused(400, api.workspaces.create, { body: body as never });
  await nobody.refused(401, api.workspaces.create, { body: { name: 'x' } });
  assert.deepEqual(await service.sql('select count(*) as count from workspaces'), before);
});

test('a slug that is taken is 409', async () => {
  await ada.call(api.workspaces.create, { body: { name: 'x', slug: 'taken' } });
  await bob.refused(409, api.workspaces.create, { body: { name: 'y', slug: 'taken' } });
});

test('of 16 who take one slug at once, one gets it', async () => {
  const body = { name: 'x', slug: 'wanted-by-many' };
  const statuses = await outcomes(
    Array.from({ length: 16 }, () => ada.call(api.workspaces.create, { body })),
  );
  assert.deepEqual(statuses, [200, ...Array.from({ length: 15 }, () => 409)]);
});

test('whether a slug is free is answered for itself, and is no workspace named so', async () => {
  const ask = (workspaceSlug: string) => eve.call(api.workspaces.checkSlug, { query: { workspaceSlug } });
  await ada.call(api.workspaces.create, { body: { name: 'x', slug: 'asked-for' } });
  assert.deepEqual(await ask('asked-for'), { isAvailable: false, isReserved: true });
  assert.deepEqual(await ask('not-asked-for'), { isAvailable: true, isReserved: false });
  assert.deepEqual(await ask('check-slug-availability'), { isAvailable: false, isReserved: true });
  await eve.refused(400, api.workspaces.checkSlug, { query: { workspaceSlug: 'A B' } });
  await eve.refused(400, api.workspaces.checkSlug, { query: {} as never });
  await nobody.refused(401, api.workspaces.checkSlug, { query: { workspaceSlug: 'asked-for' } });
});

test('a workspace is read by id and by slug', async () => {
  const { publicId } = await ada.call(api.workspaces.create, { body: { name: 'x', slug: 'by-slug' } });
  assert.deepEqual(
    await ada.call(api.workspaces.get, at('by-slug')),
    await ada.call(api.workspaces.get, at(publicId)),
  );
  await eve.refused(403, api.workspaces.get, at('by-slug'));
  await eve.refused(403, api.workspaces.get, at(publicId));
  await ada.refused(404, api.workspaces.get, at('nowhere'));
  await ada.refused(404, api.workspaces.get, at('0123456789abcdef'));
  await ada.refused(400, api.workspaces.get, at('ab'));
  await nobody.refused(401, api.workspaces.get, at(publicId));
});

test('a slug that is spelled like the id of another workspace does not hide it', async () => {
  const publicId = await makeWorkspace(ada);
  await eve.call(api.workspaces.create, { body: { name: 'trap', slug: publicId } });
  assert.equal((await ada.call(api.workspaces.get, at(publicId))).publicId, publicId);
  await eve.refused(403, api.workspaces.get, at(publicId));
});

test('a change changes what is given and answers with the workspace', async () => {
  const id = await makeWorkspace(ada);
  const before = await ada.call(api.workspaces.get, at(id));
  const update = async (body: BodyOf<typeof api.workspaces.update>, told = ['workspace.updated']) => {
    let reply: unknown;
    const recorded = await service.recorded(async () => {
      reply = await ada.call(api.workspaces.update, { ...at(id), body });
    });
    assert.deepEqual(recorded, told);
    return reply;
  };
  assert.deepEqual(await update({ name: 'New' }), { ...before, name: 'New' });
  const rest = {
    slug: 'renamed-engines',
    description: 'why',
    showEmailsToMembers: false,
    allowPublicBoards: false,
    weekStartDay: 6 as const,
    cardPrefix: 'NEW',
  };
  const after = { ...before, name: 'New', ...rest };
  assert.deepEqual(await update(rest), after);
  assert.deepEqual(await update({ description: null }), { ...after, description: null });
  assert.deepEqual(await update({ slug: 'renamed-engines' }, []), { ...after, description: null });
  assert.deepEqual(await ada.call(api.workspaces.get, at('renamed-engines')), {
    ...after,
    description: null,
  });
  assert.equal((await ada.call(api.workspaces.get, at(before.slug))).slug, 'renamed-engines');
  await eve.refused(409, api.workspaces.create, { body: { name: 'x', slug: before.slug } });
});

test('a change that breaks a rule changes nothing', async () => {
  const id = await makeWorkspace(ada);
  await ada.call(api.workspaces.create, { body: { name: 'x', slug: 'in-use' } });
  await makeMember(service, ada, id, bob);
  const before = await ada.call(api.workspaces.get, at(id));
  const bodies: unknown[] = [
    {},
    { name: '' },
    { slug: 'X' },
    { slug: 'settings' },
    { weekStartDay: 2 },
    { weekStartDay: '1' },
    { showEmailsToMembers: 'yes' },
    { cardPrefix: '' },
    { name: null },
  ];
  for (const body of bodies)
    await ada.refused(400, api.workspaces.update, { ...at(id), body: body as never });
  await ada.refused(409, api.workspaces.update, { ...at(id), body: { slug: 'in-use', name: 'no' } });
  for (const person of [bob, eve]) {
    await person.refused(403, api.workspaces.update, { ...at(id), body: { name: 'no' } });
  }
  await nobody.refused(401, api.workspaces.update, { ...at(id), body: { name: 'no' } });
  await ada.refused(404, api.workspaces.update, { ...at('0123456789abcdef'), body: { name: 'no' } });
  await ada.refused(400, api.workspaces.update, { ...at('short'), body: { name: 'no' } });
  assert.deepEqual(await ada.call(api.workspaces.get, at(id)), before);
});

test('of 16 workspaces that take one slug at once, one gets it', async () => {
  const ids = await Promise.all(Array.from({ length: 16 }, () => makeWorkspace(ada)));
  for (const slug of ['first-slug-of-many', 'second-slug-of-many', 'third-slug-of-many']) {
    const taking = ids.map((id) => ada.call(api.workspaces.update, { ...at(id), body: { slug } }));
    assert.deepEqual(await outcomes(taking), [200, ...Array.from({ length: 15 }, () => 409)]);
  }
});

test('the list holds active memberships, by name, with the role in each', async () => {
  const mia = await service.signUp('mia');
  const own = await mia.call(api.workspaces.create, { body: { name: 'beta', description: 'd' } });
  const other = await makeWorkspace(ada, 'Alpha');
  const gone = await makeWorkspace(ada, 'Left');
  await makeMember(service, ada, other, mia, 'guest');
  const memberPublicId = await makeMember(service, ada, gone, mia);
  await mia.call(api.members.remove, { params: { workspacePublicId: gone, memberPublicId } });
  const invited = await makeWorkspace(ada, 'Invited');
  await ada.call(api.invites.inviteMember, { ...at(invited), body: { email: mia.email } });
  const listed = await mia.call(api.workspaces.list);
  assert.deepEqual(
    listed.map(({ role, workspace }) => [role, workspace.name]),
    [
      ['guest', 'Alpha'],
      ['admin', 'beta'],
    ],
  );
  assert.deepEqual(listed[1], {
    role: 'admin',
    workspace: { ...own, weekStartDay: 1, deletedAt: null },
  });
  await nobody.refused(401, api.workspaces.list);
});

test('a key that is limited to a workspace lists that one, one without workspace:view none', async () => {
  const noa = await service.signUp('noa');
  const first = await makeWorkspace(noa);
  await makeWorkspace(noa);
  const keyFor = async (limits: Partial<BodyOf<typeof api.users.createApiKey>>) =>
    service.caller((await noa.call(api.users.createApiKey, { body: { name: 'key', ...limits } })).key);
  const inFirst = await (await keyFor({ workspacePublicId: first })).call(api.workspaces.list);
  assert.deepEqual(
    inFirst.map(({ workspace }) => workspace.publicId),
    [first],
  );
  assert.equal((await (await keyFor({})).call(api.workspaces.list)).length, 2);
  assert.deepEqual(await (await keyFor({ permissions: ['card:edit'] })).call(api.workspaces.list), []);
  await (await keyFor({ permissions: ['card:edit'] })).refused(403, api.workspaces.create, {
    body: { name: 'x' },
  });
});

test('an empty slug is none, and capitals are made lower case', async () => {
  const make = (slug: string) => ada.call(api.workspaces.create, { body: { name: 'Slugged', slug } });
  assert.match((await make('')).slug, /^slugged/);
  assert.equal((await make('Capital-Letters')).slug, 'capital-letters');
  await ada.refused(409, api.workspaces.create, { body: { name: 'x', slug: 'CAPITAL-letters' } });
  const query = { workspaceSlug: 'Capital-LETTERS' };
  const taken = { isAvailable: false, isReserved: true };
  assert.deepEqual(await ada.call(api.workspaces.checkSlug, { query }), taken);
});
