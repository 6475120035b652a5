import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EngineName, statements } from '../server/src/base/db/query.ts';
import { importsAtRunTime, type Source } from './architecture.ts';

/*
 * Each table is written by one folder only. The check reads the compiled SQL of the statements, so it does not matter
 * whether the SQL was generated or written by hand, or by which helper.
 */

/**
 * Files that write tables of others, each with its reason. Migrations and the database copy, which write all tables, declare
 * no statements for the service.
 */
const exceptions: Record<string, string> = {
  'server/src/boards/transfer.ts': 'a board goes to another workspace with all that is on it',
  'server/src/boards/jobs.ts': 'what has been in the trash for too long goes with all that is below it',
  'server/src/workspaces/jobs.ts': 'a workspace goes with all that it has',
  'server/src/base/jobs/remove-files.ts':
    'the row of a file goes once the file is gone, whatever it goes with',
};

/** A statement of the service, in the SQL of both engines, and the file that declares it. */
export interface Declared {
  name: string;
  path: string;
  sql: Record<EngineName, string>;
  /** The names of the parameters of PostgreSQL's statement, by their numbers less one. */
  parameters: readonly unknown[];
}

/**
 * Loads files and returns the statements that they declare. A file is loaded after all its imports, so any new statement
 * is its own, even if a helper in another file built it.
 */
export async function declaredBy(root: string, sources: readonly Source[]): Promise<Declared[]> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const known = new Set(statements.keys());
  const done = new Set<string>();
  const found: Declared[] = [];
  const load = async (source: Source): Promise<void> => {
    if (done.has(source.path)) return;
    done.add(source.path);
    for (const target of importsAtRunTime(source)) {
      const imported = byPath.get(target);
      if (imported) await load(imported);
    }
    await import(pathToFileURL(join(root, source.path)).href);
    for (const [name, statement] of statements) {
      if (known.has(name)) continue;
      known.add(name);
      const [sqlite, postgres] = [statement.for('sqlite'), statement.for('postgres')];
      const sql = { sqlite: sqlite.sql, postgres: postgres.sql };
      found.push({ name, path: source.path, sql, parameters: postgres.bind(ownNames) });
    }
  };
  for (const source of sources) await load(source);
  return found;
}

/** Each parameter's value is its name. */
const ownNames = new Proxy({}, { get: (_, name) => String(name) });

/** The domain that writes each table, by the location of its description: `cards` for the tables of `data/cards`. */
export function ownersIn(sources: readonly Source[]): Map<string, string> {
  const described = sources.filter(({ path }) => /^server\/src\/(base|data)\/\w+\/tables\.ts$/.test(path));
  return new Map(
    described.flatMap(({ path, text }) =>
      [...text.matchAll(/ = table\('(\w+)'/g)].map(
        ([, name = '']) => [name, dirname(path).replace(/^server\/src\/(data\/)?/, '')] as const,
      ),
    ),
  );
}

/** Every statement that writes a table outside its folder, and every exception that is not needed. */
export function ownershipBreaches(
  declared: readonly Declared[],
  owners: ReadonlyMap<string, string>,
): string[] {
  const foreign = declared.flatMap(({ name, path, sql }) =>
    writtenIn(`${sql.sqlite};\n${sql.postgres}`).flatMap((table) => {
      const owner = owners.get(table);
      if (owner === undefined || folders(owner).some((folder) => path.startsWith(folder))) return [];
      return [{ path, what: `${path}: ${name} writes ${table}, which is for ${owner}/` }];
    }),
  );
  const used = new Set(foreign.map(({ path }) => path));
  const unused = Object.keys(exceptions).filter((path) => !used.has(path));
  return [
    ...foreign.filter(({ path }) => !(path in exceptions)).map(({ what }) => what),
    ...unused.map((path) => `${path} needs no exception`),
  ];
}

/** The folders that may write the tables of an owner. */
const folders = (owner: string) => [`server/src/${owner}/`, `server/src/data/${owner}/`];

/** The tables that SQL inserts into, updates or deletes from. */
function writtenIn(sql: string): string[] {
  const written = sql.matchAll(/\b(?:into|update(?: only)?|delete from(?: only)?)\s+"?(\w+)"?/gi);
  return [...new Set([...written].map(([, table = '']) => table))];
}
