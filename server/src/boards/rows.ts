import { deleteRows, updateRow } from '../base/db/statements.ts';
import { boardMembers, boards, favourites } from './tables.ts';

/* Statements by which several actions and other domains write what belongs to boards. */

/** Puts a board into the trash, or takes it out. */
export const setDeleted = updateRow('boards.setDeleted', boards, ['deleted_at', 'deleted_by']);

/** Ends what a member is on boards. */
export const leaveBoards = deleteRows('board_members.leaveAll', boardMembers, ['workspace_id', 'member_id']);

export const forgetFavourites = deleteRows('favourites.forgetUser', favourites, ['user_id']);
