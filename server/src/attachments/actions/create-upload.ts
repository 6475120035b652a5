import { randomBytes } from 'node:crypto';
import type { Work } from '../../base/changes/change.ts';
import { minute } from '../../base/clock.ts';
import type { Config } from '../../base/config/config.ts';
import { insertRow } from '../../base/db/statements.ts';
import { Invalid } from '../../base/errors.ts';
import { transferTime } from '../../base/http/connection.ts';
import { newId } from '../../base/ids.ts';
import { uploads } from '../../data/attachments/tables.ts';
import { requireBytes } from '../../workspaces/actions/storage.ts';
import { requireUploadRoom } from '../queries.ts';

/** How long an upload address is valid; microseconds. */
const lifetime = 15 * minute;

const insert = insertRow('uploads.insert', uploads);

export interface CreateUpload {
  contentType: string;
  size: number;
}

/** Issues an upload for a card, of one file with this type and size. */
export async function createUpload(
  { tx, actor, now, grant, record, quiet }: Work,
  cardPublicId: string,
  { contentType, size }: CreateUpload,
  { maxUploadSize, storageQuota }: Pick<Config, 'maxUploadSize' | 'storageQuota'>,
): Promise<{ id: string; storageKey: string; expiresAt: number }> {
  const { workspaceId, boardId, id: cardId } = await grant('card', cardPublicId, 'card:edit');
  if (size > maxUploadSize) throw new Invalid('too-large', { field: 'body/size', max: maxUploadSize });
  await requireUploadRoom(tx, { workspaceId, cardId, after: now - transferTime });
  await requireBytes({ tx, now }, { workspaceId, bytes: size, byDefault: storageQuota });
  const id = newId(now);
  // The key contains nothing that the client sent, and none can be guessed from another.
  const storageKey = `${workspaceId}/${randomBytes(16).toString('hex')}`;
  const expiresAt = now + lifetime;
  const file = { storageKey, contentType, size };
  await tx.run(insert, {
    workspaceId,
    id,
    cardId,
    ...file,
    createdBy: actor.userId,
    createdAt: now,
    expiresAt,
  });
  quiet();
  // Nobody sees it, but a concurrent move of the board must not miss it.
  record.shows(workspaceId, boardId);
  return { id, storageKey, expiresAt };
}
