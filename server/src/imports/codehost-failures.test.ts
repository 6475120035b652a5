import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { hour, minute } from '../base/clock.ts';
import { askThrough } from '../integrations/ask.ts';
import { github as gitHubOf } from '../integrations/codehost/github.ts';
import { TooMuch } from '../integrations/provider.ts';
import { until } from '../testing/files.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { fakeGitHub, type GivenItem, graphqlError } from '../testing/github.ts';
import type { Answer } from '../testing/receiver.ts';
import { testService } from '../testing/service.ts';

const github = await fakeGitHub();
const service = await testService({ CODEHOST_API_URL: github.url, LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const connect = () =>
  ada.call(api.integrations.connect, { params: { provider: 'codehost' }, body: { token: 'good-token' } });
await connect();

const cards = (count: number) => Array.from({ length: count }, (_, n): GivenItem => ({ title: `Card ${n}` }));
github.projects.push(
  { id: 'PVT_small', title: 'Small', items: cards(3) },
  { id: 'PVT_pages', title: 'Pages', items: cards(120) },
);

const asked = (projectIds: string[], workspacePublicId: string) => ({
  body: { projectIds, workspacePublicId },
});

/** Starts a background import; returns its id. */
async function begin(workspace: string, projectId = 'PVT_pages'): Promise<string> {
  const given = { ...asked([projectId], workspace), query: { async: true } };
  const { importPublicIds = [] } = await ada.call(api.imports.codehostProjects, given);
  return nth(importPublicIds, 0);
}

const read = (importPublicId: string) => ada.call(api.imports.get, { params: { importPublicId } });

const boardsIn = (workspacePublicId: string) => ada.call(api.boards.list, { params: { workspacePublicId } });

const titlesIn = async (workspace: string): Promise<string[]> => {
  const rows = await service.sql<{ title: string }>(
    `select c.title as title from cards c join boards b on b.id = c.board_id
     where c.workspace_id = '${workspace}' and b.deleted_at is null order by c.position`,
  );
  return rows.map(({ title }) => title);
};

/** Stands for the requests before the second page of items, which are answered as usual. */
const untilSecondPage = [undefined, undefined, undefined];

const status =
  (code: number, headers: Record<string, string> = {}, body = '{"message":"No"}'): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);

/** An answer that ends after its beginning. */
const cutOff: Answer = (response) => {
  response.writeHead(200, { 'content-length': 1000 });
  response.write('{"data":{"node":');
  setImmediate(() => response.socket?.resetAndDestroy());
};

/** A page of items with the given `pageInfo`. */
const page = (pageInfo: object, nodes: unknown = []): Answer => {
  const body = JSON.stringify({ data: { node: { items: { totalCount: 120, nodes, pageInfo } } } });
  return (response) => void response.end(body);
};

test('with async=true the service replies at once, and each project is imported in the background', async () => {
  const workspace = await makeWorkspace(ada);
  const before = github.asked.length;
  const given = { ...asked(['PVT_small', 'PVT_pages', 'PVT_small'], workspace), query: { async: true } };
  const { projectsImported, importPublicIds = [] } = await ada.call(api.imports.codehostProjects, given);
  assert.deepEqual([projectsImported, importPublicIds.length], [0, 2]);
  assert.equal(github.asked.length, before);
  assert.deepEqual(await boardsIn(workspace), []);
  const types = await service.recorded(() => service.jobs.run('imports'));
  assert.deepEqual(types.toSorted(), [
    'board.created',
    'board.created',
    'import.completed',
    'import.completed',
  ]);
  const ended = await Promise.all(importPublicIds.map(read));
  assert.deepEqual(
    ended.map(({ state, source, done, total, boardName }) => [state, source, done, total, boardName]),
    [
      ['completed', 'codehost', 3, 3, 'Small'],
      ['completed', 'codehost', 120, 120, 'Pages'],
    ],
  );
});

test('what cannot be begun is 400, and nothing is begun', async () => {
  const workspace = await makeWorkspace(ada);
  const many = (length: number) => ({
    ...asked(
      Array.from({ length }, (_, n) => `PVT_${n}`),
      workspace,
    ),
    query,
  });
  const query = { async: true };
  const { importPublicIds } = await ada.call(api.imports.codehostProjects, many(50));
  const beyond = many(caps.openImportsOfWorkspace - 50 + 1);
  const { issues } = await ada.refused(400, api.imports.codehostProjects, beyond);
  assert.match(nth(issues, 0).message, /imports at a time/);
  for (const importPublicId of importPublicIds ?? []) {
    await ada.call(api.imports.cancel, { params: { importPublicId } });
  }
  const una = await service.signUp('una');
  const theirs = { ...asked(['PVT_small'], await makeWorkspace(una)), query };
  const refused = await una.refused(400, api.imports.codehostProjects, theirs);
  assert.match(nth(refused.issues, 0).message, /PUT \/integrations\/codehost/);
  assert.deepEqual(await service.sql(`select id from imports where state = 'waiting'`), []);
});

const passing: [name: string, Answer][] = [
  ['an error', status(500)],
  ['a limit that lasts', status(403, { 'retry-after': '90' })],
  ['a limit of requests', status(429, { 'retry-after': '90' })],
  ['a limit without a time', status(403, {}, '{"message":"You have exceeded a secondary rate limit"}')],
  ['a limit of points', graphqlError('RATE_LIMITED', 'API rate limit exceeded')],
  ['limits of resources', graphqlError('RESOURCE_LIMITS_EXCEEDED', 'Too much', { node: null })],
  ['an overload', status(502)],
  ['an answer that breaks off', cutOff],
  ['broken JSON', (response) => void response.end('{"data":{"node":')],
  ['an error of a part', graphqlError('SERVICE_UNAVAILABLE', 'Not now', { node: null })],
  ['a page without a next one', page({ hasNextPage: true, endCursor: null })],
  ['a page that is not there', page({ hasNextPage: false, endCursor: null }, null)],
  ['a project that is not there any more', graphqlError('NOT_FOUND', 'Could not resolve', { node: null })],
];

for (const [name, failure] of passing) {
  test(`${name} on the way puts the import off, with nothing half-written; later it is whole`, async () => {
    const workspace = await makeWorkspace(ada);
    const id = await begin(workspace);
    github.instead.push(...untilSecondPage, ...Array.from({ length: 9 }, () => failure));
    await service.jobs.run('imports');
    github.instead.length = 0;
    assert.equal((await read(id)).state, 'waiting');
    assert.deepEqual(await boardsIn(workspace), []);
    service.clock.pass(hour);
    await service.jobs.run('imports');
    assert.equal((await read(id)).state, 'completed');
    assert.deepEqual(
      await titlesIn(workspace),
      cards(120).map(({ title }) => title),
    );
    await service.jobs.run('trash');
    const boards = `select id from boards where workspace_id = '${workspace}'`;
    assert.equal((await service.sql(boards)).length, 1, 'what was given up is gone');
  });
}

const ending: [name: string, Answer, RegExp][] = [
  ['a token that was revoked', status(401), /does not accept the token/],
  ['odd JSON', (response) => void response.end('{"data":{"node":[]}}'), /something unexpected/],
  [
    'a token that may too little',
    graphqlError('INSUFFICIENT_SCOPES', "The 'email' field requires 'read:user'"),
    /read:user/,
  ],
];

for (const [name, failure, error] of ending) {
  test(`${name} on the way ends the import with the reason, and nothing is there; asked again, it is whole`, async () => {
    const workspace = await makeWorkspace(ada);
    const id = await begin(workspace);
    github.instead.push(...untilSecondPage, failure);
    await service.jobs.run('imports');
    const ended = await read(id);
    assert.equal(ended.state, 'failed');
    assert.match(ended.error ?? '', error);
    assert.deepEqual(await boardsIn(workspace), []);
    const again = await begin(workspace);
    await service.jobs.run('imports');
    assert.equal((await read(again)).state, 'completed');
    assert.equal((await titlesIn(workspace)).length, 120);
  });
}

test('a connection that was ended meanwhile ends the import', async () => {
  const workspace = await makeWorkspace(ada);
  const id = await begin(workspace);
  await ada.call(api.integrations.disconnect, { params: { provider: 'codehost' } });
  await service.jobs.run('imports');
  await connect();
  const { state, error } = await read(id);
  assert.equal(state, 'failed');
  assert.match(error ?? '', /not connected/);
});

test('what passes soon is waited for: limits of seconds, and failures that do not come again', async () => {
  const workspace = await makeWorkspace(ada);
  const soon = Math.floor(Date.now() / 1000) + 2;
  const limits: Answer[] = [
    status(403, { 'retry-after': '1' }),
    status(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(soon) }),
    (response) => {
      response.setHeader('x-ratelimit-reset', String(soon));
      response.end('{"data":null,"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}');
    },
    status(500),
    cutOff,
  ];
  for (const limit of limits) {
    github.instead.push(...untilSecondPage, limit);
    assert.deepEqual(await ada.call(api.imports.codehostProjects, asked(['PVT_pages'], workspace)), {
      projectsImported: 1,
    });
  }
  assert.equal((await titlesIn(workspace)).length, 5 * 120);
});

