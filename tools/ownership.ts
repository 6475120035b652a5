import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EngineName, statements } from '../server/src/db/query.ts';
import type { Tables } from '../server/src/db/tables.ts';
import { importsAtRunTime, type Source } from './architecture.ts';

/*
 * A table is written in one folder. What a statement writes is read in its SQL, as it is compiled, so that it does not
 * matter whether it was built or written out, and by which helper.
 */

/** The folders below `server/src` that write the tables. */
const owners: Record<keyof Tables, string> = {
  users: 'users',
  sessions: 'users',
  api_keys: 'users',
  identities: 'users',
  used_openid_states: 'users',
  mail_tokens: 'users',
  security_events: 'users',
  workspaces: 'workspaces',
  old_workspace_slugs: 'workspaces',
  roles: 'roles',
  members: 'members',
  invites: 'invites',
  sent_invitations: 'invites',
  boards: 'boards',
  old_board_slugs: 'boards',
  favourites: 'boards',
  lists: 'lists',
  labels: 'labels',
  cards: 'cards',
  card_blocks: 'cards',
  card_labels: 'cards',
  card_members: 'cards',
  checklists: 'checklists',
  checklist_items: 'checklists',
  comments: 'comments',
  attachments: 'attachments',
  uploads: 'attachments',
  webhooks: 'webhooks',
  integrations: 'integrations',
  search_texts: 'search',
  idempotency_keys: 'changes',
  versions: 'changes',
  activities: 'changes',
  changes: 'changes',
  audit_entries: 'changes',
  webhook_events: 'changes',
  webhook_deliveries: 'changes',
  installation: 'db',
};

/**
 * Files that write tables of others, each with its reason. Migrations and the copy of a database, which write all tables,
 * declare no statement for the service.
 */
const exceptions: Record<string, string> = {
  'server/src/boards/carry.ts': 'a board goes to another workspace with all that is on it',
  'server/src/boards/actions/remove.ts':
    'what has been in the trash for too long goes with all that is below it',
  'server/src/workspaces/purge.ts': 'a workspace goes with all that it has',
  'server/src/jobs/remove-files.ts': 'the row of a file goes once the file is gone, whatever it goes with',
};

/** A statement of the service, in the words of both engines, and the file that declares it. */
export interface Declared {
  name: string;
  path: string;
  sql: Record<EngineName, string>;
}

/**
 * Loads files and gives the statements that they declare. A file is loaded after all that it imports, so that what is
 * new then is its own, also where a helper of another file has put it together.
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
      const sql = { sqlite: statement.for('sqlite').sql, postgres: statement.for('postgres').sql };
      found.push({ name, path: source.path, sql });
    }
  };
  for (const source of sources) await load(source);
  return found;
}

/** Every statement that writes a table outside of its folder, and every exception that excuses none. */
export function ownershipBreaches(declared: readonly Declared[]): string[] {
  const foreign = declared.flatMap(({ name, path, sql }) =>
    writtenIn(`${sql.sqlite};\n${sql.postgres}`)
      .filter((table) => !path.startsWith(`server/src/${owners[table]}/`))
      .map((table) => ({ path, what: `${path}: ${name} writes ${table}, which is for ${owners[table]}/` })),
  );
  const used = new Set(foreign.map(({ path }) => path));
  const unused = Object.keys(exceptions).filter((path) => !used.has(path));
  return [
    ...foreign.filter(({ path }) => !(path in exceptions)).map(({ what }) => what),
    ...unused.map((path) => `${path} needs no exception`),
  ];
}

/** The tables that SQL inserts into, updates or deletes from. */
function writtenIn(sql: string): (keyof Tables)[] {
  const written = sql.matchAll(/\b(?:into|update(?: only)?|delete from(?: only)?)\s+"?(\w+)"?/gi);
  return [...new Set([...written].map(([, table = '']) => table))].filter(isTable);
}

const isTable = (name: string): name is keyof Tables => name in owners;
