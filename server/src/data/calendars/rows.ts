import { deleteRows } from '../../base/db/statements.ts';
import { calendars } from './tables.ts';

/* Statements by which other domains write calendars. */

export const forgetCalendars = deleteRows('calendars.forgetUser', calendars, ['user_id']);
