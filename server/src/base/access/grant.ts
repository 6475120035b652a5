import type { Permission } from '../../../../contract/permissions.ts';
import type { Writing } from '../db/database.ts';
import type { LockedTable } from '../db/lock-order.ts';
import type { Actor } from './actor.ts';
import { type Located, type LocatedKind, locate } from './locate.ts';

/** The row that serialises changes of what is located; what hangs on a card is serialised by its card. */
const lockedTables: Record<LocatedKind, LockedTable> = {
  workspace: 'workspaces',
  trashedWorkspace: 'workspaces',
  board: 'boards',
  trashedBoard: 'boards',
  list: 'lists',
  trashedList: 'lists',
  label: 'labels',
  card: 'cards',
  trashedCard: 'cards',
  checklist: 'cards',
  checklistItem: 'cards',
  comment: 'cards',
  attachment: 'cards',
  import: 'imports',
};

/** A workspace is its own. Of all else only the row says which it is of: this is where an id is looked up. */
const workspaceOf = (kind: LocatedKind, id: string): string | null =>
  lockedTables[kind] === 'workspaces' ? id : null;

type KindOnCard = 'checklist' | 'checklistItem' | 'comment' | 'attachment';

const isOnCard = (kind: LocatedKind): kind is KindOnCard =>
  kind === 'checklist' || kind === 'checklistItem' || kind === 'comment' || kind === 'attachment';

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
    const rowId = isOnCard(kind) ? (await locate<KindOnCard>(tx, actor, kind, id, permission)).id : id;
    const found = await tx.lockAndRead(lockedTables[kind], workspaceOf(kind, id), [rowId], () =>
      locate(tx, actor, kind, id, permission),
    );
    granted();
    return found;
  };
}