test('a caller is not kept waiting for a limit that lasts', async () => {
  const workspace = await makeWorkspace(ada);
  github.instead.push(...untilSecondPage, status(403, { 'retry-after': '900' }));
  const given = asked(['PVT_pages'], workspace);
  const { issues, headers } = await ada.refused(500, api.imports.codehostProjects, given);
  assert.match(nth(issues, 0).message, /accepts no more requests for now/);
  assert.equal(headers.get('retry-after'), '900');
});

test('what GitHub cannot do at once is asked for in smaller pages', async () => {
  const workspace = await makeWorkspace(ada);
  for (const tooMuch of [
    status(502),
    status(504),
    graphqlError('RESOURCE_LIMITS_EXCEEDED', 'Resource limits exceeded', { node: { items: null } }),
  ]) {
    github.sizes.length = 0;
    github.instead.push(undefined, undefined, tooMuch, tooMuch);
    await ada.call(api.imports.codehostProjects, asked(['PVT_pages'], workspace));
    // One page of fields; pages of 50, then 13, were too large.
    assert.deepEqual(github.sizes, [100, ...Array.from({ length: 30 }, () => 4)]);
  }
});

test('a GitHub that never answers is given up', async () => {
  github.instead.push(...Array.from({ length: 9 }, (): Answer => () => {}));
  const provider = gitHubOf(askThrough(service.outgoing, 50), github.url);
  const reading = { patience: 0, leftOut: () => {} };
  await assert.rejects(provider.project('good-token', 'PVT_small', reading), TooMuch);
  github.instead.length = 0;
});

