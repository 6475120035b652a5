import { query } from '../base/db/query.ts';

export const mailboxOf = query('mailboxes.of', (db, p: { userId: string; boardId: string }) =>
  db
    .selectFrom('mailboxes')
    .select(['id', 'list_id as listId'])
    .where('user_id', '=', p.userId)
    .where('board_id', '=', p.boardId),
);

/** The lists of a board in which cards are shown, in order. */
export const openLists = query('mailboxes.openLists', (db, p: { workspaceId: string; boardId: string }) =>
  db
    .selectFrom('lists')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .orderBy('position'),
);

/** Somebody who may write mails: their address is verified. */
export const writer = query('mailboxes.writer', (db, p: { userId: string }) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'email', 'name', 'time_zone as timeZone'])
    .where('id', '=', p.userId)
    .where('email_verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null),
);
