import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { fieldTypes } from '../../../../contract/field-types.ts';
import { parse } from '../../../../contract/filter/parse.ts';
import { compile } from '../../reading/filter/compile.ts';
import { conditionsIn, everything } from '../../reading/filter/nodes.ts';
import { ordersFrom } from '../../reading/filter/order.ts';
import { statementFor } from '../../reading/filter/statements.ts';
import { startService } from '../../start.ts';
import { engine, testDatabase } from '../../testing/database.ts';
import { setPlanning } from '../../testing/reads/postgres-reads.ts';
import { readConfig } from '../config/config.ts';
import { statements } from './query.ts';

/* No statement of the service scans a whole table that grows, nor all of a workspace's rows in it. */

const database = await testDatabase();
const service = await startService({
  ...readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: database.dataDir }),
  databaseUrl: database.databaseUrl,
});
after(async () => {
  await client?.end();
  await service.close();
  await database.remove();
});

/** Statements that scan a table intentionally, with the reason. */
const toUsers =
  'SQLite lists the look-ups of foreign keys to users, which it makes only after a violation: ids never change';
const walkers: Record<string, string> = {
  'backup.knownFiles': 'a backup has all of them',
  'backup.knownPreviews': 'the same',
  'users.enterByMagicLink': toUsers,
  'users.insert': toUsers,
  'users.insertPlaceholders': toUsers,
};

/** Statements that intentionally search by the workspace alone. */
const walkersOfWorkspaces = [
  // Purged a few rows at a time.
  /^workspaces\.(purge|someFiles)/,
  // Sums from an index, requested by administrators, and before an upload if there is a quota.
  /^workspaces\.bytes$/,
  // Counts what a workspace has, once a day.
  /^workspace_sizes\.(bytes|count)$/,
  // The look-ups of foreign keys, as above.
  /^workspaces\.insert$/,
  // The first entry of an index.
  /^changes\.oldest$/,
];

/** Tables that may grow without limit. */
const growing = new Set(
  [
    'cards',
    'card_labels',
    'card_relations',
    'code_links',
    'code_deliveries',
    'card_claims',
    'card_members',
    'labels',
    'lists',
    'comments',
    'checklists',
    'checklist_items',
  ].concat(
    ['activities', 'attachments', 'uploads', 'webhook_events', 'webhook_deliveries', 'notifications'],
    ['watches', 'field_values', 'rule_runs', 'proposals', 'search_texts', 'versions', 'changes'],
  ),
);

const client = database.databaseUrl ? new pg.Client({ connectionString: database.databaseUrl }) : undefined;
await client?.connect();
// With sequential scans disabled, those that remain have no usable index.
await client?.query(`set enable_seqscan = off; ${setPlanning}`);

const tables = new Set(
  engine === 'sqlite'
    ? (await database.sql<{ name: string }>('select name from sqlite_schema')).map(({ name }) => name)
    : [],
);

/** What every term of a filter makes of its statement, each alone and all together. */
const filters = [
  'label:x @x list:x board:x creator:x x',
  'due:<7d start:none created:today updated:>-7d completed:any is:overdue is:open is:archived is:template',
  'has:label has:member no:description has:attachment has:comment has:checklist has:cover has:reminder has:repeat',
  'number:>5 items:3 comments:>0 attachments:..4 items:open items:done',
  '-(label:x OR (due:today -@me)) text:x',
  'is:blocked is:blocking is:parent is:child',
  'own-number:>5 own-money:..4 own-rating:3 own-date:<7d own-date:none own-select:x own-multi-select:x',
  'own-person:x own-person:me own-checkbox:yes has:own-text own-link:x',
  'sort:due,-updated,title,number',
  'sort:created,start,completed',
  'sort:own-text,own-money,own-date,own-select,own-person',
];

const candidates = [{ id: '0'.repeat(16), name: 'x' }];
const fields = fieldTypes.map((type) => ({
  publicId: type,
  name: `own-${type}`,
  type,
  options: [{ publicId: 'x', name: 'x', colour: '' }],
}));
const anything = { candidates: async () => candidates, fields: async () => fields };
const reader = { now: 0, today: 0, firstDay: 1, timeZone: null, userId: '', openBoards: null, me: ['x'] };

