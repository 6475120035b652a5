import { deleteRows } from '../../base/db/statements.ts';
import { calendars, feeds } from './tables.ts';

/* Statements by which other domains write calendars and feeds. */

export const forgetCalendars = deleteRows('calendars.forgetUser', calendars, ['user_id']);

export const forgetFeeds = deleteRows('feeds.forgetUser', feeds, ['user_id']);
