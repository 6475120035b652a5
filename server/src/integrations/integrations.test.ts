import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { api } from '../../../contract/api.ts';
import type { Provider } from '../../../contract/integrations.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { fakeGitHub, graphqlError } from '../testing/github.ts';
import { keyOf, keyWithoutLimits } from '../testing/members.ts';
import type { Answer } from '../testing/receiver.ts';
import { type Person, testService } from '../testing/service.ts';
import { fakeTrello } from '../testing/trello.ts';
import { askThrough } from './ask.ts';
import { graphqlAddress } from './codehost/github.ts';
import { NoAnswer } from './provider.ts';

const github = await fakeGitHub();
const trello = await fakeTrello();
const service = await testService({
  CODEHOST_API_URL: github.url,
  BOARDTOOL_API_URL: trello.url,
  BOARDTOOL_API_KEY: trello.key,
  LOG_LEVEL: 'silent',
});

const connect = (person: Pick<Person, 'call'>, provider: Provider, token = 'good-token') =>
  person.call(api.integrations.connect, { params: { provider }, body: { token } });

const storedFor = (person: Person) =>
  service.sql<{ sealed: string }>(
    `select token_sealed as sealed from integrations where user_id = '${person.id}'`,
  );

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);

const hangUp: Answer = (response) => void response.destroy();

test('a connection shows its account and when it was made, never the token', async () => {
  const ada = await service.signUp('ada');
  const none = { connected: false, account: null, connectedAt: null };
  assert.deepEqual(await ada.call(api.integrations.list), [
    { provider: 'codehost', ...none },
    { provider: 'boardtool', ...none },
  ]);
  const made = await connect(ada, 'codehost');
  assert.equal(made.account, 'octo-ada');
  assert.equal((await connect(ada, 'boardtool')).account, 'ada7');
  const listed = await ada.call(api.integrations.list);
  assert.deepEqual(nth(listed, 0), made);
  assert.deepEqual(Object.keys(made).toSorted(), ['account', 'connected', 'connectedAt', 'provider']);
});

test('a token is sealed in the database, for its user and its provider only', async () => {
  const sealed = await service.signUp('sealed');
  github.tokens.set('ghp_secret', 'octo-sealed');
  await connect(sealed, 'codehost', 'ghp_secret');
  const [row] = await storedFor(sealed);
  assert.ok(row && !JSON.stringify(row).includes('ghp_secret'));
  assert.equal(service.secrets.open(row.sealed, `integration codehost ${sealed.id}`), 'ghp_secret');
  assert.throws(() => service.secrets.open(row.sealed, 'integration codehost someone-else'));
  assert.throws(() => service.secrets.open(row.sealed, `integration boardtool ${sealed.id}`));
});

test('connecting again replaces the token; disconnecting forgets it, twice as well', async () => {
  const eve = await service.signUp('eve');
  github.tokens.set('newer-token', 'octo-newer');
  await connect(eve, 'codehost');
  assert.equal((await connect(eve, 'codehost', ' newer-token ')).account, 'octo-newer');
  assert.equal((await storedFor(eve)).length, 1);
  const params = { provider: 'codehost' } as const;
  assert.deepEqual(await eve.call(api.integrations.disconnect, { params }), { success: true });
  assert.deepEqual(await storedFor(eve), []);
  assert.deepEqual(await eve.call(api.integrations.disconnect, { params }), { success: true });
});

test('the log of the account tells of connections made and ended, from where and to what, never the token', async () => {
  const log = await service.signUp('log');
  const entries = async () => (await log.call(api.users.securityLog, {})).entries;
  const { length } = await entries();
  github.tokens.set('ghp_logged', 'octo-log');
  await connect(log, 'codehost', 'ghp_logged');
  await connect(log, 'boardtool');
  const input = { params: { provider: 'codehost' }, body: { token: 'wrong' } };
  await log.refused(400, api.integrations.connect, input);
  for (let times = 0; times < 2; times++) {
    await log.call(api.integrations.disconnect, { params: { provider: 'codehost' } });
  }
  const made = (await entries()).slice(0, -length);
  assert.deepEqual(
    made.map(({ type, detail, address }) => [type, detail, address]),
    [
      ['integration.disconnected', 'codehost octo-log', '127.0.0.1'],
      ['integration.connected', 'boardtool ada7', '127.0.0.1'],
      ['integration.connected', 'codehost octo-log', '127.0.0.1'],
    ],
  );
  assert.ok(!JSON.stringify(made).includes('ghp_logged'));
});

