import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { engine } from '../../testing/database.ts';
import { testService } from '../../testing/service.ts';
import { columnsOf, type Table } from './table.ts';

/* The schema guarantees that nothing of one workspace can reference another, not even by mistake. */

const service = await testService();

interface Key {
  table: string;
  columns: string[];
}

interface Catalogue {
  columns: Map<string, Set<string>>;
  primary: Map<string, string[]>;
  unique: Key[];
  foreign: (Key & { target: string })[];
}

/** An API key may be limited to a workspace; it belongs to its user. */
const notOwned = new Set(['api_keys']);

const catalogue = engine === 'sqlite' ? await ofSqlite() : await ofPostgres();
const owned = [...catalogue.columns]
  .filter(([table, columns]) => columns.has('workspace_id') && !notOwned.has(table))
  .map(([table]) => table);

/** Tables with an auto-increment column. */
const counts = ['search_texts'];

test('what a workspace owns has the workspace in its primary key', () => {
  assert.ok(owned.length > 15);
  for (const table of owned) {
    const key = catalogue.primary.get(table);
    // SQLite auto-increments only a single-column primary key.
    const counted = engine === 'sqlite' && counts.includes(table);
    assert.ok(key?.[0] === 'workspace_id' || counted, `${table}: ${key?.join()}`);
  }
});

test('what is unique is unique within a workspace', () => {
  for (const { table, columns } of catalogue.unique.filter((key) => owned.includes(key.table))) {
    assert.ok(columns.includes('workspace_id'), `${table} (${columns.join()})`);
  }
});

test('references between things of a workspace carry the workspace', () => {
  const within = catalogue.foreign.filter((key) => owned.includes(key.table) && owned.includes(key.target));
  assert.ok(within.length > 15);
  for (const { table, columns, target } of within) {
    assert.ok(columns.includes('workspace_id'), `${table} (${columns.join()}) -> ${target}`);
  }
});

test('what a workspace owns goes with it', () => {
  // The change log is pruned within days, and a workspace stays in the trash for longer. Notifications may be of an account, without
  // a workspace; the purge of a workspace removes its own.
  for (const table of owned.filter((each) => each !== 'changes' && each !== 'notifications')) {
    assert.ok(
      catalogue.foreign.some((key) => key.table === table && [...owned, 'workspaces'].includes(key.target)),
      `${table} refers to nothing of its workspace`,
    );
  }
});

test('every table is described as it is', async () => {
  const described = await descriptions();
  const tables = [...catalogue.columns.keys()].filter((name) => !/^(migrations|search_index.*)$/.test(name));
  assert.deepEqual(described.map(({ name }) => name).sort(), tables.sort());
  for (const description of described) {
    const columns = Object.entries(columnsOf(description)).map(
      ([name, { type, nullable }]) => `${name} ${type}${nullable ? ' or null' : ''}`,
    );
    assert.deepEqual(columns.sort(), (await columnsIn(description.name)).sort(), description.name);
    const key = Object.keys(description.key);
    const unique = catalogue.unique.filter(({ table }) => table === description.name);
    const keys = [catalogue.primary.get(description.name) ?? [], ...unique.map((each) => each.columns)];
    assert.ok(
      keys.some((each) => each.length > 0 && each.every((column) => key.includes(column))),
      `${description.name}: ${key.join()} is no key`,
    );
  }
});

/** The table descriptions of all domains. */
async function descriptions(): Promise<Table[]> {
  const root = join(import.meta.dirname, '..', '..');
  const files = globSync('{base,data}/*/tables.ts', { cwd: root }).map((file) => join(root, file));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
  return modules.flatMap((module) => Object.values<Table>(module));
}

/** The columns of a table in the form of a description. */
async function columnsIn(table: string): Promise<string[]> {
  const rows = await service.sql<{ name: string; type: string; nullable: number }>(
    engine === 'sqlite'
      ? `select name, type, "notnull" = 0 and (pk = 0 or type <> 'INTEGER') as nullable from pragma_table_info('${table}')`
      : `select column_name as name, data_type as type, (is_nullable = 'YES')::int as nullable
        from information_schema.columns where table_schema = 'public' and table_name = '${table}'`,
  );
  return rows.map(({ name, type, nullable }) => {
    const kind = /int/i.test(type) ? 'integer' : /real|double/i.test(type) ? 'real' : 'text';
    return `${name} ${kind}${nullable ? ' or null' : ''}`;
  });
}

async function ofSqlite(): Promise<Catalogue> {
  const tables = await service.sql<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  );
  const found: Catalogue = { columns: new Map(), primary: new Map(), unique: [], foreign: [] };
  for (const { name: table } of tables) {
    const columns = await service.sql<{ name: string; pk: number }>(
      `select name, pk from pragma_table_info('${table}') order by pk`,
    );
    found.columns.set(table, new Set(columns.map(({ name }) => name)));
    found.primary.set(
      table,
      columns.filter(({ pk }) => pk > 0).map(({ name }) => name),
    );
    const indexes = await service.sql<{ name: string }>(
      `select name from pragma_index_list('${table}') where "unique" = 1`,
    );
    for (const { name } of indexes) {
      const parts = await service.sql<{ name: string }>(
        `select name from pragma_index_info('${name}') order by seqno`,
      );
      found.unique.push({ table, columns: parts.map((part) => part.name) });
    }
    const references = await service.sql<{ id: number; target: string; column: string }>(
      `select id, "table" as target, "from" as "column" from pragma_foreign_key_list('${table}') order by id, seq`,
    );
    for (const id of new Set(references.map((reference) => reference.id))) {
      const parts = references.filter((reference) => reference.id === id);
      found.foreign.push({
        table,
        target: parts[0]?.target ?? '',
        columns: parts.map(({ column }) => column),
      });
    }
  }
  return found;
}

async function ofPostgres(): Promise<Catalogue> {
  const columns = await service.sql<{ table: string; name: string }>(
    `select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const indexes = await service.sql<{ table: string; columns: string[]; primary: boolean }>(`
    select t.relname as table, i.indisprimary as primary,
      array(select attname::text from unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = 'public'::regnamespace`);
  const foreign = await service.sql<{ table: string; target: string; columns: string[] }>(`
    select t.relname as table, f.relname as target,
      array(select attname::text from unnest(c.conkey) as k (number)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
    where c.contype = 'f'`);
  const byTable = new Map<string, Set<string>>();
  for (const { table, name } of columns) byTable.set(table, (byTable.get(table) ?? new Set()).add(name));
  return {
    columns: byTable,
    primary: new Map(indexes.filter(({ primary }) => primary).map((index) => [index.table, index.columns])),
    unique: indexes.filter(({ primary }) => !primary),
    foreign,
  };
}
