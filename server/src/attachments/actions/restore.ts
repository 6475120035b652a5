import { sql } from 'kysely';
import { requireRestorable } from '../../base/access/trash.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { uploads } from '../../data/attachments/tables.ts';
import { requireAttachmentRoom } from '../queries.ts';

const takeBack = command(
  'attachments.takeBack',
  (_db, p: { workspaceId: string; id: string; now: number }) => sql`
  insert into attachments (workspace_id, id, card_id, storage_key, content_type, size, created_by, created_at, filename,
    original_filename, preview_attempts, preview_deaths, preview_due)
  select ${p.workspaceId}, id, card_id, storage_key, content_type, size, created_by, created_at, filename,
    original_filename, 0, 0, cast(${p.now} as bigint)
  from uploads where workspace_id = ${p.workspaceId} and id = ${p.id}`,
);

const forget = deleteRow('uploads.takenBack', uploads);

/** Restores an attachment from the trash to its card, with the same id; its preview is made again. */
export async function restoreAttachment(
  { tx, now, grant, record, quiet }: Work,
  attachmentPublicId: string,
): Promise<{ success: boolean }> {
  const attachment = await grant('trashedAttachment', attachmentPublicId, 'card:edit');
  const { workspaceId, id: cardId, attachmentId: id, filename, originalFilename, deletedAt } = attachment;
  if (deletedAt === null) {
    quiet();
    return { success: true };
  }
  requireRestorable(deletedAt, now);
  await requireAttachmentRoom(tx, { workspace_id: workspaceId, card_id: cardId });
  await tx.run(takeBack, { workspaceId, id, now });
  await tx.run(forget, { workspaceId, id });
  await record.activity({
    type: 'card.updated.attachment.added',
    card: attachment,
    attachment: { publicId: id, filename, originalFilename },
  });
  return { success: true };
}
