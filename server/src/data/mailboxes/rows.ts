import { deleteRows } from '../../base/db/statements.ts';
import { mailboxes } from './tables.ts';

/* Statements by which other domains write mailboxes. */

export const forgetMailboxes = deleteRows('mailboxes.forgetUser', mailboxes, ['user_id']);
