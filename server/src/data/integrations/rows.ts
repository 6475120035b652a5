import { deleteRows } from '../../base/db/statements.ts';
import { integrations } from './tables.ts';

/* Statements by which other domains write connections. */

export const forgetIntegrations = deleteRows('integrations.forgetUser', integrations, ['user_id']);
