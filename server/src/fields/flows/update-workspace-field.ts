import type { WorkspaceField } from '../../../../contract/field-shapes.ts';
import { locate } from '../../base/access/locate.ts';
import type { CallerOfSeveral, Work } from '../../base/changes/change.ts';
import { type Changes, takeOff } from '../actions/definition.ts';
import { boardsAtOnce, changeDefinition, judge } from '../actions/workspace-fields.ts';
import { usesOf } from '../queries.ts';

/**
 * Changes a field of a workspace on all boards. Options that are left out are taken off the cards before, board by board: each has
 * thousands of cards, and others need not wait for all.
 */
export async function updateWorkspaceField(
  { change, lastChange }: CallerOfSeveral,
  workspacePublicId: string,
  workspaceFieldId: string,
  given: Changes,
): Promise<WorkspaceField> {
  const goneBy = async (work: Work) => {
    const workspaceId = await managed(work, workspacePublicId);
    work.quiet();
    return (await judge(work, { workspaceId, workspaceFieldId }, given)).gone;
  };
  const gone = given.options === undefined ? [] : await change(goneBy);
  const takeOffAll = async () => {
    let after: string | undefined = gone.length > 0 ? '' : undefined;
    while (after !== undefined) {
      const last: string = after;
      after = await change((work) =>
        takeOffNext(work, { workspacePublicId, workspaceFieldId, gone, after: last }),
      );
    }
  };
  await takeOffAll();
  const changed = await lastChange((work) =>
    changeDefinition(work, workspacePublicId, workspaceFieldId, given, gone),
  );
  // They could be chosen until now.
  await takeOffAll();
  return changed;
}

async function managed({ tx, actor, continues }: Work, workspacePublicId: string): Promise<string> {
  continues();
  return (await locate(tx, actor, 'workspace', workspacePublicId, 'workspace:manage')).workspaceId;
}

interface Taking {
  workspacePublicId: string;
  workspaceFieldId: string;
  gone: readonly string[];
  /** The last board that was looked at. */
  after: string;
}

/** Takes options off the cards of the next board that has some; returns the last board looked at, or undefined after all. */
async function takeOffNext(
  work: Work,
  { workspacePublicId, workspaceFieldId, gone, after }: Taking,
): Promise<string | undefined> {
  const { tx, record, quiet } = work;
  const workspaceId = await managed(work, workspacePublicId);
  quiet();
  const uses = await tx.all(usesOf, { workspaceId, workspaceFieldId });
  const next = uses.filter(({ boardId }) => boardId > after).slice(0, boardsAtOnce);
  for (const { id: fieldId, boardId, isLive } of next) {
    if (!(await takeOff(tx, { workspaceId, fieldId }, gone))) continue;
    if (isLive === 1) record.shows(workspaceId, boardId);
    return boardId;
  }
  return next.at(-1)?.boardId;
}
