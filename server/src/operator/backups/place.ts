import type { Secrets } from '../../base/access/secrets.ts';
import type { Made } from '../../base/backup/make-apart.ts';
import { diskOf } from '../nodes.ts';
import type { Problem } from '../problems.ts';
import type { Kept } from './kept.ts';
import type { BackupRow } from './rows.ts';

/*
 * Where scheduled backups go: a folder, or the object store. Both may be slow or away, so nothing here waits for them within the
 * service's own thread.
 */

export interface BackupPlace {
  /** As people read it. */
  readonly text: string;
  /** Whether the backups have the files of attachments. */
  readonly hasFiles: boolean;
  /** What is wrong with it, as this node sees it. */
  problems(wanted: Wanted): Promise<Problem[]>;
  /** The whole backups of this installation, the newest first; without those of a time to come, which are of a clock that was wrong. */
  list(now: number): Promise<Kept[]>;
  /** Whether anything has this name. */
  has(name: string): Promise<boolean>;
  /** Throws if no backup can be made there; removes what attempts of these names have left that did not end. */
  prepare(secrets: Secrets, names: readonly string[], signal: AbortSignal): Promise<void>;
  /** Makes and verifies a backup. */
  make(name: string, now: number, signal: AbortSignal): Promise<Made>;
  /** Removes backups, and what was half removed before. */
  remove(names: readonly string[], secrets: Secrets, signal: AbortSignal): Promise<void>;
}

export interface Wanted {
  /** The bytes that the next backup takes. */
  needed: number;
  /** The last good backup; undefined if there is none. */
  good: BackupRow | undefined;
}

/** Whether a disk lacks the room for so many bytes. */
export async function lacksRoom(folder: string, needed: number): Promise<boolean> {
  const disk = await diskOf(folder);
  return disk !== null && disk.free < needed;
}