test('a token that the provider refuses is not stored', async () => {
  const mallory = await service.signUp('mallory');
  for (const provider of ['codehost', 'boardtool'] as const) {
    const input = { params: { provider }, body: { token: 'wrong' } };
    const { issues } = await mallory.refused(400, api.integrations.connect, input);
    assert.match(nth(issues, 0).message, /does not accept the token/);
  }
  github.instead.push(graphqlError('INSUFFICIENT_SCOPES', "needs the scope 'read:project'"));
  const input = { params: { provider: 'codehost' }, body: { token: 'good-token' } };
  const { issues } = await mallory.refused(400, api.integrations.connect, input);
  assert.match(nth(issues, 0).message, /read:project/);
  assert.deepEqual(await storedFor(mallory), []);
});

test('a provider that is down, limits requests or answers nonsense is 503, and nothing is stored', async () => {
  const dan = await service.signUp('dan');
  const answers: [Answer, RegExp][] = [
    [status(502), /status 502/],
    [hangUp, /does not answer/],
    [status(429, { 'retry-after': '7' }), /no more requests/],
    [status(403, { 'x-ratelimit-remaining': '0' }), /no more requests/],
    [status(302, { location: 'http://127.0.0.1:1/' }), /status 302/],
    [status(200, {}, '<html>'), /not JSON/],
    [graphqlError('RATE_LIMITED', 'API rate limit exceeded'), /no more requests/],
    [graphqlError('', 'Something went wrong while executing your query'), /could not answer/],
    [status(200, {}, '{}'), /could not answer/],
  ];
  for (const [answer, expected] of answers) {
    github.instead.push(answer);
    const input = { params: { provider: 'codehost' }, body: { token: 'good-token' } };
    const { issues } = await dan.refused(503, api.integrations.connect, input);
    assert.match(nth(issues, 0).message, expected);
  }
  github.instead.push(status(429, { 'retry-after': '7' }));
  const input = { params: { provider: 'codehost' }, body: { token: 'good-token' } };
  const { headers } = await dan.refused(503, api.integrations.connect, input);
  assert.equal(headers.get('retry-after'), '7');
  assert.deepEqual(await storedFor(dan), []);
});

test('a provider that never answers is given up', async () => {
  github.instead.push(() => {});
  const ask = askThrough(service.outgoing, 50);
  await assert.rejects(
    ask({
      provider: 'GitHub',
      url: `${github.url}/graphql`,
      base: github.url,
      headers: {},
      reply: Type.Unknown(),
    }),
    NoAnswer,
  );
});

test('an answer of another shape is 503, for E19 500, and says so', async () => {
  const eli = await service.signUp('eli');
  const odd = ['null', '[]', '{}', '[null]', '"x"', '1', '{"data":null}', '{"data":[]}', '{"errors":{}}'];
  const oddViewers = ['null', '[]', '{}', '{"login":null}', '{"login":""}', '{"login":["x"]}', '"x"'];
  const forGitHub = [...odd, ...oddViewers.map((viewer) => `{"data":{"viewer":${viewer}}}`)];
  const forTrello = ['null', '[]', '{}', '[null]', '{"username":null}', '{"username":7}'];
  for (const [provider, instead, answers] of [
    ['codehost', github.instead, forGitHub],
    ['boardtool', trello.instead, forTrello],
  ] as const) {
    for (const answer of answers) {
      instead.push((response) => void response.end(answer));
      const body = { token: 'good-token' };
      const { issues } = await eli.refused(503, api.integrations.connect, { params: { provider }, body });
      assert.match(nth(issues, 0).message, /something unexpected|could not answer/, answer);
    }
  }
  assert.deepEqual(await storedFor(eli), []);
  await connect(eli, 'codehost');
  await connect(eli, 'boardtool');
  const page = '"pageInfo":{"hasNextPage":false,"endCursor":null}';
  for (const answer of [
    ...forGitHub,
    '{"data":{"viewer":{"projectsV2":null}}}',
    `{"data":{"viewer":{"projectsV2":{"nodes":[{"id":1}],${page}}}}}`,
    '{"data":{"viewer":{"projectsV2":{"nodes":[]}}}}',
  ]) {
    github.instead.push((response) => void response.end(answer));
    await eli.refused(503, api.integrations.projects);
  }
  for (const answer of ['null', '{}', '[null]', '[[]]', '[{"id":"x"}]', '[{"id":7,"name":"x"}]', '"x"']) {
    trello.instead.push((response) => void response.end(answer));
    const { issues } = await eli.refused(500, api.integrations.boards);
    assert.match(nth(issues, 0).message, /something unexpected/, answer);
  }
});

