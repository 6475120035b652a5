import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import { query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';
import { transferTime } from '../../base/http/connection.ts';
import type { Service } from '../../base/service.ts';
import { type ConfirmUpload, notOpen, type OfCard } from '../actions/confirm-upload.ts';
import { isSameType } from './receive-upload.ts';

const open = query('uploads.open', (db, p: OfCard) =>
  db
    .selectFrom('uploads')
    .select(['content_type as contentType', 'size'])
    .where('workspace_id', '=', p.workspaceId)
    .where('card_id', '=', p.cardId)
    .where('storage_key', '=', p.storageKey)
    .where('expires_at', '>', p.after),
);

/**
 * Throws `Invalid` unless the key was issued for this card, is not confirmed, and a file of the size and type that
 * are given lies there. It asks the storage, so it comes before the change, which asks the rest again.
 */
export async function checkUploaded(
  { db, storage, clock }: Pick<Service, 'db' | 'storage' | 'clock'>,
  actor: Actor,
  cardPublicId: string,
  { storageKey, contentType, size }: ConfirmUpload,
): Promise<void> {
  const { workspaceId, id: cardId } = await locate(db, actor, 'card', cardPublicId, 'card:edit');
  const after = clock.now() - transferTime;
  const upload = await db.first(open, { workspaceId, cardId, storageKey, after });
  if (!upload) throw notOpen();
  if (!isSameType(contentType, upload.contentType)) {
    throw new Invalid('body/contentType is not the type that was uploaded');
  }
  const stored = await storage.stat(storageKey);
  if (!stored) throw new Invalid('body/storageKey: nothing was uploaded there');
  if (stored.size !== size) throw new Invalid('body/size is not the size that was uploaded');
}
