import { insertRows } from '../base/db/statements.ts';
import { labels } from './tables.ts';

/* Statements by which other domains write labels. */

export const insertLabels = insertRows('labels.insertMany', labels, [
  'workspace_id',
  'board_id',
  'created_at',
]);