test('the token of a board tool travels in a header, not in the address', async () => {
  const pia = await service.signUp('pia');
  const token = 'quote"and\\slash';
  trello.tokens.set(token, 'pia7');
  const asked: { url: string; authorization: string | undefined }[] = [];
  trello.instead.push((response, { url, headers }) => {
    asked.push({ url, authorization: headers.authorization });
    response.end('{"username":"pia7"}');
  });
  await connect(pia, 'boardtool', token);
  assert.deepEqual(asked, [
    {
      url: '/1/members/me?fields=username',
      authorization: `OAuth oauth_consumer_key="${trello.key}", oauth_token="quote%22and%5Cslash"`,
    },
  ]);
  assert.deepEqual(await pia.call(api.integrations.boards), await pia.call(api.integrations.boards));
});

test('what the code host is reached by, webhooks do not reach', async () => {
  const ron = await service.signUp('ron');
  const body = { name: 'x', url: `${github.url}/graphql`, events: ['*'] };
  const params = { workspacePublicId: await makeWorkspace(ron) };
  const { issues } = await ron.refused(400, api.webhooks.create, { params, body });
  assert.match(nth(issues, 0).message, /not public/);
});

test('bad input is 400 and asks nobody', async () => {
  const bob = await service.signUp('bob');
  const asked = github.asked.length;
  const params = { provider: 'codehost' } as const;
  for (const token of ['', '  ', 'line\r\nx-admin: 1', 'ünicode', 'x'.repeat(1001)]) {
    await bob.refused(400, api.integrations.connect, { params, body: { token } });
  }
  await bob.refused(400, api.integrations.connect, {
    params: { provider: 'elsewhere' },
    body: { token: 'good-token' },
  });
  assert.equal(github.asked.length, asked);
});

test('a key with limits reads nothing of the account at a provider, and changes nothing', async () => {
  const kim = await service.signUp('kim');
  await connect(kim, 'boardtool');
  const key = await keyOf(service, kim, ['board:view']);
  await key.refused(403, api.integrations.list);
  await key.refused(403, api.integrations.boards);
  await key.refused(403, api.integrations.projects);
  const params = { provider: 'boardtool' };
  await key.refused(403, api.integrations.connect, { params, body: { token: 'good-token' } });
  await key.refused(403, api.integrations.disconnect, { params });
  const whole = await keyWithoutLimits(service, kim);
  assert.equal(nth(await whole.call(api.integrations.list), 1).connected, true);
  await whole.call(api.integrations.boards);
  await whole.refused(403, api.integrations.connect, { params, body: { token: 'good-token' } });
  await whole.refused(403, api.integrations.disconnect, { params });
  assert.equal((await storedFor(kim)).length, 1);
  await service.caller().refused(401, api.integrations.list);
  await service.caller('tbs_wrong').refused(401, api.integrations.boards);
});

test('the projects of the account and of its organisations are listed, all pages, without closed ones', async () => {
  const lin = await service.signUp('lin');
  await connect(lin, 'codehost');
  for (let n = 1; n <= 120; n++) github.projects.push({ id: `PVT_own_${n}`, title: `Own ${n}` });
  github.projects.push({ id: 'PVT_closed', title: 'Closed', closed: true });
  for (let n = 1; n <= 101; n++) {
    github.organisations.push({ id: `O_${n}`, projects: [{ id: `PVT_org_${n}`, title: `Theirs ${n}` }] });
  }
  const listed = await lin.call(api.integrations.projects);
  assert.equal(listed.length, 221);
  assert.deepEqual(nth(listed, 0), { id: 'PVT_own_1', name: 'Own 1' });
  assert.deepEqual(nth(listed, 220), { id: 'PVT_org_101', name: 'Theirs 101' });
  assert.deepEqual(github.mistakes, []);
});

