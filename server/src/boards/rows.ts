import { deleteRows, updateRow } from '../base/db/statements.ts';
import { boards, favourites } from './tables.ts';

/* Statements by which several actions and other domains write what belongs to boards. */

/** Puts a board into the trash, or takes it out. */
export const setDeleted = updateRow('boards.setDeleted', boards, ['deleted_at', 'deleted_by']);

export const forgetFavourites = deleteRows('favourites.forgetUser', favourites, ['user_id']);
