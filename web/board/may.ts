import type { Permission } from '../../contract/permissions.ts';
import { me } from '../app/session.ts';
import type { OpenBoard } from './open.ts';

/*
 * What the user may do decides what is offered: buttons, menus, keys, drags, drops and fields all ask here. The
 * permissions come with the board and change by its stream, and a component that asks is rendered again when they do.
 * The server checks them in any case.
 */

/** A permission, any one of several, or none. */
export type Needs = Permission | readonly Permission[] | null;

export const may = ({ follower }: Pick<OpenBoard, 'follower'>, needs: Needs): boolean =>
  isAnyIn(follower.rights.value.onBoard, needs);

/** The same for what concerns the board's workspace. */
export const mayInWorkspace = ({ follower }: Pick<OpenBoard, 'follower'>, needs: Needs): boolean =>
  isAnyIn(follower.rights.value.inWorkspace, needs);

const isAnyIn = (held: readonly string[], needs: Needs): boolean =>
  needs === null || [needs].flat().some((each) => held.includes(each));

/** Those that change cards. */
export const changesCards = ['card:create', 'card:edit', 'card:delete'] as const satisfies Needs;

/** Those that change anything on a board except its comments. */
export const changesBoard = [
  ...changesCards,
  'list:create',
  'list:edit',
  'list:delete',
  'board:edit',
] as const satisfies Needs;

/** The current user's membership of the workspace. */
export const myself = ({ store }: OpenBoard): string | undefined =>
  store.members.peek().find((id) => store.peek('member', id)?.user?.id === me.peek()?.id);
