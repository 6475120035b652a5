import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { auditColumns } from '../../../contract/audit.ts';
import { isoMillis, second } from '../base/clock.ts';
import { makeBoard, makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: 'hooks.test' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

interface Line {
  publicId: string;
  type: string;
  createdAt: string;
  user: { name: string } | null;
  subject: { type: string; name: string | null };
}

const reply = (workspace: string, query: Record<string, string> = {}, { token }: { token: string } = ada) =>
  service.raw(`/workspaces/${workspace}/audit/export?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });

const textOf = async (...asked: Parameters<typeof reply>): Promise<string> => {
  const response = await reply(...asked);
  assert.equal(response.status, 200);
  return response.text();
};

const linesOf = async (...asked: Parameters<typeof reply>): Promise<Line[]> =>
  (await textOf(...asked))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Entries that others could still precede come with the next file. */
const settle = () => service.clock.pass(11 * second);

const rename = (workspace: string, name: string, person: Person = ada) =>
  person.call(api.workspaces.update, { params: { workspacePublicId: workspace }, body: { name } });

test('the file has the entries of the list, oldest first', async () => {
  const workspace = await makeWorkspace(ada, 'Engines');
  await makeMember(service, ada, workspace, bob);
  await rename(workspace, 'Motors');
  settle();
  const { entries } = await ada.call(api.audit.list, { params: { workspacePublicId: workspace } });
  assert.equal(entries.length, 4);
  assert.deepEqual(await linesOf(workspace), entries.toReversed());
  const response = await reply(workspace);
  assert.equal(response.headers.get('content-type'), 'application/jsonl');
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="audit-[\w-]+-\d{4}-\d\d-\d\d\.jsonl"$/,
  );
  await response.text();
});

test('as CSV it has the columns of the contract, and nothing in it is taken for a formula', async () => {
  const workspace = await makeWorkspace(ada, '=1+1');
  await rename(workspace, 'a "quoted", name;=2');
  settle();
  const bytes = Buffer.from(await (await reply(workspace, { format: 'csv' })).arrayBuffer());
  const [begin, ...rows] = bytes.toString('utf8').split('\r\n');
  assert.equal(begin, `\ufeff${auditColumns.join(',')}`);
  const [created = '', renamed = ''] = rows;
  assert.match(created, /^\w{16},[\dT:.-]+Z,workspace\.created,\w{16},ada,ada@example\.com,false,workspace,/);
  assert.match(created, /,'=1\+1,,/);
  assert.match(renamed, /,"a ""quoted"", name;'=2",,"name: =1\+1 → a ""quoted"", name;'=2"$/);
});

test('a file goes on after the last entry of another, whatever came meanwhile', async () => {
  const workspace = await makeWorkspace(ada, 'Name 0');
  for (let number = 1; number <= 5; number++) await rename(workspace, `Name ${number}`);
  settle();
  const first = await linesOf(workspace);
  const after = first[3]?.publicId ?? '';
  for (let number = 6; number <= 8; number++) await rename(workspace, `Name ${number}`);
  settle();
  const all = await linesOf(workspace);
  assert.deepEqual([first.length, all.length], [6, 9]);
  assert.deepEqual(await linesOf(workspace, { after }), all.slice(4));
  assert.deepEqual(await linesOf(workspace, { after: all.at(-1)?.publicId ?? '' }), []);
  const csv = await textOf(workspace, { after: all.at(-1)?.publicId ?? '', format: 'csv' });
  assert.equal(csv.split('\r\n').length, 2);
});

test('others get their turn while a file and a page are looked for among thousands of entries', async () => {
  const workspace = await makeWorkspace(ada);
  const digits = '(select 0 as d union select 1 union select 2 union select 3 union select 4)';
  const number = 'a.d + 5 * b.d + 25 * c.d + 125 * e.d + 625 * f.d';
  await service.sql(`insert into audit_entries (workspace_id, id, type, user_id, subject_id, detail, created_at, of_closed_board)
    select x.workspace_id, 'entry' || (${number}), x.type, x.user_id, x.subject_id, x.detail, x.created_at, 0
    from audit_entries x, ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f
    where x.workspace_id = '${workspace}' and x.type = 'workspace.created'`);
  settle();
  const nobody = 'user=0123456789abcdef';
  for (const path of ['audit/export?', 'audit/export?format=csv&', 'audit?']) {
    const order: string[] = [];
    const asked = async (name: string, address: string) => {
      const response = await service.raw(address, { headers: { authorization: `Bearer ${ada.token}` } });
      await response.text();
      order.push(name);
    };
    await asked('before', '/users/me');
    await Promise.all([
      asked('log', `/workspaces/${workspace}/${path}${nobody}`),
      asked('other', '/users/me'),
    ]);
    assert.deepEqual(order, ['before', 'other', 'log']);
  }
});

test('what was done a moment ago waits for what may have begun before', async () => {
  const workspace = await makeWorkspace(ada);
  assert.deepEqual(await linesOf(workspace), []);
  settle();
  assert.equal((await linesOf(workspace)).length, 1);
});

test('list and file have only what a time, a kind and a person let through', async () => {
  const workspace = await makeWorkspace(ada);
  await makeMember(service, ada, workspace, bob, 'admin');
  service.clock.pass(60 * second);
  const between = isoMillis(service.clock.now());
  service.clock.pass(60 * second);
  await rename(workspace, 'By bob', bob);
  await service.sql(
    `update audit_entries set user_id = null where workspace_id = '${workspace}' and type = 'member.invited'`,
  );
  settle();
  const typesFor = async (query: Record<string, string>) => {
    const lines = await linesOf(workspace, query);
    const { entries } = await ada.call(api.audit.list, {
      params: { workspacePublicId: workspace },
      query: query as never,
    });
    assert.deepEqual(entries.toReversed(), lines);
    return lines.map(({ type }) => type);
  };
  const [created, invited, joined, updated] = [
    'workspace.created',
    'member.invited',
    'member.joined',
    'workspace.updated',
  ];
  assert.deepEqual(await typesFor({ from: between }), [updated]);
  assert.deepEqual(await typesFor({ until: between }), [created, invited, joined]);
  assert.deepEqual(await typesFor({ kind: 'member' }), [invited, joined]);
  assert.deepEqual(await typesFor({ kind: 'member', user: bob.id }), [joined]);
  assert.deepEqual(await typesFor({ user: 'service' }), [invited]);
  assert.deepEqual(await typesFor({ from: between, until: between }), []);
});

test('only who manages the workspace gets the file, without what is hidden from them', async () => {
  const { workspace, board } = await makeBoard(ada, { name: 'Secret' });
  await makeMember(service, ada, workspace, bob);
  const params = { boardPublicId: board };
  await ada.call(api.boards.update, { params, body: { access: 'members' } });
  const manager = await service.signUp('manager');
  await addMember(service, workspace, manager, { role: 'member' });
  const other = await makeWorkspace(bob);
  settle();
  assert.equal((await reply(workspace, {}, bob)).status, 403);
  assert.equal((await reply(other)).status, 403);
  const [foreign] = await linesOf(other, {}, bob);
  assert.equal((await reply(workspace, { after: foreign?.publicId ?? '' })).status, 400);
  for (const query of [
    { format: 'xml' },
    { after: 'x' },
    { from: 'yesterday' },
    { kind: 'x' },
    { user: 'x' },
  ]) {
    assert.equal((await reply(workspace, query as never)).status, 400, JSON.stringify(query));
  }
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const seat = members.find(({ user }) => user?.name === 'manager')?.publicId ?? '';
  await ada.call(api.members.grant, {
    params: { workspacePublicId: workspace, memberPublicId: seat },
    body: { permission: 'workspace:manage' },
  });
  settle();
  const text = await textOf(workspace, {}, manager);
  assert.match(text, /workspace\.created/);
  assert.doesNotMatch(text, /Secret/);
  assert.match(await textOf(workspace), /board\.closed.*Secret/);
});

test('a page with a filter says when there is more to look through', async () => {
  const workspace = await makeWorkspace(ada);
  await service.sql(`insert into audit_entries (workspace_id, id, type, user_id, subject_id, subject_name, detail,
      of_closed_board, created_at)
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 9000)
    select '${workspace}', 'entry' || (10000000000 + n.n), 'workspace.updated', '${ada.id}', '${workspace}', 'x', '[]', 0, n.n
    from n`);
  const found: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const query = { kind: 'role' as const, ...(cursor ? { cursor } : {}) };
    const page: { entries: { type: string }[]; nextCursor: string | null } = await ada.call(api.audit.list, {
      params: { workspacePublicId: workspace },
      query,
    });
    found.push(...page.entries.map(({ type }) => type));
    cursor = page.nextCursor;
  }
  assert.deepEqual([found, pages], [[], 3]);
  settle();
  assert.equal((await linesOf(workspace)).length, 9001);
  assert.deepEqual(await linesOf(workspace, { kind: 'role' }), []);
});
