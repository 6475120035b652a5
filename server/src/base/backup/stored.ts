import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '../config/object-store.ts';
import { secretKeyFile } from '../config/secret-key.ts';
import { Unusable } from '../db/migrate.ts';
import { Failure } from '../errors.ts';
import { atMost } from '../jobs/at-most.ts';
import { adviceOn } from '../storage/check-store.ts';
import { clientOf } from '../storage/s3-client.ts';
import {
  abandonParts,
  beginParts,
  bytesOf,
  type Client,
  measured,
  objectsBelow,
  oneChunk,
  remove,
  send,
  sendInParts,
  statOf,
} from '../storage/s3-objects.ts';
import { backupParts, type Manifest, manifestIn, readManifest } from './manifest.ts';

/*
 * A backup in an object store is `backups/<name>/…`: the parts of the one in a folder, without the files of attachments, which are in
 * the same store. `backup.json` is stored last and names the others with their sizes and hashes, so that what broke off, or has lost
 * something since, does not count as a backup.
 */

const root = 'backups/';

/** What `backup.json` may name. */
const storedParts: readonly string[] = [backupParts.database, secretKeyFile];

interface Part {
  bytes: number;
  sha256: string;
}

interface StoredManifest extends Manifest {
  parts: Record<string, Part>;
}

export interface StoredBackup {
  name: string;
  manifest: Manifest;
  /** The size of its database. */
  bytes: number;
}

export interface BackupStore {
  /** As people read it. */
  readonly text: string;
  /** Tries what only backups ask of a store. */
  check(): Promise<void>;
  /** Stores the backup in a folder, and reads back all of it. */
  put(folder: string, name: string): Promise<void>;
  /** Throws `Unusable` if it is not whole. */
  manifestOf(name: string): Promise<Manifest>;
  /** Fetches a backup into a folder, which must not exist yet. Throws `Unusable` if it is not what was stored. */
  fetch(name: string, folder: string): Promise<void>;
  /** The whole backups, of whichever installation. */
  list(): Promise<StoredBackup[]>;
  /** The names of what has no `backup.json`: half written or half removed. */
  remains(): Promise<string[]>;
  /** The sizes of the parts of a backup that are there. */
  sizesOf(name: string): Promise<Map<string, number>>;
  /** Removes a backup, or what an attempt has left of one. */
  remove(name: string): Promise<void>;
}

/** Throws `Unusable` for whatever the store refuses, with what to do about it. */
export function backupStore(store: ObjectStore): BackupStore {
  const client = clientOf(store);
  const place = `${store.endpoint}/${store.bucket}/backups`;
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Unusable(`the object store: ${adviceOn(store, error)}`, { cause: error });
    }
  };
  return {
    text: place,
    check: () => told(check(client)),
    put: (folder, name) => told(put(client, folder, name)),
    manifestOf: (name) => told(manifestOf(client, name)),
    fetch: (name, folder) => told(fetchAll(client, name, folder)),
    list: () => told(list(client)),
    remains: () => told(remains(client)),
    sizesOf: (name) => told(sizesBelow(client, name).then((found) => found.get(name) ?? new Map())),
    remove: (name) => told(removeAll(client, name)),
  };
}

const pathOf = (name: string, part: string): string => `${root}${name}/${part}`;

async function check(client: Client): Promise<void> {
  const path = pathOf('check', randomUUID());
  await beginParts(client, path);
  await abandonParts(client, path);
}

async function put(client: Client, folder: string, name: string): Promise<void> {
  try {
    const parts: Record<string, Part> = {};
    for (const part of storedParts) {
      const file = join(folder, part);
      if (!existsSync(file)) continue;
      parts[part] = await measure(createReadStream(file));
      await sendInParts(client, pathOf(name, part), file);
    }
    for (const [part, sent] of Object.entries(parts)) {
      const stored = await measure(await bytesOf(client, pathOf(name, part)));
      if (isSame(stored, sent)) continue;
      throw new Unusable(`the object store has ${part} otherwise than it was sent`);
    }
    const manifest = Buffer.from(`${JSON.stringify({ ...readManifest(folder), parts }, null, 2)}\n`);
    const path = pathOf(name, backupParts.manifest);
    await send(client, path, oneChunk(manifest), manifest.length, 'application/json');
    const stored = await text(await bytesOf(client, path));
    if (stored !== String(manifest)) {
      throw new Unusable(`the object store has ${backupParts.manifest} otherwise than it was sent`);
    }
  } catch (error) {
    // The reason counts; what is left is removed before the next attempt.
    await removeAll(client, name).catch(() => {});
    throw error;
  }
}

