import { issue } from '../../../../contract/issues.ts';
import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import { query } from '../../base/db/query.ts';
import { Conflict, Failure, Invalid, Unavailable } from '../../base/errors.ts';
import { transferTime } from '../../base/http/connection.ts';
import type { Service } from '../../base/service.ts';
import type { Arrivals, Storage } from '../../base/storage/storage.ts';
import { type ConfirmUpload, notOpen, type OfCard } from '../actions/confirm-upload.ts';
import { isSameType } from './receive-upload.ts';

/*
 * How a file is attached: `create-upload.ts` stores a row of `uploads` with its key, size, type, card and user, and returns
 * an address for the bytes. The service accepts exactly the announced bytes there (`receive-upload.ts`). If files are in an
 * object store, the address is one of the store, signed for that size and type (`storage/s3.ts`). A client can send to it
 * again, so what arrived is not a stored file yet: the confirmation checks it and has the store copy it to its key. Then the
 * row becomes one of `attachments` (`confirm-upload.ts`).
 */

const open = query('uploads.open', (db, p: OfCard) =>
  db
    .selectFrom('uploads')
    .select(['content_type as contentType', 'size'])
    .where('workspace_id', '=', p.workspaceId)
    .where('card_id', '=', p.cardId)
    .where('storage_key', '=', p.storageKey)
    .where('created_by', '=', p.createdBy)
    .where('expires_at', '>', p.after)
    .where('deleted_at', 'is', null),
);

type Check = (actor: Actor, cardPublicId: string, given: ConfirmUpload) => Promise<void>;

/**
 * Throws `Invalid` unless the key was issued to the caller for this card and is not confirmed, and a file of the given size and
 * type is stored under it. It queries the storage, so it runs before the change, which checks the rest again.
 */
export function checksUploaded({ db, storage, clock }: Pick<Service, 'db' | 'storage' | 'clock'>): Check {
  const { arrivals } = storage;
  const accept = arrivals && acceptsArrivals(storage, arrivals);
  return async (actor, cardPublicId, { storageKey, contentType, size }) => {
    const { workspaceId, id: cardId } = await locate(db, actor, 'card', cardPublicId, 'card:edit');
    const after = clock.now() - transferTime;
    const upload = await db.first(open, { workspaceId, cardId, storageKey, createdBy: actor.userId, after });
    if (!upload) throw notOpen();
    if (!isSameType(contentType, upload.contentType)) {
      throw new Invalid('other-type-uploaded', { field: 'body/contentType' });
    }
    if (size !== upload.size) throw new Invalid('other-size-uploaded', { field: 'body/size' });
    const stored = await asked(async () => {
      await accept?.(storageKey, upload);
      return storage.stat(storageKey);
    });
    if (!stored) throw nothingThere();
    if (stored.size !== size) throw new Invalid('other-size-uploaded', { field: 'body/size' });
  };
}

/**
 * Copies files that clients have sent to an object store into stored files, one request at a time per key. A stored file does
 * not change, even if the client sends something else meanwhile.
 */
function acceptsArrivals(storage: Storage, arrivals: Arrivals) {
  const underWay = new Set<string>();
  const accept = async (key: string, upload: { contentType: string; size: number }) => {
    if (await storage.stat(key)) return;
    const arrived = await arrivals.stat(key);
    if (!arrived) throw nothingThere();
    if (arrived.size !== upload.size) throw new Invalid('other-size-uploaded', { field: 'body/size' });
    if (!isSameType(arrived.contentType, upload.contentType)) {
      throw new Invalid('other-type-uploaded', { field: 'body/contentType' });
    }
    await arrivals.accept(key);
  };
  return async (key: string, upload: { contentType: string; size: number }) => {
    if (underWay.has(key)) throw new Conflict('upload-confirming');
    underWay.add(key);
    try {
      await accept(key, upload);
    } finally {
      underWay.delete(key);
    }
  };
}

/** Reports a store that does not answer with the only status that this operation has for it. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new Failure(500, [issue('files-unreachable')], {
      cause: error.cause,
    });
  }
}

const nothingThere = () => new Invalid('nothing-uploaded', { field: 'body/storageKey' });
