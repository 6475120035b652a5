import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { clientOf } from './s3-client.ts';

/* Objects of a bucket, whatever they are for. */

export type Client = ReturnType<typeof clientOf>;

export async function statOf(client: Client, path: string) {
  const { status, headers } = await client.ask({ method: 'HEAD', path }, [404]);
  if (status === 404) return undefined;
  return { size: Number(headers.get('content-length')), contentType: headers.get('content-type') ?? '' };
}

export async function send(
  client: Client,
  path: string,
  content: AsyncIterable<Uint8Array>,
  size: number,
  contentType: string,
): Promise<void> {
  const headers = { 'content-length': String(size), 'content-type': contentType };
  await drop(await client.ask({ method: 'PUT', path, headers, body: lastHeldBack(content) }));
}

export const remove = async (client: Client, path: string): Promise<void> =>
  drop(await client.ask({ method: 'DELETE', path }, [404]));

/** Discards the body of a reply, so that its connection can be reused. */
async function drop({ body }: Response): Promise<void> {
  await body?.cancel();
}

/**
 * Holds the last chunk back until the content has ended. If there is too much content, or it fails at the end, the store has
 * not received the announced size and stores nothing.
 */
async function* lastHeldBack(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined;
  for await (const chunk of content) {
    if (held) yield held;
    held = chunk;
  }
  if (held) yield held;
}

interface Listed {
  path: string;
  size: number;
  /** When it was last written; milliseconds. */
  at: number;
}

/** The objects whose paths begin with `prefix`, in order. */
export async function* objectsBelow(client: Client, prefix: string): AsyncGenerator<Listed> {
  for (let after = ''; ; ) {
    const query = { 'list-type': '2', prefix, ...(after && { 'start-after': after }) };
    const text = await (await client.ask({ method: 'GET', query })).text();
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      after = valueIn(entry, 'Key');
      yield {
        path: after,
        size: Number(valueIn(entry, 'Size')),
        at: Date.parse(valueIn(entry, 'LastModified')),
      };
    }
    if (valueIn(text, 'IsTruncated') !== 'true') return;
  }
}

const valueIn = (xml: string, name: string): string =>
  unescaped(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole;
    return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16));
  });

/** Stores accept parts from 5 MB, and 10 000 of them. */
const partSize = (size: number): number => Math.max(16 * 1024 ** 2, Math.ceil(size / 10_000));

/**
 * Sends a file of the disk in parts, each of which is sent again if the store fails for a moment. There is no object before the
 * last part has arrived; what broke off takes room until it is abandoned.
 */
export async function sendInParts(client: Client, path: string, file: string): Promise<void> {
  const { size } = await stat(file);
  const uploadId = await beginParts(client, path);
  try {
    const each = partSize(size);
    const parts: string[] = [];
    for (let start = 0; start < size; start += each) {
      const length = Math.min(each, size - start);
      const reply = await client.ask({
        method: 'PUT',
        path,
        query: { partNumber: String(parts.length + 1), uploadId },
        headers: { 'content-length': String(length) },
        body: () => createReadStream(file, { start, end: start + length - 1 }),
      });
      parts.push(reply.headers.get('etag') ?? '');
      await drop(reply);
    }
    await complete(client, path, uploadId, parts);
  } catch (error) {
    // The reason counts; what is left is abandoned before the next attempt.
    await abandon(client, path, uploadId).catch(() => {});
    throw error;
  }
}

/** Returns what identifies the upload. */
export async function beginParts(client: Client, path: string): Promise<string> {
  const begun = await client.ask({ method: 'POST', path, query: { uploads: '' } });
  return valueIn(await begun.text(), 'UploadId');
}

async function complete(client: Client, path: string, uploadId: string, parts: string[]): Promise<void> {
  const list = parts.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
  const reply = await client.ask({
    method: 'POST',
    path,
    query: { uploadId },
    headers: { 'content-length': String(body.length), 'content-type': 'application/xml' },
    body: oneChunk(body),
  });
  // It is answered with 200 first and may still fail afterwards.
  const text = await reply.text();
  if (!text.includes('<CompleteMultipartUploadResult')) {
    throw new Error(`the object store has not put the parts together: ${valueIn(text, 'Code')}`);
  }
}

export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const abandon = async (client: Client, path: string, uploadId: string): Promise<void> =>
  drop(await client.ask({ method: 'DELETE', path, query: { uploadId } }, [404]));

/** Abandons what was sent in parts to a path and not completed. */
export async function abandonParts(client: Client, path: string): Promise<void> {
  const text = await (await client.ask({ method: 'GET', query: { uploads: '', prefix: path } })).text();
  for (const [, entry = ''] of text.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
    if (valueIn(entry, 'Key') === path) await abandon(client, path, valueIn(entry, 'UploadId'));
  }
}

/** The bytes of an object. */
export async function bytesOf(client: Client, path: string): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await client.ask({ method: 'GET', path });
  return body ?? oneChunk(new Uint8Array());
}

/** Size and SHA-256 of a sequence of bytes, while it passes. */
export function measured(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  return { content: passing(), result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
