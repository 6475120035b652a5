import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { lockOrder } from '../server/src/base/db/lock-order.ts';
import { lockStatement } from '../server/src/base/db/postgres.ts';
import { breaches, isTest, type Source } from './architecture.ts';
import { distributionBreaches } from './distribution.ts';
import { declaredBy, ownershipBreaches, ownersIn } from './ownership.ts';
import { refusals } from './refused-statements.ts';
import { breachesIn } from './workspace-comparison.ts';

const root = join(import.meta.dirname, '..');

const sources: Source[] = ['contract', 'mcp', 'server', 'cli', 'web', 'tools', 'bench'].flatMap((area) => {
  try {
    return readdirSync(join(root, area), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));
  } catch {
    return [];
  }
});

const standing = breaches(sources);

test('the code keeps the rules', () => {
  assert.ok(sources.length > 80, 'the files were found');
  assert.deepEqual(standing, []);
});

const planted: [string, Source, RegExp][] = [
  [
    'a contract that imports the server',
    { path: 'contract/x.ts', text: "import { a } from '../server/src/base/clock.ts';" },
    /contract imports nothing/,
  ],
  [
    'a foundation that knows a domain',
    { path: 'server/src/base/access/x.ts', text: "import { a } from '../../cards/actions/create.ts';" },
    /foundation knows no domain/,
  ],
  [
    'a domain that imports a later one',
    { path: 'server/src/boards/x.ts', text: "import {\n  a,\n} from '../cards/actions/create.ts';" },
    /cards does not come before boards/,
  ],
  [
    'a domain that imports the queries of another',
    { path: 'server/src/cards/x.ts', text: "import type { A } from '../boards/queries.ts';" },
    /only actions, flows and jobs/,
  ],
  [
    'an action that opens changes',
    {
      path: 'server/src/cards/actions/x.ts',
      text: "import type { Caller, Work } from '../../base/changes/change.ts';",
    },
    /an action is handed its change: what needs a Caller is a flow/,
  ],
  [
    'an action that knows the service',
    { path: 'server/src/cards/actions/x.ts', text: "import type { Service } from '../../base/service.ts';" },
    /what needs a Service is a flow/,
  ],
  [
    'actions that are a file',
    { path: 'server/src/cards/actions.ts', text: 'export const a = 1;' },
    /actions are a folder/,
  ],
  [
    'data that knows a domain',
    { path: 'server/src/data/cards/rows.ts', text: "import { a } from '../../cards/queries.ts';" },
    /data knows no domain/,
  ],
  [
    'reading that knows a domain',
    { path: 'server/src/reading/cards.ts', text: "import { a } from '../boards/actions/create.ts';" },
    /reading knows no domain/,
  ],
  [
    'data that knows reading',
    { path: 'server/src/data/cards/rows.ts', text: "import { a } from '../../reading/cards.ts';" },
    /data knows no domain/,
  ],
  [
    'a foundation that knows the tables of a domain',
    { path: 'server/src/base/access/x.ts', text: "import { a } from '../../data/cards/tables.ts';" },
    /foundation knows no domain/,
  ],
  [
    'a folder that is nothing known',
    { path: 'server/src/helpers/x.ts', text: "import { a } from '../cards/actions/create.ts';" },
    /neither a domain/,
  ],
  [
    'a dynamic import of a driver',
    { path: 'server/src/cards/x.ts', text: "const pg = await import('pg');" },
    /only db\/ knows the engines/,
  ],
  ['a file that is too long', { path: 'server/src/cards/x.ts', text: '\n'.repeat(301) }, /301 lines/],
  ['a clock that no test can set', { path: 'server/src/cards/x.ts', text: 'const t = Date.now();' }, /clock/],
  [
    'a tool for agents that goes past the contract',
    { path: 'mcp/x.ts', text: "import { a } from '../server/src/base/clock.ts';" },
    /tools for agents know only the contract/,
  ],
  [
    "the agents' protocol in the server",
    { path: 'server/src/mcp/x.ts', text: "import { a } from '@modelcontextprotocol/server';" },
    /only mcp\/ speaks the protocol of agents/,
  ],
  [
    'tools for agents in a domain',
    { path: 'server/src/cards/x.ts', text: "const a = await import('../../../mcp/http.ts');" },
    /the server imports only itself and the contract/,
  ],
  [
    'tools for agents that every start loads',
    { path: 'server/src/mcp/x.ts', text: "import { a } from '../../../mcp/http.ts';" },
    /loads mcp\/ at the start/,
  ],
  [
    'a floor of the pages that imports one above it',
    { path: 'web/ui/x.ts', text: "import { server } from '../app/session.ts';" },
    /app is not below ui/,
  ],
  [
    'a floor that loads one above it later',
    { path: 'web/board/x.tsx', text: "const page = await import('../card/dialog.tsx');" },
    /card is not below board/,
  ],
  [
    'a floor that knows the types of one above it',
    { path: 'web/card/x.ts', text: "import type { Command } from '../commands/command.ts';" },
    /commands is not below card/,
  ],
  [
    'a page that takes the styles of a later one',
    { path: 'web/pages/x.tsx', text: "import '../transfers/transfers.css';" },
    /transfers is not below pages/,
  ],
  [
    'a page that knows the table of routes',
    { path: 'web/pages/x.tsx', text: "import { routes } from '../routes.tsx';" },
    /only the start puts the pages together/,
  ],
  [
    'a folder of the pages that is no floor',
    { path: 'web/helpers/x.ts', text: "import { t } from '../messages/en.ts';" },
    /helpers is no floor/,
  ],
  [
    'code that imports a test',
    { path: 'server/src/cards/x.ts', text: "import { a } from '../testing/service.ts';" },
    /only tests import tests/,
  ],
];

