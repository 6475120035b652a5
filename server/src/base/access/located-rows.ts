import type { FieldType } from '../../../../contract/field-types.ts';
import type { PermissionMask } from '../../../../contract/permissions.ts';
import type { CardValues } from '../card-fields.ts';

/* The columns read of located rows and of the caller. */

export interface MemberRightsRow {
  workspaceId: string;
  cardPrefix: string;
  memberId: string | null;
  status: string | null;
  roleLevel: number | null;
  /** The permissions held in the workspace. */
  permissions: PermissionMask | null;
  showEmailsToMembers: number;
  /** What the workspace demands, as JSON; null for nothing. */
  policies: string | null;
}

/** The caller's role and permissions on the row's board; null if the caller may not know of it. */
export interface OnBoardRow {
  /** Whether only members of the board can access it: 0 or 1. */
  isClosed: number;
  boardPermissions: PermissionMask | null;
  boardLevel: number | null;
  /** Null for an import without a board. */
  onBoardId: string | null;
}

/** The caller's roles on the boards of a workspace. */
export interface BoardsRow {
  /** The permissions of the caller's roles on them, as keys. */
  rolesOnBoards: string;
  /** Whether one of the boards can be accessed by its members only: 0 or 1. */
  hasClosed: number;
}

/** The position in the log at which a live page begins. */
export interface Positioned {
  /** The position of the last change in the workspace's log. */
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
  background: string | null;
  archivedAt: number | null;
  /** Differs whenever something that the board shows has changed. */
  versions: string;
}

export interface ListRow {
  id: string;
  boardId: string;
  name: string;
  position: string;
  completes: 0 | 1;
  colour: string | null;
  cardLimit: number | null;
  limitRefuses: 0 | 1;
  refusesOpenChecks: 0 | 1;
  archivedAt: number | null;
}

export interface LabelRow {
  id: string;
  boardId: string;
  name: string;
  colourCode: string;
}

export interface FieldRow {
  id: string;
  boardId: string;
  name: string;
  type: FieldType;
  /** The field of the workspace that it follows. */
  workspaceFieldId: string | null;
}

export interface CardRow extends CardValues {
  id: string;
  boardId: string;
  listId: string;
  number: number;
  position: string;
  completedBy: string | null;
  /** Whether it has, or has had, relations. */
  related: 0 | 1;
  archivedAt: number | null;
}

/** A card's children include the columns of the card. */
export interface ChecklistRow extends CardRow {
  checklistId: string;
  checklistName: string;
  checklistPosition: string;
}

export interface ChecklistItemRow extends ChecklistRow {
  itemId: string;
  itemTitle: string;
  itemCompleted: number;
  itemDueAt: number | null;
  itemMemberId: string | null;
  itemPosition: string;
  itemAcceptance: 0 | 1;
  itemCompletedAt: number | null;
  itemCompletedBy: string | null;
  itemEvidence: string | null;
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
