import { insertRows } from '../base/db/statements.ts';
import { comments } from './tables.ts';

/* Statements by which other domains write comments, many rows with each. */

export const insertComments = insertRows('comments.insertMany', comments, ['workspace_id']);
