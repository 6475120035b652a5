import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusals, refusalsIn } from './refused-statements.ts';

/** Statements that would be refused; `$2` may be null. */
const refusedStatements: [string, string, RegExp][] = [
  [
    'a sub-query among the values',
    `insert into changes (workspace_id, position)
      values ($1, (select max(position) + 1 from changes where workspace_id = $1))`,
    /^has a sub-query among the values of changes$/,
  ],
  [
    'one below a function, in the second row',
    `insert into changes (workspace_id, position)
      values ($1, 1), ($1, greatest($3, coalesce((select max(position) from changes where workspace_id = $1), 0)))`,
    /^has a sub-query among the values of changes$/,
  ],
  [
    'one in an insert below a read',
    `with made as (insert into changes (workspace_id, position)
      values ($1, (select 1)) returning position) select position from made`,
    /^has a sub-query among the values of changes$/,
  ],
  [
    'a parameter in what happens on a conflict',
    `insert into versions (workspace_id, id) select $1, x.id from boards x where x.workspace_id = $1
      on conflict (workspace_id, id) do update set version = $3`,
    /^inserts into versions what it selects, and has a parameter/,
  ],
  [
    'a parameter in its condition',
    `insert into versions (workspace_id, id) select $1, x.id from boards x where x.workspace_id = $1
      on conflict (workspace_id, id) do update set version = 1 where versions.version < $3`,
    /^inserts into versions what it selects, and has a parameter/,
  ],
  [
    'what may be null, in a sub-query',
    'select (select count(*) from boards b where b.workspace_id = $1 and b.id = $2) as n',
    /^compares b\.id in a sub-query with what may be null$/,
  ],
  [
    'the same with a cast, in an `exists`',
    `select id from cards c where c.workspace_id = $1
      and not exists (select 1 from boards b where b.workspace_id = $1 and cast($2 as text) = b.id)`,
    /^compares b\.id in a sub-query with what may be null$/,
  ],
  [
    'the same in a `with`',
    `with found as (select id from boards where workspace_id = $1 and id = $2) select id from found`,
    /^compares id in a sub-query with what may be null$/,
  ],
  [
    'the same in what an insert returns',
    `insert into cards (workspace_id, id) values ($1, $3)
      returning (select name from boards where workspace_id = $1 and id = $2)`,
    /^compares id in a sub-query with what may be null$/,
  ],
];

for (const [name, sql, expected] of refusedStatements) {
  test(`a statement that would be refused is found: ${name}`, () => {
    const found = refusalsIn(sql, (parameter) => parameter === 2);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', expected);
  });
}

test('statements that go through are left alone', () => {
  const fine = [
    'insert into changes (workspace_id, position) values ($1, $3)',
    'insert into backups (id) values ((select 1))',
    `insert into changes (workspace_id, position)
      select v.workspace_id, v.position + $3 from versions v where v.workspace_id = $1`,
    `insert into versions (workspace_id, id, version) values ($1, $3, $4)
      on conflict (workspace_id, id) do update set version = $4`,
    `insert into versions (workspace_id, id) select $1, x.id from boards x where x.workspace_id = $1
      on conflict (workspace_id, id) do update set version = excluded.version`,
    'select id from boards where workspace_id = $1 and id = $2',
    `select (select 1 from boards b where b.workspace_id = $1 and b.id = coalesce($2, '')) as n`,
    'select (select 1 from boards b where b.workspace_id = $1 and ($2 is null or b.id = $2)) as n',
    'select (select 1 from boards b where b.workspace_id = $1 and b.id = $3) as n',
  ];
  assert.deepEqual(
    fine.flatMap((sql) => refusalsIn(sql, (parameter) => parameter === 2)),
    [],
  );
});

test('what may be null is seen from the types beside a statement', () => {
  const statement = (path: string) => ({
    name: 'planted.one',
    path,
    parameters: ['workspaceId', 'boardId'],
    sql: {
      sqlite: '',
      postgres: 'select (select 1 from boards b where b.workspace_id = $1 and b.id = $2) as n',
    },
  });
  const found = refusals(
    [statement('nullable.ts'), statement('given.ts')],
    [
      { path: 'nullable.ts', text: "query('planted.one', (_db, p: { boardId: string | null }) => …" },
      { path: 'given.ts', text: "query('planted.one', (_db, p: { boardId: string }) => …" },
    ],
  );
  const [first, ...others] = found.filter((each) => !each.endsWith('needs no exception'));
  assert.equal(first, 'nullable.ts: planted.one compares b.id in a sub-query with what may be null');
  assert.deepEqual(others, []);
});

test('an exception that excuses nothing is found', () => {
  assert.ok(refusals([], []).includes('rules.itemsDone cardId needs no exception'));
});
