import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { ObjectStore } from '../config/object-store.ts';
import { Failure } from '../errors.ts';
import { s3Storage } from './s3.ts';
import { Refused } from './s3-client.ts';
import { oneChunk } from './s3-objects.ts';

/** The store cannot be used; the message is a single line that states what to do. */
export class BadStore extends Error {}

/**
 * Tries every operation that the service needs on a store: uploads a file by a signed URL, accepts it, reads it and removes
 * it. Throws `BadStore`.
 */
export async function checkStore(settings: ObjectStore, folder: string, now: number): Promise<void> {
  const storage = s3Storage(settings, folder);
  const { arrivals } = storage;
  const key = `check/${randomBytes(16).toString('hex')}`;
  const content = 'taskboard';
  const type = { contentType: 'text/plain', size: content.length };
  let asked = 'be written to';
  try {
    // First by a request of the service itself, which has the clearest errors about the bucket or the key.
    await arrivals.put(key, oneChunk(Buffer.from(content)), type);
    asked = 'be uploaded to by signed addresses';
    const url = await arrivals.address(key, { ...type, from: now, until: now + 60_000_000 });
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: content,
    });
    if (!response.ok) throw new Refused('a signed address', response.status, codeIn(await response.text()));
    asked = 'be read';
    const arrived = await arrivals.stat(key);
    if (arrived?.size !== content.length) throw new Error('what was uploaded is not there');
    asked = 'copy what is in it';
    await arrivals.accept(key);
    asked = 'be read';
    if ((await text(await storage.open(key))) !== content) throw new Error('it gave back something else');
    asked = 'be listed';
    await storage.tidy(0);
    asked = 'have something deleted';
    await storage.delete(key);
    if (await storage.stat(key)) throw new Error('what was deleted is still there');
  } catch (error) {
    throw new BadStore(
      `the bucket ${settings.bucket} at ${settings.endpoint} cannot ${asked}: ${adviceOn(settings, error)}`,
      { cause: error },
    );
  }
}

const codeIn = (body: string): string => /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? '';

/** What to do about an error of a store, in one line. */
export function adviceOn({ endpoint, region, pathStyle }: ObjectStore, error: unknown): string {
  const cause = error instanceof Failure ? error.cause : error;
  if (!(cause instanceof Refused)) {
    const style = pathStyle ? '' : ', and S3_FORCE_PATH_STYLE=on if the bucket is no host there';
    return `${cause instanceof Error ? cause.message : String(cause)}; check S3_ENDPOINT${style}`;
  }
  const { code, status, message } = cause;
  if (code === 'NoSuchBucket') return 'there is no such bucket: create it, or correct S3_BUCKET';
  if (code === 'InvalidAccessKeyId') return 'S3_ACCESS_KEY_ID is not known there';
  if (code === 'SignatureDoesNotMatch') {
    return 'S3_SECRET_ACCESS_KEY is not that of S3_ACCESS_KEY_ID, or a proxy changes requests on the way';
  }
  if (code === 'RequestTimeTooSkewed') return 'the clocks of this machine and of the store differ: set them';
  if (/Redirect|AuthorizationHeaderMalformed|IllegalLocation/.test(code) || (status >= 300 && status < 400)) {
    return `the bucket is elsewhere: S3_REGION is ${region}, S3_ENDPOINT is ${endpoint}; correct them`;
  }
  if (status === 403) {
    return `${message}: allow the key s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket, for backups also s3:AbortMultipartUpload and s3:ListBucketMultipartUploads`;
  }
  return message;
}
