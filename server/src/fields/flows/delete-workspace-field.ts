import { locate } from '../../base/access/locate.ts';
import { differences } from '../../base/changes/audit.ts';
import type { CallerOfSeveral, Work } from '../../base/changes/change.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { workspaceFields } from '../../data/fields/tables.ts';
import { removeField } from '../actions/fields.ts';
import { audited, readField } from '../actions/workspace-fields.ts';
import { type Use, usesOf } from '../queries.ts';

const remove = deleteRow('workspace_fields.delete', workspaceFields);

/**
 * Deletes a field of a workspace with its values, board by board: each has thousands of cards, and others need not wait for all.
 * Returns how many boards and cards had it.
 */
export async function deleteWorkspaceField(
  { change, lastChange }: CallerOfSeveral,
  workspacePublicId: string,
  workspaceFieldId: string,
) {
  const counts = { boards: 0, cards: 0 };
  for (;;) {
    const taken = await change((work) => takeFromOne(work, workspacePublicId, workspaceFieldId));
    if (!taken) break;
    counts.boards += taken.boards;
    counts.cards += taken.cards;
  }
  return lastChange(async (work) => {
    const { tx, grant, audit } = work;
    const { workspaceId } = await grant('workspace', workspacePublicId, 'workspace:manage');
    const key = { workspaceId, workspaceFieldId };
    const { before } = await readField(tx, key);
    // A board may have come to use it meanwhile.
    const last = await takeFrom(work, workspaceId, await tx.all(usesOf, key));
    await tx.run(remove, { workspaceId, id: workspaceFieldId });
    const subject = { id: workspaceFieldId, name: before.name };
    await audit({ type: 'field.deleted', workspaceId, subject, detail: differences(audited(before), {}) });
    return { success: true, boards: counts.boards + last.boards, cards: counts.cards + last.cards };
  });
}

/** Takes the field off the next board that uses it; undefined if there is none. */
async function takeFromOne(work: Work, workspacePublicId: string, workspaceFieldId: string) {
  const { tx, actor, continues, quiet } = work;
  continues();
  const { workspaceId } = await locate(tx, actor, 'workspace', workspacePublicId, 'workspace:manage');
  const key = { workspaceId, workspaceFieldId };
  const [next] = await tx.all(usesOf, key);
  if (!next) {
    quiet();
    return undefined;
  }
  await tx.lock('boards', workspaceId, [next.boardId]);
  const [still] = await tx.all(usesOf, key);
  if (still?.id === next.id) return takeFrom(work, workspaceId, [next]);
  quiet();
  return { boards: 0, cards: 0 };
}

async function takeFrom(work: Work, workspaceId: string, uses: readonly Use[]) {
  let cards = 0;
  for (const use of uses) cards += await removeField(work, { ...use, workspaceId });
  return { boards: uses.filter(({ isLive }) => isLive === 1).length, cards };
}
