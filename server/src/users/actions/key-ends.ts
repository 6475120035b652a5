import { sql } from 'kysely';
import { isNoneOf } from '../../base/access/board-permissions.ts';
import type { Audit } from '../../base/changes/audit.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { isoMillis } from '../../base/clock.ts';
import { command } from '../../base/db/query.ts';
import { keyText, removeKey } from './api-keys.ts';
import { noteEvent } from './security-log.ts';

/* Keys end in a workspace by its policies, or because who manages it ends them. */

/** A key that opens a workspace. */
export interface OpeningKey {
  id: number;
  name: string;
  prefix: string;
  /** The only workspace that it opens; null for all of its owner's. */
  onlyWorkspaceId: string | null;
  /** The person to whom it belongs, or who owns its bot. */
  keeperId: string;
  /** The ends of which they were told, as JSON: microseconds by workspace. */
  toldEnds: string | null;
}

interface InWorkspace {
  id: string;
  name: string;
}

type Writer = Pick<AccountWork, 'tx' | 'now'>;

const endIn = command(
  'api_keys.endIn',
  (_db, p: { id: number; workspaceId: string }) => sql<{ id: number }>`
  update api_keys set ended_in = case when ended_in is null then ${p.workspaceId}
    else ended_in || ' ' || ${p.workspaceId} end
  where id = ${p.id} and ${isNoneOf(sql`${p.workspaceId}`, sql`ended_in`)}
  returning id`,
);

/**
 * Ends a key in a workspace, immediately on every node: revokes one that opens no other, and closes this one to any other. Tells the
 * person to whom it belongs. Returns whether it opened the workspace.
 */
export async function endKeyIn(
  work: Writer & { audit: Audit },
  key: OpeningKey,
  workspace: InWorkspace,
): Promise<boolean> {
  const { id, name, prefix, onlyWorkspaceId, keeperId } = key;
  const { id: workspaceId } = workspace;
  const ended =
    onlyWorkspaceId === null
      ? await work.tx.run(endIn, { id, workspaceId })
      : await work.tx.run(removeKey, { id });
  if (ended.length === 0) return false;
  const detail = [{ field: 'prefix', from: prefix, to: null }];
  await work.audit({ type: 'key.revoked', workspaceId, subject: { id: String(id), name }, detail });
  const about = `${keyText(key)} · ${workspace.name}`;
  await noteEvent(work, { userId: keeperId, type: 'key.ended', origin: null, detail: about });
  return true;
}

const setTold = command('api_keys.setToldEnds', (db, p: { id: number; toldEnds: string }) =>
  db.updateTable('api_keys').set({ told_ends: p.toldEnds }).where('id', '=', p.id),
);

type Told = Record<string, number>;

/** The end of a key in a workspace of which its owner was told; undefined if they were not. */
export const toldEnd = (
  { toldEnds }: Pick<OpeningKey, 'toldEnds'>,
  workspaceId: string,
): number | undefined => (toldEnds === null ? undefined : (JSON.parse(toldEnds) as Told)[workspaceId]);

/** Tells the person to whom a key belongs that it ends soon in a workspace. */
export async function tellOfEnd(
  work: Writer,
  key: OpeningKey,
  workspace: InWorkspace,
  endsAt: number,
): Promise<void> {
  const told = key.toldEnds === null ? {} : (JSON.parse(key.toldEnds) as Told);
  await work.tx.run(setTold, { id: key.id, toldEnds: JSON.stringify({ ...told, [workspace.id]: endsAt }) });
  const about = `${keyText(key)} · ${workspace.name} · ${isoMillis(endsAt).slice(0, 10)}`;
  await noteEvent(work, { userId: key.keeperId, type: 'key.ending', origin: null, detail: about });
}
