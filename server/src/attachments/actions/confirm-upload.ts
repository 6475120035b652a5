import type { Work } from '../../base/changes/change.ts';
import { isoMillis } from '../../base/clock.ts';
import { command } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { Invalid } from '../../base/errors.ts';
import { transferTime } from '../../base/http/connection.ts';
import { newId } from '../../base/ids.ts';
import { attachments } from '../../data/attachments/tables.ts';
import { requireAttachmentRoom } from '../queries.ts';

export interface OfCard {
  workspaceId: string;
  cardId: string;
  storageKey: string;
  /** Only this user may confirm it. */
  createdBy: string;
  /** Uploads that expired before this are lost: they may be removed at any time. */
  after: number;
}

const take = command('uploads.take', (db, p: OfCard) =>
  db
    .deleteFrom('uploads')
    .where('workspace_id', '=', p.workspaceId)
    .where('card_id', '=', p.cardId)
    .where('storage_key', '=', p.storageKey)
    .where('created_by', '=', p.createdBy)
    .where('expires_at', '>', p.after)
    .where('deleted_at', 'is', null)
    .returning(['content_type as contentType', 'size']),
);

const insert = insertRow('attachments.insert', attachments);

export interface ConfirmUpload {
  storageKey: string;
  filename: string;
  originalFilename: string;
  contentType: string;
  size: number;
}

/** Attaches a file that `checkUploaded` has found to the card. Of several concurrent confirmations, one succeeds. */
export async function confirmUpload(
  { tx, actor, now, grant, record }: Work,
  cardPublicId: string,
  { storageKey, filename, originalFilename }: ConfirmUpload,
) {
  const card = await grant('card', cardPublicId, 'card:edit');
  const { workspaceId, id: cardId } = card;
  await requireAttachmentRoom(tx, { workspace_id: workspaceId, card_id: cardId });
  const [upload] = await tx.run(take, {
    workspaceId,
    cardId,
    storageKey,
    createdBy: actor.userId,
    after: now - transferTime,
  });
  if (!upload) throw notOpen();
  const id = newId(now);
  const file = { filename, originalFilename, ...upload, storageKey };
  await tx.run(insert, {
    workspaceId,
    id,
    cardId,
    ...file,
    createdBy: actor.userId,
    createdAt: now,
    previewAttempts: 0,
    previewDeaths: 0,
    previewDue: now,
  });
  await record.activity({
    type: 'card.updated.attachment.added',
    card,
    attachment: { publicId: id, filename, originalFilename },
  });
  return { publicId: id, ...file, createdAt: isoMillis(now) };
}

export const notOpen = () => new Invalid('unknown-upload', { field: 'body/storageKey' });
