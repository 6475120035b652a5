import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';

const rename = command('attachments.rename', (db, p: { workspaceId: string; id: string; filename: string }) =>
  db
    .updateTable('attachments')
    .set({ filename: p.filename, original_filename: p.filename })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

/** Gives an attachment another name: it is shown, and downloaded under it. */
export async function renameAttachment(
  { tx, grant, record, quiet }: Work,
  attachmentPublicId: string,
  filename: string,
): Promise<{ publicId: string; filename: string; originalFilename: string }> {
  const card = await grant('attachment', attachmentPublicId, 'card:edit');
  const { workspaceId, attachmentId: id, filename: shown, originalFilename: before } = card;
  const attachment = { publicId: id, filename, originalFilename: filename };
  if (shown === filename && before === filename) {
    quiet();
    return attachment;
  }
  await tx.run(rename, { workspaceId, id, filename });
  await record.activity({
    type: 'card.updated.attachment.renamed',
    card,
    attachment,
    change: { from: before, to: filename },
  });
  return attachment;
}
