import { sql } from 'kysely';
import { trashTime } from '../../base/access/trash.ts';
import { differences } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { Conflict, NotFound } from '../../base/errors.ts';
import { workspaces } from '../../data/workspaces/tables.ts';

/* How much the files of a workspace take up, and how much they may. */

/**
 * The total size of a workspace's files, including those in the trash. Files of boards deleted at or
 * before `hidden` do not count: a move has not shown those boards here yet, or has left them.
 */
const workspaceBytes = query('workspaces.bytes', (_db, p: { workspaceId: string; hidden: number }) => {
  const all = (table: 'attachments' | 'uploads') => sql`
    (select coalesce(sum(size), 0) from ${sql.table(table)} where workspace_id = ${p.workspaceId})`;
  const onHidden = (table: 'attachments' | 'uploads') => sql`
    (select coalesce(sum(f.size), 0) from boards b cross join cards c cross join ${sql.table(table)} f
      where b.workspace_id = ${p.workspaceId} and b.deleted_at <= ${p.hidden}
        and c.workspace_id = ${p.workspaceId} and c.board_id = b.id
        and f.workspace_id = ${p.workspaceId} and f.card_id = c.id)`;
  return sql<{ bytes: number }>`
    select cast(${all('attachments')} + ${all('uploads')} - ${onHidden('attachments')} - ${onHidden('uploads')}
      as bigint) as bytes`;
});

/** The bytes that the files of a workspace use now. */
export async function usedBytes(db: Reading, workspaceId: string, now: number): Promise<number> {
  const held = await db.first(workspaceBytes, { workspaceId, hidden: now - trashTime });
  return held?.bytes ?? 0;
}

interface Limits {
  workspaceId: string;
  /** `STORAGE_QUOTA`, for workspaces without a quota of their own; undefined for no limit. */
  byDefault: number | undefined;
}

const ownQuota = query('workspaces.storageQuota', (db, p: { workspaceId: string }) =>
  db.selectFrom('workspaces').select(['name', 'storage_quota as own']).where('id', '=', p.workspaceId),
);

/** The most bytes that the files of a workspace may use; undefined for no limit. */
export async function quotaOf(db: Reading, { workspaceId, byDefault }: Limits): Promise<number | undefined> {
  const { own = null } = (await db.first(ownQuota, { workspaceId })) ?? {};
  return own ?? byDefault;
}

/**
 * Throws `Conflict` if a workspace may not store `bytes` more. Locks a workspace that has a quota, so that no two requests use the
 * same room.
 */
export async function requireBytes(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { bytes, ...limits }: Limits & { bytes: number },
): Promise<void> {
  // What has no files fits also where there are more than a lowered quota allows.
  if (bytes === 0 || (await quotaOf(tx, limits)) === undefined) return;
  const { workspaceId } = limits;
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  // The quota may have been changed while the lock was waited for.
  const quota = await quotaOf(tx, limits);
  if (quota === undefined) return;
  const stored = await usedBytes(tx, workspaceId, now);
  if (stored + bytes > quota) throw new Conflict('storage-full', { max: quota });
}

const set = updateRow('workspaces.setStorageQuota', workspaces, ['storage_quota']);

/**
 * Sets the quota of a workspace, for an operator; null for that of the installation. Files that exceed it stay. Throws
 * `NotFound`.
 */
export async function setStorageQuota(
  { tx, audit, ofInstallation }: Work,
  workspaceId: string,
  storageQuota: number | null,
): Promise<void> {
  ofInstallation();
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  const found = await tx.first(ownQuota, { workspaceId });
  if (!found) throw new NotFound();
  const { name, own } = found;
  const detail = differences({ storageQuota: own }, { storageQuota });
  if (detail.length === 0) return;
  await tx.run(set, { id: workspaceId, storageQuota });
  await audit({ type: 'workspace.updated', workspaceId, subject: { id: workspaceId, name }, detail });
}
