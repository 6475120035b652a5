import type { Permission } from '../../../contract/permissions.ts';
import type { LockedTable, Writing } from '../db/database.ts';
import type { Actor } from './actor.ts';
import { type Located, type LocatedKind, locate } from './locate.ts';

/** The row that serialises changes of what is located; what hangs on a card is serialised by its card. */
const lockedTables: Partial<Record<LocatedKind, LockedTable>> = {
  workspace: 'workspaces',
  trashedWorkspace: 'workspaces',
  board: 'boards',
  trashedBoard: 'boards',
  list: 'lists',
  trashedList: 'lists',
  label: 'labels',
  card: 'cards',
  trashedCard: 'cards',
};

/**
 * Permission to change what an id addresses: locates it, holds its row until the transaction ends, and checks the
 * permission on what the row is then. Throws as `locate`.
 */
export type Grant = <K extends LocatedKind>(
  kind: K,
  id: string,
  permission: Permission | null,
) => Promise<Located<K>>;

export function grantOn(tx: Writing, actor: Actor, granted: () => void): Grant {
  return async (kind, id, permission) => {
    const table = lockedTables[kind];
    if (table) await tx.lock(table, [id]);
    let found = await locate(tx, actor, kind, id, permission);
    if (!table && 'listId' in found) {
      await tx.lock('cards', [(found as unknown as Located<'card'>).id]);
      found = await locate(tx, actor, kind, id, permission);
    }
    granted();
    return found;
  };
}
