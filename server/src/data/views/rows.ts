import { deleteRows, insertRow, insertRows, updateRow } from '../../base/db/statements.ts';
import { userViews, views } from './tables.ts';

/* Statements by which other domains write views. */

export const insertView = insertRow('views.insert', views);

export const insertViews = insertRows('views.insertMany', views, [
  'workspace_id',
  'board_id',
  'user_id',
  'created_by',
  'created_at',
]);

export const forgetViews = deleteRows('views.forgetUser', views, ['user_id']);

export const setViewSettings = updateRow('views.setSettings', views, ['settings']);

export const forgetUserViews = deleteRows('user_views.forgetUser', userViews, ['user_id']);
