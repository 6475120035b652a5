import { requireRank } from '../../base/access/authority.ts';
import type { Work } from '../../base/changes/change.ts';
import { NotFound } from '../../base/errors.ts';
import { endKeyIn } from '../../users/actions/key-ends.ts';
import { keysOfWorkspace } from './queries.ts';

/** Ends a key in a workspace. Throws `NotFound` for one that does not open it, and `Forbidden` for one of a higher rank. */
export async function endWorkspaceKey(
  work: Work,
  { workspacePublicId, keyId }: { workspacePublicId: string; keyId: number },
) {
  const workspace = await work.grant('workspace', workspacePublicId, 'workspace:manage');
  const { id: workspaceId } = workspace;
  const part = { workspaceId, afterMember: '', afterKey: 0, only: keyId, now: work.now, limit: 1 };
  const [key] = await work.tx.all(keysOfWorkspace, part);
  if (!key) throw new NotFound();
  requireRank(workspace, key.memberLevel);
  if (!(await endKeyIn(work, key, workspace))) throw new NotFound();
  return { success: true };
}
