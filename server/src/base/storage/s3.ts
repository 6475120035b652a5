import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ObjectStore } from '../config/object-store.ts';
import { checkedKey, tidyFolder, whileOnDisk } from './disk.ts';
import { clientOf } from './s3-client.ts';
import { type Client, objectsBelow, remove, send, statOf } from './s3-objects.ts';
import type { Arrivals, Storage } from './storage.ts';

/*
 * Files in a bucket of an S3-compatible store: `stored/<key>`, and `incoming/<key>` for uploads by callers. A signed upload
 * URL works until it expires, even after the file was attached. So an upload never becomes the stored file itself; the
 * stored file is a copy made within the store. Whatever else the bucket has, such as backups, is left alone.
 */

const stored = (key: string): string => `stored/${checkedKey(key)}`;
const incoming = (key: string): string => `incoming/${checkedKey(key)}`;

/** `folder` holds files of unknown size until they are complete. */
export function s3Storage(settings: ObjectStore, folder: string): Storage & { arrivals: Arrivals } {
  const client = clientOf(settings);
  const waiting = join(folder, 'incoming');
  return {
    arrivals: arrivalsIn(client),
    async put(key, content, size) {
      const path = stored(key);
      if (await statOf(client, path)) return false;
      if (size !== undefined) await send(client, path, content, size, unknownType);
      else {
        await whileOnDisk(waiting, content, (file, found) =>
          send(client, path, createReadStream(file), found, unknownType),
        );
      }
      return true;
    },
    stat: (key) => statOf(client, stored(key)),
    async open(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const { body } = await client.ask({ method: 'GET', path: stored(key), headers });
      return body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([]);
    },
    async delete(key) {
      await remove(client, incoming(key));
      await remove(client, stored(key));
    },
    async tidy(before) {
      await tidyFolder(waiting, before);
      for await (const { path, at } of objectsBelow(client, 'incoming/')) {
        if (at * 1000 < before) await remove(client, path);
      }
    },
  };
}

/** Uploads that callers send to the store themselves. */
const arrivalsIn = (client: Client): Arrivals => ({
  address: (key, { contentType, size, from, until }) =>
    client.presign(
      {
        method: 'PUT',
        path: incoming(key),
        headers: { 'content-length': String(size), 'content-type': contentType },
      },
      from,
      Math.floor((until - from) / 1_000_000),
    ),
  put: (key, content, { contentType, size }) => send(client, incoming(key), content, size, contentType),
  stat: (key) => statOf(client, incoming(key)),
  async accept(key) {
    const headers = { 'x-amz-copy-source': `/${client.bucket}/${incoming(key)}` };
    const reply = await (await client.ask({ method: 'PUT', path: stored(key), headers })).text();
    // A long copy is answered with 200 first and may still fail afterwards.
    if (!reply.includes('<CopyObjectResult'))
      throw new Error('the object store has not copied what was uploaded');
    // If it cannot be removed now, `tidy` does so later.
    await remove(client, incoming(key)).catch(() => {});
  },
});

/** The types of files stored by the service itself are only in the database. */
const unknownType = 'application/octet-stream';
