import { caps } from '../../../contract/caps.ts';
import { cap } from '../changes/cap.ts';
import { query } from '../db/query.ts';

export const attachmentRoom = cap('attachments', ['workspace_id', 'card_id'], caps.attachmentsOfCard);

/** The stored file of an attachment that hangs on a live card. */
export const storedFile = query('attachments.file', (db, p: { id: string }) =>
  db
    .selectFrom('attachments as a')
    .innerJoin('cards as c', (on) =>
      on.onRef('c.workspace_id', '=', 'a.workspace_id').onRef('c.id', '=', 'a.card_id'),
    )
    .innerJoin('lists as l', (on) =>
      on.onRef('l.workspace_id', '=', 'c.workspace_id').onRef('l.id', '=', 'c.list_id'),
    )
    .innerJoin('boards as b', (on) =>
      on.onRef('b.workspace_id', '=', 'c.workspace_id').onRef('b.id', '=', 'c.board_id'),
    )
    .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
    .select([
      'a.storage_key as storageKey',
      'a.original_filename as originalFilename',
      'a.content_type as contentType',
      'a.size',
    ])
    .where('a.id', '=', p.id)
    .where('c.deleted_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('b.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null),
);
