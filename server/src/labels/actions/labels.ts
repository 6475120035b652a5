import { caps } from '../../../../contract/caps.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { fromBody } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { takenAtOnce, takeOffLabel } from '../../data/cards/rows.ts';
import { labels } from '../../data/labels/tables.ts';

const insert = insertRow('labels.insert', labels);
const update = updateRow('labels.update', labels, contentOf(labels));
const remove = deleteRow('labels.delete', labels);

export interface CreateLabel {
  name: string;
  boardPublicId: string;
  colourCode: string;
}

/** Adds a label to a board. Two labels of a board may have the same name and colour. */
export async function createLabel(work: Work, { boardPublicId, name, colourCode }: CreateLabel) {
  const board = await fromBody('boardPublicId', work.grant('board', boardPublicId, 'board:edit'));
  return addLabel(work, board, { name, colourCode });
}

const requireRoom = cap('labels', ['workspace_id', 'board_id'], caps.labelsOfBoard);

/** Adds a label to a board that the work has already locked. */
export async function addLabel(
  { tx, now, record }: Work,
  board: { workspaceId: string; id: string },
  label: { name: string; colourCode: string },
): Promise<{ publicId: string; name: string; colourCode: string }> {
  const { workspaceId, id: boardId } = board;
  await requireRoom(tx, { workspace_id: workspaceId, board_id: boardId });
  const id = newId(now);
  await tx.run(insert, { workspaceId, id, boardId, ...label, createdAt: now });
  await record.event({
    type: 'label.created',
    workspaceId,
    boardId,
    subjectId: id,
    data: { labelPublicId: id, ...label },
  });
  return { publicId: id, ...label };
}

/** Changes the given fields of a label, and so on every card that has it. */
export async function updateLabel(
  { tx, grant, record, quiet }: Work,
  labelPublicId: string,
  given: { name?: string; colourCode?: string },
) {
  const label = await grant('label', labelPublicId, 'board:edit');
  const { workspaceId, boardId, id } = label;
  const after = { name: given.name ?? label.name, colourCode: given.colourCode ?? label.colourCode };
  if (after.name === label.name && after.colourCode === label.colourCode) {
    quiet();
  } else {
    await tx.run(update, { workspaceId, id, ...after });
    await record.event({
      type: 'label.updated',
      workspaceId,
      boardId,
      subjectId: id,
      data: { labelPublicId: id, ...after },
      before: { name: label.name, colourCode: label.colourCode },
    });
  }
  return { publicId: id, ...after };
}

/** Permanently deletes a label. It is taken off its cards without an activity each: it is one change of the board. */
export async function deleteLabel({ tx, grant, record }: Work, labelPublicId: string) {
  const { workspaceId, boardId, id, name, colourCode } = await grant('label', labelPublicId, 'board:edit');
  while ((await tx.run(takeOffLabel, { workspaceId, boardId, id })).length === takenAtOnce);
  await tx.run(remove, { workspaceId, id });
  await record.event({
    type: 'label.deleted',
    workspaceId,
    boardId,
    subjectId: id,
    data: { labelPublicId: id, name, colourCode },
  });
  return { success: true };
}

/** Colours for labels created without one; easy to tell apart. */
const colours = ['#0d9488', '#d97706', '#dc2626', '#2563eb', '#7c3aed', '#db2777', '#65a30d', '#475569'];

export const colourAt = (index: number): string => colours[index % colours.length] ?? '#475569';
