import { randomBytes } from 'node:crypto';
import type { Work } from '../../changes/change.ts';
import { minute } from '../../clock.ts';
import { command } from '../../db/query.ts';
import { Invalid } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { attachmentRoom } from '../queries.ts';

/** How long an address for an upload works; microseconds. */
const lifetime = 15 * minute;

interface NewUpload {
  workspaceId: string;
  id: string;
  cardId: string;
  storageKey: string;
  contentType: string;
  size: number;
  userId: string;
  now: number;
  expiresAt: number;
}

const insert = command('uploads.insert', (db, p: NewUpload) =>
  db.insertInto('uploads').values({
    workspace_id: p.workspaceId,
    id: p.id,
    card_id: p.cardId,
    storage_key: p.storageKey,
    content_type: p.contentType,
    size: p.size,
    created_by: p.userId,
    created_at: p.now,
    expires_at: p.expiresAt,
  }),
);

export interface CreateUpload {
  contentType: string;
  size: number;
}

/** Issues one upload of a file of this type and size for a card. `maxSize` in bytes. */
export async function createUpload(
  { tx, actor, now, grant, quiet }: Work,
  cardPublicId: string,
  { contentType, size }: CreateUpload,
  maxSize: number,
): Promise<{ id: string; storageKey: string; expiresAt: number }> {
  const { workspaceId, id: cardId } = await grant('card', cardPublicId, 'card:edit');
  await attachmentRoom(tx, { workspace_id: workspaceId, card_id: cardId });
  if (size > maxSize) throw new Invalid(`body/size is more than ${maxSize}`);
  const id = newId(now);
  // Nothing of what the caller sent is in the key, and none can be guessed from another.
  const storageKey = `${workspaceId}/${randomBytes(16).toString('hex')}`;
  const expiresAt = now + lifetime;
  const userId = actor.userId;
  await tx.run(insert, { workspaceId, id, cardId, storageKey, contentType, size, userId, now, expiresAt });
  quiet();
  return { id, storageKey, expiresAt };
}
