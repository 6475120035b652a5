import { bitOf, maskOf, type Permission, type PermissionMask } from '../../../contract/permissions.ts';
import type { LoggedChange } from '../base/changes/log.ts';

/*
 * What is told of a change: each thing that it is about, with what a reader must hold to be told, which is what reading it
 * takes. Where there are two, the one that fewer may see comes first.
 */

export const kinds = [
  'workspace',
  'role',
  'member',
  'board',
  'boardMember',
  'list',
  'label',
  'card',
  'comment',
  'checklist',
  'attachment',
] as const;

export type Kind = (typeof kinds)[number];

export interface Part {
  readonly change: LoggedChange;
  /** The board that it happened on; what it takes is to be held there, or else in the workspace. */
  readonly boardId: string | null;
  readonly needs: PermissionMask;
  /** What it is about; null says that more has changed than is told. */
  readonly thing: { readonly kind: Kind; readonly id: string } | null;
}

const needed: Record<Kind, PermissionMask> = {
  workspace: bitOf('workspace:view'),
  role: bitOf('member:view'),
  member: bitOf('member:view'),
  board: bitOf('board:view'),
  boardMember: bitOf('member:view'),
  list: bitOf('list:view'),
  label: bitOf('board:view'),
  card: bitOf('card:view'),
  comment: maskOf(['card:view', 'comment:view'] satisfies Permission[]),
  checklist: bitOf('card:view'),
  attachment: bitOf('card:view'),
};

export function partsOf(change: LoggedChange): Part[] {
  const { type, workspaceId, boardId, cardId, subjectId } = change;
  const about = (kind: Kind, id: string | null, on = boardId): Part[] =>
    id === null ? [] : [{ change, boardId: on, needs: needed[kind], thing: { kind, id } }];
  const reread = { change, boardId, needs: needed[boardId ? 'board' : 'workspace'], thing: null };
  if (cardId !== null) {
    const hanging = /^card\.updated\.(comment|checklist|attachment)\./.exec(type)?.[1] as Kind | undefined;
    if (hanging) return [...about(hanging, subjectId), ...about('card', cardId)];
    const leaves = type === 'card.updated.list' && subjectId !== null;
    return [...(leaves ? about('card', cardId, subjectId) : []), ...about('card', cardId)];
  }
  const [kind] = type.split('.');
  if (type === 'board.changed' || type === 'import.completed') return [reread];
  if (type === 'list.restored') return [...about('list', subjectId), reread];
  // Where it has a subject, that is a member of the board.
  if (kind === 'board') return [...about('boardMember', subjectId), ...about('board', boardId)];
  if (kind === 'workspace') return about('workspace', workspaceId);
  return kinds.some((each) => each === kind) ? about(kind as Kind, subjectId) : [];
}

/** Whether a change may change who may see what: then all that readers may see is asked anew. */
export const concernsRights = ({ type, cardId }: LoggedChange): boolean =>
  cardId === null && /^(?:board|member|role|workspace)\./.test(type) && type !== 'board.changed';
