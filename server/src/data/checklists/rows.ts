import { insertRows } from '../../base/db/statements.ts';
import { checklistItems, checklists } from './tables.ts';

/* Statements by which other domains write checklists; each inserts many rows. */

export const insertChecklists = insertRows('checklists.insertMany', checklists, [
  'workspace_id',
  'created_at',
]);
export const insertItems = insertRows('checklist_items.insertMany', checklistItems, [
  'workspace_id',
  'created_at',
]);
