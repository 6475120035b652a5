import { bitOf, maskOf, type Permission, type PermissionMask } from '../../../contract/permissions.ts';
import type { LoggedChange } from '../base/changes/log.ts';

/*
 * The parts of a change: each entity that it concerns, with the permissions that a reader needs, which are those needed to read
 * that entity. If there are two, the more restricted one comes first.
 */

export const kinds = [
  'workspace',
  'role',
  'member',
  'board',
  'boardMember',
  'list',
  'label',
  'field',
  'card',
  'comment',
  'checklist',
  'attachment',
] as const;

export type Kind = (typeof kinds)[number];

export interface Part {
  readonly change: LoggedChange;
  /** The board on which `needs` must be held; null if it must be held in the workspace. */
  readonly boardId: string | null;
  readonly needs: PermissionMask;
  /** The entity that changed; null if more changed than the event contains and the client must reread. */
  readonly entity: { readonly kind: Kind; readonly id: string } | null;
  /** A view, which is not part of the event: it is read by itself. */
  readonly view?: string;
  /** The same of a rule. */
  readonly rule?: string;
  /** The same of a plan of which cards are proposed. */
  readonly plan?: string;
  /** The only user whom it concerns; by default all. */
  readonly onlyFor?: string;
}

const needed: Record<Kind, PermissionMask> = {
  workspace: bitOf('workspace:view'),
  role: bitOf('member:view'),
  member: bitOf('member:view'),
  board: bitOf('board:view'),
  boardMember: bitOf('member:view'),
  list: bitOf('list:view'),
  label: bitOf('board:view'),
  field: bitOf('board:view'),
  card: bitOf('card:view'),
  comment: maskOf(['card:view', 'comment:view'] satisfies Permission[]),
  checklist: bitOf('card:view'),
  attachment: bitOf('card:view'),
};

export function partsOf(change: LoggedChange): Part[] {
  const { type, workspaceId, boardId, cardId, subjectId } = change;
  const about = (kind: Kind, id: string | null, on = boardId): Part[] =>
    id === null ? [] : [{ change, boardId: on, needs: needed[kind], entity: { kind, id } }];
  const reread = { change, boardId, needs: needed[boardId ? 'board' : 'workspace'], entity: null };
  if (cardId !== null) {
    const kind = /^card\.updated\.(comment|checklist|attachment)\./.exec(type)?.[1] as Kind | undefined;
    if (kind) return [...about(kind, subjectId), ...about('card', cardId)];
    const leaves = type === 'card.updated.list' && subjectId !== null;
    return [...(leaves ? about('card', cardId, subjectId) : []), ...about('card', cardId)];
  }
  const [kind] = type.split('.');
  if (kind === 'view' && subjectId !== null) {
    const own = type === 'view.own.changed' ? { onlyFor: change.userId } : {};
    return [{ ...reread, view: subjectId, ...own }];
  }
  if (kind === 'rule' && subjectId !== null) return [{ ...reread, rule: subjectId }];
  if (kind === 'plan' && subjectId !== null)
    return [{ change, boardId, needs: needed.card, entity: null, plan: subjectId }];
  if (isReread(type) || type === 'import.completed') return [reread];
  if (type === 'list.restored') return [...about('list', subjectId), reread];
  // The subject, if any, is a member of the board.
  if (kind === 'board') return [...about('boardMember', subjectId), ...about('board', boardId)];
  if (kind === 'workspace') return about('workspace', workspaceId);
  return kinds.some((each) => each === kind) ? about(kind as Kind, subjectId) : [];
}

const isReread = (type: string): boolean => type === 'board.changed' || type === 'board.relations.changed';

/** Whether a change may affect who can see what: the rights of all readers are then read again. */
export const concernsRights = ({ type, cardId }: LoggedChange): boolean =>
  cardId === null && /^(?:board|member|role|workspace)\./.test(type) && !isReread(type);
