import type { PermissionMask } from '../../../../contract/permissions.ts';

/* What is read of whatever an id addresses, and of who asks for it. */

export interface StandingRow {
  workspaceId: string;
  cardPrefix: string;
  memberId: string | null;
  status: string | null;
  roleLevel: number | null;
  /** Held in the workspace. */
  permissions: PermissionMask | null;
  showEmailsToMembers: number;
}

/** What the caller is on the board that a row belongs to; null where the caller may not know of it. */
export interface OnBoardRow {
  /** Whether the board is closed to all but its members: 0 or 1. */
  isClosed: number;
  boardPermissions: PermissionMask | null;
  boardLevel: number | null;
}

/** What the caller is on the boards of a workspace. */
export interface BoardsRow {
  /** The permissions of the roles that the caller has there, as keys. */
  rolesOnBoards: string;
  /** Whether one of them is closed to all but its members: 0 or 1. */
  hasClosed: number;
}

/** What a live page begins with. */
export interface Positioned {
  /** Of the last change in the log of its workspace. */
  changePosition: number;
}

export interface WorkspaceRow extends Positioned {
  id: string;
  name: string;
  slug: string;
}

export interface BoardRow extends Positioned {
  id: string;
  name: string;
  slug: string;
  type: 'regular' | 'template';
  visibility: 'private' | 'public';
  access: 'workspace' | 'members';
  archivedAt: number | null;
  /** Another text means that something has changed which the board shows. */
  versions: string;
}

export interface ListRow {
  id: string;
  boardId: string;
  name: string;
  position: string;
  archivedAt: number | null;
}

export interface LabelRow {
  id: string;
  boardId: string;
  name: string;
  colourCode: string;
}

export interface CardRow {
  id: string;
  boardId: string;
  listId: string;
  number: number;
  title: string;
  description: string | null;
  dueAt: number | null;
  position: string;
  archivedAt: number | null;
}

/** What hangs on a card carries the card it hangs on. */
export interface ChecklistRow extends CardRow {
  checklistId: string;
  checklistName: string;
  checklistPosition: string;
}

export interface ChecklistItemRow extends ChecklistRow {
  itemId: string;
  itemTitle: string;
  itemCompleted: number;
  itemPosition: string;
}

export interface AttachmentRow extends CardRow {
  attachmentId: string;
  filename: string;
  originalFilename: string;
  storageKey: string;
}

export interface ImportRow {
  id: string;
}
