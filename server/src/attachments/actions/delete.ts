import { sql } from 'kysely';
import { trashTime } from '../../base/access/trash.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { uncover } from '../../cards/actions/uncover.ts';
import { attachments } from '../../data/attachments/tables.ts';

interface Released {
  workspaceId: string;
  id: string;
  now: number;
  userId: string;
  expiresAt: number;
}

const release = command(
  'attachments.release',
  (_db, p: Released) => sql`
  insert into uploads (workspace_id, id, card_id, storage_key, content_type, size, created_by, created_at, filename,
    original_filename, deleted_at, deleted_by, expires_at)
  select ${p.workspaceId}, id, card_id, storage_key, content_type, size, created_by, created_at, filename,
    original_filename, cast(${p.now} as bigint), cast(${p.userId} as text), cast(${p.expiresAt} as bigint)
  from attachments where workspace_id = ${p.workspaceId} and id = ${p.id}`,
);

const remove = deleteRow('attachments.delete', attachments);

/**
 * Moves an attachment to the trash: its file becomes an upload that nobody can confirm, and that expires when the attachment can
 * no longer be restored.
 */
export async function deleteAttachment(
  work: Work,
  attachmentPublicId: string,
): Promise<{ success: boolean }> {
  const { tx, actor, now, grant, record } = work;
  const attachment = await grant('attachment', attachmentPublicId, 'card:edit');
  const { workspaceId, attachmentId: id, filename, originalFilename } = attachment;
  await tx.run(release, { workspaceId, id, now, userId: actor.userId, expiresAt: now + trashTime });
  await tx.run(remove, { workspaceId, id });
  await uncover(work, attachment);
  await record.activity({
    type: 'card.updated.attachment.removed',
    card: attachment,
    attachment: { publicId: id, filename, originalFilename },
  });
  return { success: true };
}
