import { differences } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { Forbidden } from '../../base/errors.ts';
import { botBeyondOwner, botsBeyondOwners } from '../../data/bots/rows.ts';
import { pauseMembers } from '../../data/members/rows.ts';

/*
 * A bot can do no more than its owner: whoever holds a key of it would otherwise keep rights that they have lost, or get those
 * that they were never given. Both change under the lock of their workspace.
 */

/** Throws `Forbidden` if an active bot may do more than its owner; nothing happens for a member who is no bot. */
export async function requireWithinOwner(tx: Reading, workspaceId: string, memberId: string): Promise<void> {
  if (await tx.first(botBeyondOwner, { workspaceId, memberId })) throw new Forbidden('bot-beyond-owner');
}

/** Pauses the bots that may do more than their owners, who have left or lost rights. They stay on their cards. */
export async function pauseBots(
  { tx, record, audit }: Pick<Work, 'tx' | 'record' | 'audit'>,
  workspaceId: string,
): Promise<void> {
  const found = await tx.all(botsBeyondOwners, { workspaceId });
  if (found.length === 0) return;
  await tx.run(pauseMembers, { workspaceId, ids: found.map(({ id }) => id) });
  for (const { id, role } of found) {
    await record.event({
      type: 'member.updated',
      workspaceId,
      subjectId: id,
      data: { memberPublicId: id, role, status: 'paused' },
      before: { role, status: 'active' },
    });
    const detail = differences({ status: 'active' }, { status: 'paused' });
    await audit({ type: 'member.updated', workspaceId, subject: { id }, detail });
  }
}
