import type { Permission } from '../../../../contract/permissions.ts';
import type { Board } from '../changes/hold.ts';
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
  cardOfPage: 'cards',
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

/** `granted` is told of each grant, and of the board where that is: a workspace and an import are on none. */
export function grantOn(tx: Writing, actor: Actor, granted: (on?: Board) => void): Grant {
  return async (kind, id, permission) => {
    const rowId = isOnCard(kind) ? (await locate<KindOnCard>(tx, actor, kind, id, permission)).id : id;
    const found = await tx.lockAndRead(lockedTables[kind], workspaceOf(kind, id), [rowId], () =>
      locate(tx, actor, kind, id, permission),
    );
    const boardId = boardOf(kind, found);
    granted(boardId === undefined ? undefined : { workspaceId: found.workspaceId, id: boardId });
    return found;
  };
}

const boardOf = (kind: LocatedKind, found: { id?: string; boardId?: string }): string | undefined =>
  lockedTables[kind] === 'boards' ? found.id : found.boardId;