test('an organisation that does not let the token in hides its projects, not those of others', async () => {
  const max = await service.signUp('max');
  await connect(max, 'codehost');
  const empty = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  const one = { ...empty, nodes: [{ id: 'O_closed' }] };
  const own = { ...empty, nodes: [{ id: 'PVT_mine', title: 'Mine', closed: false }] };
  github.instead.push(
    (response) => void response.end(JSON.stringify({ data: { viewer: { projectsV2: own } } })),
    (response) => void response.end(JSON.stringify({ data: { viewer: { organizations: one } } })),
    graphqlError('FORBIDDEN', 'Resource protected by organization SAML enforcement', { node: null }),
  );
  assert.deepEqual(await max.call(api.integrations.projects), [{ id: 'PVT_mine', name: 'Mine' }]);
});

test('the boards of the board tool are listed (E19), without closed ones', async () => {
  const zoe = await service.signUp('zoe');
  await connect(zoe, 'boardtool');
  trello.boards.push(
    { id: '5bd0f0c0a8f0f000000000aa', name: 'House', closed: false },
    { id: '5bd0f0c0a8f0f000000000ab', name: 'Old house', closed: true },
  );
  assert.deepEqual(await zoe.call(api.integrations.boards), [
    { id: '5bd0f0c0a8f0f000000000aa', name: 'House' },
  ]);
});

test('without a connection, lists of projects and boards are 403 and say how to connect', async () => {
  const una = await service.signUp('una');
  const projects = await una.refused(403, api.integrations.projects);
  assert.match(nth(projects.issues, 0).message, /PUT \/integrations\/codehost/);
  const boards = await una.refused(403, api.integrations.boards);
  assert.match(nth(boards.issues, 0).message, /PUT \/integrations\/boardtool/);
});

test('a stored token that is refused later is 403; a provider that is down is 503, for E19 500', async () => {
  const wim = await service.signUp('wim');
  github.tokens.set('short-lived', 'octo-wim');
  trello.tokens.set('short-lived', 'wim7');
  await connect(wim, 'codehost', 'short-lived');
  await connect(wim, 'boardtool', 'short-lived');
  github.instead.push(status(500));
  trello.instead.push(status(503), hangUp);
  await wim.refused(503, api.integrations.projects);
  const down = await wim.refused(500, api.integrations.boards);
  assert.match(nth(down.issues, 0).message, /Trello/);
  await wim.refused(500, api.integrations.boards);
  github.tokens.delete('short-lived');
  trello.tokens.delete('short-lived');
  const refused = await wim.refused(403, api.integrations.boards);
  assert.match(nth(refused.issues, 0).message, /does not accept the token/);
  await wim.refused(403, api.integrations.projects);
});

test('a connection goes with its account', async () => {
  const [{ rule } = { rule: '' }] = await service.sql<{ rule: string }>(
    service.db.engine === 'sqlite'
      ? `select on_delete as rule from pragma_foreign_key_list('integrations')`
      : `select confdeltype::text as rule from pg_constraint
         where conrelid = 'integrations'::regclass and contype = 'f'`,
  );
  assert.match(rule, /^(CASCADE|c)$/);
});

test('the address of GraphQL follows from that of the API, of a server of one’s own too', () => {
  assert.equal(graphqlAddress('https://api.github.com'), 'https://api.github.com/graphql');
  assert.equal(graphqlAddress('https://code.example.com/api/v3'), 'https://code.example.com/api/graphql');
  assert.equal(graphqlAddress('https://code.example.com/api'), 'https://code.example.com/api/graphql');
  assert.equal(
    graphqlAddress('https://code.example.com/api/graphql'),
    'https://code.example.com/api/graphql',
  );
});

test('without a key of the operator, a refused token says so', async () => {
  const keyless = await testService({ BOARDTOOL_API_URL: trello.url });
  const ivo = await keyless.signUp('ivo');
  const input = { params: { provider: 'boardtool' }, body: { token: 'good-token' } };
  const { issues } = await ivo.refused(400, api.integrations.connect, input);
  assert.match(nth(issues, 0).message, /BOARDTOOL_API_KEY/);
});
