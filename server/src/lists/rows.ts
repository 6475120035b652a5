import { insertRows } from '../base/db/statements.ts';
import { lists } from './tables.ts';

/* Statements by which other domains write lists. */

export const insertLists = insertRows('lists.insertMany', lists, ['workspace_id', 'board_id', 'created_at']);
