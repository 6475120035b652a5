import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { engine } from '../../testing/database.ts';
import { scimOf } from '../../testing/directory.ts';
import { makeWorkspace } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

/* A page of groups that have everybody in them. */

const service = await testService();
const ada = await service.signUp('ada');
const workspace = await makeWorkspace(ada);
const scim = await scimOf(service, ada, workspace);

const [groups, people] = [60, 1000];

async function fill(): Promise<void> {
  const numbers = (count: number) =>
    engine === 'sqlite'
      ? `(with recursive x(n) as (select 1 union all select n + 1 from x where n < ${count}) select n from x)`
      : `(select n from generate_series(1, ${count}) x(n))`;
  await service.sql(`insert into members (workspace_id, id, email, role_id, status, granted, revoked, created_at)
    select '${workspace}', 'm' || p.n, 'person' || p.n || '@example.com', r.id, 'active', 0, 0, 1
    from ${numbers(people)} p cross join roles r where r.workspace_id = '${workspace}' and r.name = 'member'`);
  await service.sql(`insert into scim_groups (workspace_id, id, name, name_key, created_at, updated_at, version)
    select '${workspace}', 'g' || g.n, 'Group ' || g.n, 'group ' || g.n, 1, 1, 1 from ${numbers(groups)} g`);
  await service.sql(`insert into scim_group_members (workspace_id, group_id, member_id)
    select '${workspace}', 'g' || g.n, 'm' || p.n from ${numbers(groups)} g cross join ${numbers(people)} p`);
}

test('others get their turn while a page of large groups is read', async () => {
  await fill();
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const began = performance.now();
  const response = await fetch(`${service.address}/scim/v2/Groups`, {
    headers: { authorization: `Bearer ${scim.token}` },
  });
  const whole = performance.now() - began;
  clearInterval(timer);
  const page = (await response.json()) as { totalResults: number; Resources: { members: object[] }[] };
  assert.deepEqual([page.totalResults, page.Resources.length], [groups, groups]);
  assert.ok(page.Resources.every(({ members }) => members.length === people));
  assert.ok(longest < whole / 2, `${Math.round(longest)} of ${Math.round(whole)} ms`);
});
