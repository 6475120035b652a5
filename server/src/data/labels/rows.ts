import { insertRows } from '../../base/db/statements.ts';
import { hideBrought, rehideBrought, showBrought } from '../imports/brought.ts';
import { labels } from './tables.ts';

/* Statements by which other domains write labels. */

export const insertLabels = insertRows('labels.insertMany', labels, [
  'workspace_id',
  'board_id',
  'created_at',
]);

export const hideLabels = hideBrought('labels.hide', labels);
export const rehideLabels = rehideBrought('labels.rehide', labels);
export const showLabels = showBrought('labels.show', labels);
