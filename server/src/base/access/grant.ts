import type { Permission } from '../../../../contract/permissions.ts';
import type { Board } from '../changes/hold.ts';
import type { Writing } from '../db/database.ts';
import type { LockedTable } from '../db/lock-order.ts';
import type { Actor } from './actor.ts';
import { type Located, type LocatedKind, locate } from './locate.ts';

/** The table whose row serialises changes to the located row: of children of a card the card, of a field its board. */
const lockedTables: Record<LocatedKind, LockedTable> = {
  workspace: 'workspaces',
  trashedWorkspace: 'workspaces',
  board: 'boards',
  trashedBoard: 'boards',
  list: 'lists',
  trashedList: 'lists',
  label: 'labels',
  field: 'boards',
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
    const rowId = await rowOf(tx, actor, kind, id, permission);
    const found = await tx.lockAndRead(lockedTables[kind], workspaceOf(kind, id), [rowId], () =>
      locate(tx, actor, kind, id, permission),
    );
    const boardId = boardOf(kind, found);
    granted(boardId === undefined ? undefined : { workspaceId: found.workspaceId, id: boardId });
    return found;
  };
}

/** The row to lock for the one that an id addresses. */
async function rowOf(
  tx: Writing,
  actor: Actor,
  kind: LocatedKind,
  id: string,
  permission: Permission | null,
): Promise<string> {
  if (kind === 'field') return (await locate(tx, actor, kind, id, permission)).boardId;
  return isOnCard(kind) ? (await locate<KindOnCard>(tx, actor, kind, id, permission)).id : id;
}

const boardOf = (kind: LocatedKind, found: { id?: string; boardId?: string }): string | undefined =>
  lockedTables[kind] === 'boards' && kind !== 'field' ? found.id : found.boardId;
