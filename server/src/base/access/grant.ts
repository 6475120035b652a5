import type { Permission } from '../../../../contract/permissions.ts';
import type { Board } from '../changes/hold.ts';
import type { Writing } from '../db/database.ts';
import type { LockedTable } from '../db/lock-order.ts';
import type { Actor } from './actor.ts';
import { type Located, type LocatedKind, locate } from './locate.ts';

/** The table whose row serialises changes to the located row; a card's children are serialised by the card. */
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
  trashedAttachment: 'cards',
  import: 'imports',
};

/** A workspace's id is its workspace. For all other kinds the workspace is unknown until the row is found by its id. */
const workspaceOf = (kind: LocatedKind, id: string): string | null =>
  lockedTables[kind] === 'workspaces' ? id : null;

const kindsOnCard = ['checklist', 'checklistItem', 'comment', 'attachment', 'trashedAttachment'] as const;

type KindOnCard = (typeof kindsOnCard)[number];

const isOnCard = (kind: LocatedKind): kind is KindOnCard => kindsOnCard.some((each) => each === kind);

/**
 * Grants permission to change the row that an id addresses: locates the row, locks it until the transaction ends, and checks
 * the permission against its locked state. Throws as `locate` does.
 */
export type Grant = <K extends LocatedKind>(
  kind: K,
  id: string,
  permission: Permission | null,
) => Promise<Located<K>>;

/** `granted` is called for each grant, with its board if it has one: a workspace and an import have none. */
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
