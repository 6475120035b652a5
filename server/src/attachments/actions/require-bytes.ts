import type { Work } from '../../base/changes/change.ts';
import { Conflict } from '../../base/errors.ts';
import { usedBytes } from '../queries.ts';

export interface WantedBytes {
  workspaceId: string;
  bytes: number;
  /** `STORAGE_QUOTA`; undefined for no limit. */
  quota: number | undefined;
}

/** Throws `Conflict` if a workspace may not store `bytes` more. Locks the workspace, so that no two requests use the same room. */
export async function requireBytes(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { workspaceId, bytes, quota }: WantedBytes,
): Promise<void> {
  if (quota === undefined) return;
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  const stored = await usedBytes(tx, workspaceId, now);
  if (stored + bytes > quota) throw new Conflict('storage-full', { max: quota });
}
