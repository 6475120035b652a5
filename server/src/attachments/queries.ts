import { sql } from 'kysely';
import { caps } from '../../../contract/caps.ts';
import { cap } from '../base/changes/cap.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { Conflict } from '../base/errors.ts';

export const requireAttachmentRoom = cap('attachments', ['workspace_id', 'card_id'], caps.attachmentsOfCard);

const full = query(
  'uploads.full',
  (_db, p: { workspaceId: string; cardId: string; after: number }) => sql<{ found: number }>`
  select 1 as found from (
    select id from attachments where workspace_id = ${p.workspaceId} and card_id = ${p.cardId}
    union all
    select id from uploads where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and expires_at > ${p.after}
      and deleted_at is null
  ) held limit 1 offset ${sql.lit(caps.attachmentsOfCard - 1)}`,
);

/** Throws `Conflict` if a card has the max number of attachments, counting open uploads. */
export async function requireUploadRoom(
  tx: Reading,
  card: { workspaceId: string; cardId: string; after: number },
): Promise<void> {
  if (await tx.first(full, card)) {
    throw new Conflict('too-many-attachments', { max: caps.attachmentsOfCard });
  }
}

/** The attachments of a card, oldest first; `preview` is the size of the preview in bytes. */
export const attachmentsOfCard = query(
  'attachments.ofCard',
  (_db, p: { workspaceId: string; cardId: string }) => sql<ListedRow>`
  select id as "publicId", filename, original_filename as "originalFilename", content_type as "contentType", size,
    storage_key as "storageKey", created_at as "createdAt", width, height, preview_size as preview
  from attachments where workspace_id = ${p.workspaceId} and card_id = ${p.cardId}
  order by created_at, id limit ${sql.lit(caps.attachmentsOfCard)}`,
);

interface ListedRow {
  publicId: string;
  filename: string;
  originalFilename: string;
  contentType: string;
  size: number;
  storageKey: string;
  createdAt: number;
  width: number | null;
  height: number | null;
  preview: number | null;
}

/** The stored file of an attachment of a live card. */
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
