import { sql } from 'kysely';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { transferTime } from '../../base/http/connection.ts';
import { attachments } from '../../data/attachments/tables.ts';

interface Released {
  workspaceId: string;
  id: string;
  expiresAt: number;
}

const release = command(
  'attachments.release',
  (_db, p: Released) => sql`
  insert into uploads (workspace_id, id, card_id, storage_key, content_type, size, created_by, created_at, expires_at)
  select ${p.workspaceId}, id, card_id, storage_key, content_type, size, created_by, created_at, cast(${p.expiresAt} as bigint)
  from attachments where workspace_id = ${p.workspaceId} and id = ${p.id}`,
);

const remove = deleteRow('attachments.delete', attachments);

/**
 * Removes an attachment from its card. Its file becomes an expired upload, which is removed within the hour, so that a running
 * backup can still copy the files that its database refers to.
 */
export async function deleteAttachment(
  { tx, now, grant, record }: Work,
  attachmentPublicId: string,
): Promise<{ success: boolean }> {
  const attachment = await grant('attachment', attachmentPublicId, 'card:edit');
  const { workspaceId, attachmentId: id, filename, originalFilename } = attachment;
  await tx.run(release, { workspaceId, id, expiresAt: now - transferTime });
  await tx.run(remove, { workspaceId, id });
  await record.activity({
    type: 'card.updated.attachment.removed',
    card: attachment,
    attachment: { publicId: id, filename, originalFilename },
  });
  return { success: true };
}
