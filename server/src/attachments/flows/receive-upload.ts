import { addAbortSignal, type Readable } from 'node:stream';
import { issue } from '../../../../contract/issues.ts';
import { query } from '../../base/db/query.ts';
import { Conflict, Failure, Forbidden, Invalid } from '../../base/errors.ts';
import { transferTime } from '../../base/http/connection.ts';
import type { Service } from '../../base/service.ts';

const issued = query('uploads.issued', (db, p: { id: string }) =>
  db
    .selectFrom('uploads')
    .select(['storage_key as storageKey', 'content_type as contentType', 'size'])
    .where('id', '=', p.id),
);

/** The request body of an upload; the two headers unparsed. */
export interface Arrival {
  contentType: string | undefined;
  contentLength: string | undefined;
  body: Readable;
}

type Stores = Pick<Service, 'db' | 'storage'>;

/**
 * Stores the bytes of an upload whose address has been checked. Throws `Forbidden` if it has been used, `Conflict` while
 * another request sends it, and `Invalid` or 413 if the bytes are not those that were announced; then nothing is kept.
 */
export function receivesUploads(stores: Stores): (id: string, arrival: Arrival) => Promise<void> {
  const underWay = new Set<string>();
  return async (id, arrival) => {
    if (underWay.has(id)) throw new Conflict('upload-in-progress');
    underWay.add(id);
    try {
      await receiveUpload(stores, id, arrival);
    } finally {
      underWay.delete(id);
    }
  };
}

async function receiveUpload(
  { db, storage }: Stores,
  id: string,
  { contentType, contentLength, body }: Arrival,
): Promise<void> {
  const upload = await db.first(issued, { id });
  const { arrivals } = storage;
  if (!upload || (await (arrivals ?? storage).stat(upload.storageKey))) throw used();
  const { storageKey, size } = upload;
  if (!isSameType(contentType ?? '', upload.contentType)) {
    throw new Invalid('wrong-upload-type', { type: upload.contentType });
  }
  if (contentLength !== undefined) checkSize(Number(contentLength), size);
  addAbortSignal(AbortSignal.timeout(transferTime / 1000), body);
  const content = exactly(size, body);
  if (arrivals) await arrivals.put(storageKey, content, upload);
  else if (!(await storage.put(storageKey, content, size))) throw used();
}

/** Media types are case-insensitive. */
export const isSameType = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const used = () => new Forbidden('upload-used');

function checkSize(size: number, announced: number): void {
  if (size > announced) throw new Failure(413, [issue('upload-too-long', { size: announced })]);
  if (size < announced) throw new Invalid('upload-too-short', { size: announced, sent: size });
}

/** The bytes of `body`; throws as soon as there are more than `size`, and at the end if there are fewer. */
async function* exactly(size: number, body: Readable): AsyncGenerator<Uint8Array> {
  let seen = 0;
  try {
    // The connection stays open when this ends early, so that the client receives the error.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      seen += chunk.length;
      if (seen > size) break;
      yield chunk;
    }
  } catch {
    throw new Invalid('upload-cut-off');
  }
  checkSize(seen, size);
}