const filterStatements = await Promise.all(
  filters.map(async (text) => {
    const { filter } = parse(text);
    assert.ok(filter, text);
    const node = filter.tree ? await compile(filter.tree, anything, reader) : everything;
    return [
      `filter.passing of ${text}`,
      statementFor(conditionsIn(node), ordersFrom(filter.sort, { fields, members: candidates })),
    ] as const;
  }),
);

test('the statements were found', () => assert.ok(statements.size > 40));

for (const [name, statement] of [...statements, ...filterStatements]) {
  if (name in walkers) continue;
  test(`${name} goes by an index`, async () => {
    const { sql } = statement.for(engine);
    const steps = client ? [] : await stepsOnSqlite(sql);
    const plan = client ? await planOnPostgres(client, name, sql) : steps.map(({ detail }) => detail);
    const walked = walkersOfWorkspaces.some((walker) => walker.test(name)) ? [] : workspaces(plan, sql);
    // An index of values would be read once for each card.
    const valued = name.startsWith('filter.')
      ? plan.filter((line) => /field_values_(?:text|number)/.test(line))
      : [];
    const found = [...walks(plan, sql), ...walked, ...listsReadAgain(steps), ...valued];
    assert.deepEqual(found, [], `${sql}\n\n${plan.join('\n')}`);
  });
}

type Step = { parent: number; detail: string };

// Unbound parameters are null here, as the plan is made before the values are known.
const stepsOnSqlite = (sql: string) =>
  database.sql<Step>(`explain query plan ${sql.replaceAll('?', 'null')}`);

/**
 * The plan lines of SQLite that parse a list of values again for each of a workspace's rows in a table: it estimates that there
 * are ten of them, and some hundred values.
 */
const listsReadAgain = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ parent, detail }, at) => {
    if (!detail.startsWith('SCAN json_each')) return [];
    const outer = steps.slice(0, at).filter((step) => step.parent === parent);
    return outer.map((step) => step.detail).filter((line) => /^SEARCH .*\(workspace_id=\?\)/.test(line));
  });

async function planOnPostgres(on: pg.Client, name: string, sql: string): Promise<string[]> {
  const parameters = new Set(sql.match(/\$\d+/g) ?? []).size;
  const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
  await on.query(`prepare "${name.slice(0, 60)}" as ${sql}`);
  const { rows } = await on.query(`explain execute "${name.slice(0, 60)}"${nulls && `(${nulls})`}`);
  await on.query(`deallocate "${name.slice(0, 60)}"`);
  return rows.map((row: Record<string, string>) => row['QUERY PLAN'] ?? '');
}

/** The plan lines that scan a table; lists of values and results of other parts of the statement do not count. */
function walks(plan: string[], sql: string): string[] {
  if (engine === 'postgres') return plan.filter((line) => line.includes('Seq Scan on'));
  const derived = new Set(plan.map((line) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(line)?.[1]));
  // Full-text queries also appear as scans of their index; M stands for `match`.
  const asked = plan.filter((line) => !/VIRTUAL TABLE INDEX \d+:M/.test(line));
  return asked.filter((line) => {
    const [, scanned] = /\bSCAN (\w+)/.exec(line) ?? [];
    return scanned !== undefined && !derived.has(scanned) && tables.has(tableOf(scanned, sql));
  });
}

/** The SQLite plan lines that read all of a workspace's rows in a table, which it estimates at ten. */
const workspaces = (plan: string[], sql: string): string[] =>
  plan.filter((line) => {
    const [, searched] = /\bSEARCH (\w+) .*\(workspace_id=\?\)/.exec(line) ?? [];
    return searched !== undefined && growing.has(tableOf(searched, sql));
  });

/** The table that an alias stands for, or the name itself. */
const tableOf = (name: string, sql: string): string =>
  new RegExp(`\\b(?:from|join) "?(\\w+)"? (?:as )?"?${name}"?(?!\\w)`, 'i').exec(sql)?.[1] ?? name;
