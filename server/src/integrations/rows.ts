import { deleteRows } from '../base/db/table.ts';
import { integrations } from './tables.ts';

/* Statements by which other domains write connections. */

export const forgetIntegrations = deleteRows('integrations.forgetUser', integrations, ['user_id']);
