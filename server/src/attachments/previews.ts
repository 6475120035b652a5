import { sql } from 'kysely';
import { command, query } from '../base/db/query.ts';
import { type Leasable, leasesIn } from '../base/jobs/leases.ts';

/* Statements about previews of pictures. */

/** An attachment that has not been checked for being a picture yet. */
export interface Due extends Leasable {
  storageKey: string;
  size: number;
}

/** The newest comes first: the user who has just attached it is waiting for it. */
export const nextDue = query(
  'attachments.previewDue',
  (_db, p: { now: number }) => sql<Due>`
  select workspace_id as "workspaceId", id, storage_key as "storageKey", size, preview_attempts as attempts,
    preview_deaths as deaths, preview_due as "dueAt"
  from attachments where preview_due <= ${p.now} order by preview_due desc limit 1`,
);

export const previewLeases = leasesIn('attachments', {
  id: 'id',
  due: 'preview_due',
  attempts: 'preview_attempts',
  deaths: 'preview_deaths',
});

interface Settled {
  workspaceId: string;
  id: string;
  width: number | null;
  height: number | null;
  previewSize: number | null;
}

/** Stores the result; returns no row if the attachment is gone. */
export const settlePreview = command(
  'attachments.settlePreview',
  (_db, p: Settled) => sql<{ cardId: string; createdBy: string }>`
  update attachments set width = ${p.width}, height = ${p.height}, preview_size = ${p.previewSize}, preview_due = null
  where workspace_id = ${p.workspaceId} and id = ${p.id}
  returning card_id as "cardId", created_by as "createdBy"`,
);

/** The board that shows a card; no row if the card, its list or its board is hidden or in the trash. */
export const boardOfCard = query(
  'attachments.boardOfCard',
  (_db, p: { workspaceId: string; cardId: string }) => sql<{ boardId: string }>`
  select b.id as "boardId" from cards c
  join lists l on l.workspace_id = ${p.workspaceId} and l.id = c.list_id and l.deleted_at is null
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = c.board_id and b.deleted_at is null
  where c.workspace_id = ${p.workspaceId} and c.id = ${p.cardId} and c.deleted_at is null`,
);

/** Schedules a preview to be made again after its file was found missing. */
export const makeAgain = command(
  'attachments.makePreviewAgain',
  (_db, p: { workspaceId: string; id: string; now: number }) => sql`
  update attachments set preview_size = null, preview_deaths = 0, preview_due = ${p.now}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and preview_size is not null`,
);

/** The preview of an attachment. */
export const storedPreview = query('attachments.preview', (db, p: { workspaceId: string; id: string }) =>
  db
    .selectFrom('attachments')
    .select(['storage_key as storageKey', 'preview_size as size'])
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);
