import { insertRows } from '../../base/db/statements.ts';
import { hideBrought, rehideBrought, showBrought } from '../imports/brought.ts';
import { fields } from './tables.ts';

/* Statements by which other domains write fields. */

export const insertFields = insertRows('fields.insertMany', fields, [
  'workspace_id',
  'board_id',
  'created_at',
]);

export const hideFields = hideBrought('fields.hide', fields);
export const rehideFields = rehideBrought('fields.rehide', fields);
export const showFields = showBrought('fields.show', fields);
