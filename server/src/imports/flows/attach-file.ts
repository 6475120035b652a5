import { randomBytes } from 'node:crypto';
import { keyOf } from '../../base/access/actor.ts';
import { insertActivity } from '../../base/changes/activity.ts';
import { hour } from '../../base/clock.ts';
import type { Config } from '../../base/config/config.ts';
import { Failure, Unavailable } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Service } from '../../base/service.ts';
import type { RunSlice } from '../../boards/actions/create.ts';
import { coverWith } from '../../cards/actions/cover.ts';
import { insertAttachment, insertUpload, takeUpload } from '../../data/attachments/rows.ts';
import { requireBytes } from '../../workspaces/actions/storage.ts';
import { type ImportedAttachment, Unreadable } from '../imported-board.ts';

/** Where files are stored, and how large they may be. */
export interface FilesOf {
  storage: Service['storage'];
  config: Pick<Config, 'maxUploadSize' | 'storageQuota'>;
}

interface Attached {
  workspaceId: string;
  cardId: string;
  /** Undefined stands for the importing user. */
  createdBy: string | undefined;
  file: ImportedAttachment;
  /** Bytes of the board's files so far, which count nowhere else while the board is hidden. Starts at 0 on an existing board. */
  stored: { bytes: number };
}

/**
 * Stores an imported file and attaches it to a hidden card. A row of an upload exists before the first byte is stored, so that an
 * abandoned file is removed later. Returns the kind of loss if nothing was attached.
 */
export async function attachFile(
  run: RunSlice,
  of: FilesOf,
  attached: Attached,
): Promise<string | undefined> {
  const upload = await announce(run, attached);
  try {
    const arrived = await store(of, upload.storageKey, attached.file);
    if (!arrived) return `attached files that are not there any more ${became(attached.file)}`;
    await attach(run, of, attached, { ...upload, ...arrived });
    attached.stored.bytes += arrived.size;
    return undefined;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return `attached files that ${error.message} ${became(attached.file)}`;
  }
}

/** The file cannot be taken over; the rest of the import can. */
class FileRefused extends Error {}

type Upload = { id: string; storageKey: string; contentType: string; size: number; createdBy: string };

/** Inserts the row of an upload. */
function announce(run: RunSlice, { workspaceId, cardId, createdBy, file }: Attached): Promise<Upload> {
  const storageKey = `${workspaceId}/${randomBytes(16).toString('hex')}`;
  return run(async ({ tx, now, actor }) => {
    const id = newId(now);
    const row = {
      id,
      storageKey,
      contentType: file.contentType,
      size: 0,
      createdBy: createdBy ?? actor.userId,
    };
    await tx.run(insertUpload, { ...row, workspaceId, cardId, createdAt: now, expiresAt: now + hour });
    return row;
  });
}

/** Stores the bytes of a file; undefined if it does not exist any more. */
async function store({ storage, config }: FilesOf, storageKey: string, file: ImportedAttachment) {
  let size = 0;
  try {
    const content = await file.open();
    if (!content) return undefined;
    const bounded = bytesOf(content, config.maxUploadSize, (length) => {
      size += length;
    });
    if (!(await storage.put(storageKey, bounded))) throw new Error('a storage key was given twice');
    return { contentType: content.contentType ?? file.contentType, size };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500 || error instanceof Unreadable) throw error;
    throw new FileRefused(error.status === 413 ? 'are too large' : 'could not be read');
  }
}

/** Turns an upload into an attachment of the card, with its activity. */
function attach(
  run: RunSlice,
  { config }: FilesOf,
  { workspaceId, cardId, file, stored }: Attached,
  { id, storageKey, contentType, size, createdBy }: Upload,
): Promise<void> {
  const { name, originalName = name } = file;
  return run(async ({ tx, now, actor }) => {
    const bytes = stored.bytes + size;
    await requireBytes({ tx, now }, { workspaceId, bytes, byDefault: config.storageQuota });
    const [taken] = await tx.run(takeUpload, { workspaceId, id });
    if (!taken) throw new Unavailable('a file took too long to store');
    const at = Math.min(file.at ?? now, now);
    await tx.run(insertAttachment, {
      workspaceId,
      id,
      cardId,
      filename: name,
      originalFilename: originalName,
      contentType,
      size,
      storageKey,
      createdBy,
      createdAt: at,
      previewAttempts: 0,
      previewDeaths: 0,
      previewDue: now,
    });
    if (file.isCover) await tx.run(coverWith, { workspaceId, cardId, cover: id });
    await insertActivity(tx, {
      workspaceId,
      cardId,
      id: newId(now),
      type: 'card.updated.attachment.added',
      userId: createdBy,
      apiKey: createdBy === actor.userId ? keyOf(actor) : undefined,
      at,
      attachment: { publicId: id, filename: name, originalFilename: originalName },
    });
  });
}

const became = ({ link }: ImportedAttachment): string =>
  link === undefined ? 'left out' : 'kept as links in the description';

async function* bytesOf(
  content: AsyncIterable<Uint8Array>,
  most: number,
  count: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of content) {
    seen += chunk.length;
    if (seen > most) throw new Failure(413);
    count(chunk.length);
    yield chunk;
  }
}
