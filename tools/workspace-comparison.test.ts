import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breachesIn } from './workspace-comparison.ts';

/** Statements that take the workspace of a table from another row, or omit it. */
const spreadStatements: [string, string, RegExp][] = [
  ['a read', 'select id from cards where id = $1', /^compares no workspace at cards$/],
  [
    'a join on the workspace of an outer row',
    `select c.id from cards c join lists l on l.workspace_id = c.workspace_id and l.id = c.list_id
      where c.workspace_id = $1`,
    /^compares no workspace at lists l$/,
  ],
  [
    'a join by `using`',
    'select 1 from cards c join lists l using (workspace_id) where c.workspace_id = $1',
    /^compares no workspace at lists l$/,
  ],
  [
    'the kept side of an outer join',
    'select 1 from cards c left join lists l on c.workspace_id = $1 and l.workspace_id = $1',
    /^compares no workspace at cards c$/,
  ],
  [
    'a sub-query',
    'select (select count(*) from cards c where c.list_id = $1)',
    /^compares no workspace at cards c$/,
  ],
  [
    'an `exists` of an outer row',
    `select id from cards c where c.workspace_id = $1
      and exists (select 1 from comments k where k.workspace_id = c.workspace_id and c.workspace_id = $1)`,
    /^compares no workspace at comments k$/,
  ],
  [
    'a lateral join',
    `select x.id from json_array_elements_text($1::json) as g (id)
      cross join lateral (select id from cards t where t.id = g.id offset 0) x`,
    /^compares no workspace at cards t$/,
  ],
  [
    'a part of a `with`',
    'with found as (select id from cards where id = $1) select id from found',
    /^compares no workspace at cards$/,
  ],
  [
    'a parameter that comes by a `with`',
    `with given (workspace_id) as (values ($1))
      select id from given join cards c on c.workspace_id = given.workspace_id`,
    /^compares no workspace at cards c$/,
  ],
  [
    'a table under its own name in a `with`',
    'with cards as (select id from cards where id = $1) select id from cards',
    /^compares no workspace at cards$/,
  ],
  [
    'a branch of a union',
    'select id from boards where workspace_id = $1 union all select id from lists where id = $2',
    /^compares no workspace at lists$/,
  ],
  [
    'a comparison under `or`',
    'select id from cards where workspace_id = $1 or id = $2',
    /^compares no workspace at cards$/,
  ],
  [
    'a comparison under `not`',
    'select id from cards where not (workspace_id = $1)',
    /^compares no workspace at cards$/,
  ],
  ['another comparison', 'select id from cards where workspace_id <= $1', /^compares no workspace at cards$/],
  [
    'a list of workspaces',
    'select id from cards where workspace_id in (select json_array_elements_text($1::json))',
    /^compares no workspace at cards$/,
  ],
  ['an update', 'update cards set title = $1 where id = $2', /^compares no workspace at cards$/],
  [
    'what an update reads',
    `update cards c set title = l.name from lists l
      where c.workspace_id = $1 and l.workspace_id = c.workspace_id and l.id = c.list_id`,
    /^compares no workspace at lists l$/,
  ],
  [
    'a deletion',
    'delete from cards where ctid = any (array (select $1::tid))',
    /^compares no workspace at cards$/,
  ],
  [
    'a deletion from a table whose name a `with` has, too',
    'with cards as (select $1 as id) delete from cards where id = (select id from cards)',
    /^compares no workspace at cards$/,
  ],
  [
    'what a deletion uses',
    `delete from cards c using lists l
      where c.workspace_id = $1 and l.workspace_id = c.workspace_id and l.id = c.list_id`,
    /^compares no workspace at lists l$/,
  ],
  [
    'a deletion below a read',
    'with gone as (delete from cards where id = $1 returning id) select id from gone',
    /^compares no workspace at cards$/,
  ],
  [
    'an insert of what was read',
    `insert into cards (id, workspace_id)
      select l.id, g.workspace_id from lists l cross join given g where l.workspace_id = $1`,
    /^inserts into cards for no one workspace$/,
  ],
  [
    'a parameter under a cast to another type',
    'select id from cards where workspace_id = $1::bpchar',
    /^compares no workspace at cards$/,
  ],
  [
    'an insert of some rows',
    'insert into cards (workspace_id, id) values ($1, $2), (lower($3), $4)',
    /^inserts into cards for no one workspace$/,
  ],
  [
    'a row that gets another workspace',
    'update cards set workspace_id = $2 where workspace_id = $1',
    /^changes the workspace of a row of cards$/,
  ],
  [
    'two workspaces',
    `select c.id from cards c join lists l on l.workspace_id = $2 and l.id = c.list_id
      where c.workspace_id = $1`,
    /^is about more than one workspace$/,
  ],
  [
    'a workspace by its slug',
    'select id from workspaces where slug = $1',
    /^compares no workspace at workspaces$/,
  ],
];

for (const [name, sql, expected] of spreadStatements) {
  test(`a statement on all servers is found: ${name}`, () => {
    const found = breachesIn(sql);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', expected);
  });
}

test('statements on one server are left alone', () => {
  const fine = [
    `select c.id from cards c left join lists l on l.workspace_id = $1::text and l.id = c.list_id
      where (c.workspace_id, c.id) = ($1, $2)`,
    'with cards as (select id from boards where $1 = workspace_id) select id from cards',
    'insert into cards (workspace_id, id) select $1, id from lists where workspace_id = $1 on conflict do nothing',
    'insert into cards (id, workspace_id) select l.id, l.workspace_id from lists l where l.workspace_id = $1',
    'select w.name, k.name from workspaces w, api_keys k where w.id = $1 and k.workspace_id is null',
  ];
  assert.deepEqual(fine.flatMap(breachesIn), []);
});