test('a page that comes again is no page', async () => {
  const workspace = await makeWorkspace(ada);
  const again = page({ hasNextPage: true, endCursor: 'Mg==' });
  github.instead.push(undefined, undefined, again, again);
  const { issues } = await ada.refused(500, api.imports.codehostProjects, asked(['PVT_pages'], workspace));
  assert.match(nth(issues, 0).message, /repeats a page/);
  assert.deepEqual(await boardsIn(workspace), []);
});

test('an item that is moved while it is read is imported once, and a missing one is reported', async () => {
  const workspace = await makeWorkspace(ada);
  // The cursor of the second page points to the tenth item.
  const { body } = await pageOf('PVT_pages', 50, undefined);
  const moved = body.replace(/"endCursor":"[^"]*"/, `"endCursor":"${Buffer.from('10').toString('base64')}"`);
  github.instead.push(undefined, undefined, (response) => void response.end(moved));
  await ada.call(api.imports.codehostProjects, asked(['PVT_pages'], workspace));
  assert.deepEqual(
    await titlesIn(workspace),
    cards(120).map(({ title }) => title),
  );
  const skipped = body.replace(
    /"endCursor":"[^"]*"/,
    `"endCursor":"${Buffer.from('55').toString('base64')}"`,
  );
  github.instead.push(undefined, undefined, (response) => void response.end(skipped));
  await ada.call(api.imports.codehostProjects, asked(['PVT_pages'], workspace));
  const [newest] = await ada.call(api.imports.list, { params: { workspacePublicId: workspace } });
  assert.deepEqual(newest?.warnings, ['items that GitHub counts but does not return: 5']);
});

/** GitHub's answer to a request for a page of items. */
async function pageOf(id: string, first: number, after: string | undefined) {
  const { items: query } = await import('../integrations/codehost/github-queries.ts');
  const reply = await fetch(`${github.url}/graphql`, {
    method: 'POST',
    headers: { authorization: 'Bearer good-token', 'user-agent': 'test' },
    body: JSON.stringify({ query, variables: { id, first, after } }),
  });
  return { body: await reply.text() };
}

test('an import that is cancelled while GitHub is asked stops, and leaves nothing', async () => {
  const workspace = await makeWorkspace(ada);
  const id = await begin(workspace);
  let answer: (() => void) | undefined;
  github.instead.push(...untilSecondPage, (response) => {
    answer = () => page({ hasNextPage: false, endCursor: null })(response, never);
  });
  const running = service.jobs.run('imports');
  await until(() => answer !== undefined);
  assert.equal((await read(id)).state, 'running');
  await ada.call(api.imports.cancel, { params: { importPublicId: id } });
  answer?.();
  await running;
  assert.equal((await read(id)).state, 'cancelled');
  service.clock.pass(2 * minute);
  await service.jobs.run('trash');
  assert.deepEqual(await service.sql(`select id from boards where workspace_id = '${workspace}'`), []);
});

const never = { method: '', url: '', headers: {}, body: '' };

test('an import whose node ends while GitHub is read is restarted by another, and is complete', async () => {
  const workspace = await makeWorkspace(ada);
  const id = await begin(workspace);
  // As a node leaves it that dies during the import.
  const lease = service.clock.now() + minute;
  await service.sql(
    `update imports set state = 'running', attempts = 1, due_at = ${lease} where id = '${id}'`,
  );
  await service.jobs.run('imports');
  assert.equal((await read(id)).state, 'running');
  service.clock.pass(2 * minute);
  await Promise.all([service.jobs.run('imports'), service.jobs.run('imports')]);
  assert.equal((await read(id)).state, 'completed');
  assert.equal((await titlesIn(workspace)).length, 120);
  assert.deepEqual(github.mistakes, []);
});