const isSame = (a: Part | undefined, b: Part): boolean => a?.bytes === b.bytes && a.sha256 === b.sha256;

async function measure(content: AsyncIterable<Uint8Array>): Promise<Part> {
  const passing = measured(content);
  for await (const _chunk of passing.content);
  return passing.result();
}

async function manifestOf(client: Client, name: string): Promise<StoredManifest> {
  const place = `${root}${name}`;
  const path = pathOf(name, backupParts.manifest);
  if (!(await statOf(client, path))) throw new Unusable(`there is no backup ${place} in the object store`);
  const manifest = manifestIn(await text(await bytesOf(client, path)), place);
  if (!isStored(manifest)) {
    throw new Unusable(
      `${place} is not a backup: its ${backupParts.manifest} names no database, or something else`,
    );
  }
  for (const [part, { bytes }] of Object.entries(manifest.parts)) {
    if ((await statOf(client, pathOf(name, part)))?.size !== bytes) {
      throw new Unusable(`${place} is not whole: ${part} is missing or of another size`);
    }
  }
  return manifest;
}

/** Names from a store become names of files. */
function isStored(manifest: Manifest & { parts?: Record<string, Part> }): manifest is StoredManifest {
  const { parts = {} } = manifest;
  return backupParts.database in parts && Object.keys(parts).every((part) => storedParts.includes(part));
}

async function fetchAll(client: Client, name: string, folder: string): Promise<void> {
  const manifest = await manifestOf(client, name);
  await mkdir(folder, { mode: 0o700 });
  for (const [part, expected] of Object.entries(manifest.parts)) {
    const passing = measured(await bytesOf(client, pathOf(name, part)));
    await pipeline(
      passing.content,
      createWriteStream(join(folder, part), { flags: 'wx', mode: 0o600, flush: true }),
    );
    if (!isSame(passing.result(), expected)) {
      throw new Unusable(`${root}${name} is damaged: ${part} is not what was stored`);
    }
  }
}

/** Whatever is larger than this is none of ours. */
const maxManifest = 100_000;

/** The sizes of the parts by name: of one, or of all. */
async function sizesBelow(client: Client, of?: string): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  for await (const { path, size } of objectsBelow(client, of === undefined ? root : pathOf(of, ''))) {
    const [name = '', part = ''] = path.slice(root.length).split('/');
    const parts = found.get(name) ?? new Map<string, number>();
    found.set(name, parts.set(part, size));
  }
  return found;
}

async function list(client: Client): Promise<StoredBackup[]> {
  const limited = atMost(4);
  const read = async ([name, sizes]: [string, Map<string, number>]): Promise<StoredBackup[]> => {
    if ((sizes.get(backupParts.manifest) ?? Number.POSITIVE_INFINITY) > maxManifest) return [];
    const path = pathOf(name, backupParts.manifest);
    const manifest = parsedOr(await text(await bytesOf(client, path)), name);
    if (!manifest || !isStored(manifest)) return [];
    const isWhole = Object.entries(manifest.parts).every(([part, { bytes }]) => sizes.get(part) === bytes);
    return isWhole ? [{ name, manifest, bytes: sizes.get(backupParts.database) ?? 0 }] : [];
  };
  const found = [...(await sizesBelow(client))].map((each) => limited(() => read(each)));
  return (await Promise.all(found)).flat();
}

async function remains(client: Client): Promise<string[]> {
  const found = await sizesBelow(client);
  return [...found].filter(([, sizes]) => !sizes.has(backupParts.manifest)).map(([name]) => name);
}

function parsedOr(content: string, name: string): Manifest | undefined {
  try {
    return manifestIn(content, name);
  } catch {
    return undefined;
  }
}

/** First what says that it is whole: from then on it does not count. */
async function removeAll(client: Client, name: string): Promise<void> {
  await remove(client, pathOf(name, backupParts.manifest));
  for await (const { path } of objectsBelow(client, pathOf(name, ''))) await remove(client, path);
  for (const part of storedParts) await abandonParts(client, pathOf(name, part));
}