for (const [name, source, expected] of planted) {
  test(`${name} is found`, () => {
    const found = breaches([...sources, source]).filter((breach) => !standing.includes(breach));
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', expected);
  });
}

test('a cycle is found', () => {
  const found = breaches([
    { path: 'server/src/a.ts', text: "import { b } from './b.ts';" },
    { path: 'server/src/b.ts', text: "import { type T, a } from './a.ts';" },
  ]);
  assert.deepEqual(found, ['a cycle: server/src/a.ts -> server/src/b.ts -> server/src/a.ts']);
});

const declared = await declaredBy(
  root,
  sources.filter(({ path }) => path.startsWith('server/src/') && !isTest(path)),
);

const owners = ownersIn(sources);

test('each table is written in its own folder', () => {
  assert.ok(owners.size > 30, 'the descriptions of tables were found');
  assert.ok(declared.length > 300, 'the statements were found');
  assert.deepEqual(ownershipBreaches(declared, owners), []);
});

/** Ways to write a board's cards, or their order, from a folder that does not own them. */
const foreignWrites: [string, string, RegExp][] = [
  [
    'an insert',
    "command('planted.insert', (db, p) => db.insertInto('cards').values({ id: p.id }));",
    /planted\.insert writes cards, which is for cards\/$/,
  ],
  [
    'an update',
    "command('planted.update', (db, p) => db.updateTable('cards').set({ title: p.title }));",
    /planted\.update writes cards/,
  ],
  [
    'a deletion',
    "command('planted.delete', (db) => db.deleteFrom('cards'));",
    /planted\.delete writes cards/,
  ],
  [
    'the deletion of a row by its description',
    "deleteRow('planted.row', table('cards', { key: { id: text() } }));",
    /planted\.row writes cards/,
  ],
  [
    'an insert in SQL',
    "command('planted.sqlInsert', (_db, p) => sql`insert into cards (id) values (${p.id})`);",
    /planted\.sqlInsert writes cards/,
  ],
  [
    'an update in SQL',
    "command('planted.sqlUpdate', (_db, p) => sql`update ${sql.table('cards')} set title = ${p.title}`);",
    /planted\.sqlUpdate writes cards/,
  ],
  [
    'a deletion below a read',
    "query('planted.sqlDelete', () => sql`with gone as (delete from cards returning id) select id from gone`);",
    /planted\.sqlDelete writes cards/,
  ],
  [
    'a deletion by a job',
    "removal('planted.removal', 'cards', 'workspace_id, id', () => sql`where 1 = 1`);",
    /planted\.removal writes cards/,
  ],
  [
    'an order that is spread',
    "orderOf({ table: 'boards', parent: 'workspace_id', live: '1 = 1', away: '1 = 0', hold: async () => {} });",
    /boards\.spread writes boards, which is for boards\/$/,
  ],
];

const elsewhere = mkdtempSync(join(tmpdir(), 'taskboard-planted-'));
after(() => rmSync(elsewhere, { recursive: true }));
mkdirSync(join(elsewhere, 'server/src/labels'), { recursive: true });

const helpers = Object.entries({
  'base/db/query.ts': 'command, query',
  'base/db/statements.ts': 'deleteRow',
  'base/db/table.ts': 'table, text',
  'base/jobs/remove.ts': 'removal',
  'base/ordering/order.ts': 'orderOf',
}).map(
  ([file, names]) => `import { ${names} } from '${pathToFileURL(join(root, 'server/src', file)).href}';`,
);

for (const [n, [name, code, expected]] of foreignWrites.entries()) {
  test(`${name} in the folder of another table is found`, async () => {
    const path = `server/src/labels/planted-${n}.ts`;
    const kysely = `import { sql } from '${import.meta.resolve('kysely')}';`;
    writeFileSync(join(elsewhere, path), [kysely, ...helpers, code].join('\n'));
    const found = ownershipBreaches(
      [...declared, ...(await declaredBy(elsewhere, [{ path, text: code }]))],
      owners,
    );
    assert.equal(found.length, 1, found.join('\n'));
    assert.ok(found[0]?.startsWith(`${path}: `), found[0]);
    assert.match(found[0] ?? '', expected);
  });
}

test('an exception that excuses nothing is found', () => {
  const found = ownershipBreaches(
    declared.filter(({ path }) => path !== 'server/src/workspaces/jobs.ts'),
    owners,
  );
  assert.deepEqual(found, ['server/src/workspaces/jobs.ts needs no exception']);
});

/** Lock statements belong to no domain; users belong to no workspace. */
const locks = lockOrder.flatMap((table) =>
  [null, 'id'].map((workspaceId) => {
    const { name, text } = lockStatement(table, workspaceId, []);
    const sql = { sqlite: '', postgres: text };
    return { name, path: 'server/src/base/db/postgres.ts', sql, parameters: [] };
  }),
);

test('each statement compares the workspace with a parameter at each table', () => {
  assert.deepEqual(distributionBreaches([...declared, ...locks]), []);
});

test('no statement is refused where tables are distributed', () => {
  assert.deepEqual(refusals([...declared, ...locks], sources), []);
});

test('what goes by places of rows compares the workspace, without exception', () => {
  const byPlace = declared.filter(({ sql }) => /\bctid = any/.test(sql.postgres));
  assert.ok(byPlace.length > 30, 'the statements were found');
  assert.deepEqual(
    byPlace.flatMap(({ sql }) => breachesIn(sql.postgres)),
    [],
  );
});

test('an exception for a statement that needs none is found', () => {
  const statements = [...declared, ...locks].filter(({ name }) => name !== 'locate.card');
  const found = distributionBreaches(statements);
  assert.deepEqual(found, ['locate.card needs no exception']);
});
