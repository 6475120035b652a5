import { sql } from 'kysely';
import { caps } from '../../../contract/caps.ts';
import { takenAtOnce, takeOffLabel } from '../cards/rows.ts';
import { cap } from '../changes/cap.ts';
import type { Work } from '../changes/change.ts';
import { command } from '../db/query.ts';
import { fromBody } from '../errors.ts';
import { newId } from '../ids.ts';

interface NewLabel {
  workspaceId: string;
  id: string;
  boardId: string;
  name: string;
  colourCode: string;
  now: number;
}

const insert = command('labels.insert', (db, p: NewLabel) =>
  db.insertInto('labels').values({
    workspace_id: p.workspaceId,
    id: p.id,
    board_id: p.boardId,
    name: p.name,
    colour_code: p.colourCode,
    created_at: p.now,
  }),
);

interface NewLabels {
  workspaceId: string;
  boardId: string;
  now: number;
  rows: { id: string; name: string; colourCode: string }[];
}

/** The labels of a board that is made with all that is on it: one statement, however many. */
export const insertLabels = command(
  'labels.insertMany',
  (_db, p: NewLabels, fn) => sql`
  insert into labels (workspace_id, id, board_id, name, colour_code, created_at)
  select ${p.workspaceId}, r.id, ${p.boardId}, r.name, r."colourCode", cast(${p.now} as bigint)
  from ${fn.rows(p.rows, { id: 'text', name: 'text', colourCode: 'text' })} r
  where true`,
);

interface Address {
  workspaceId: string;
  id: string;
}

const update = command('labels.update', (db, p: Address & { name: string; colourCode: string }) =>
  db
    .updateTable('labels')
    .set({ name: p.name, colour_code: p.colourCode })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

const remove = command('labels.delete', (db, p: Address) =>
  db.deleteFrom('labels').where('workspace_id', '=', p.workspaceId).where('id', '=', p.id),
);

export interface CreateLabel {
  name: string;
  boardPublicId: string;
  colourCode: string;
}

/** Adds a label to a board. Two labels of a board may be alike. */
export async function createLabel(work: Work, { boardPublicId, name, colourCode }: CreateLabel) {
  const board = await fromBody('boardPublicId', work.grant('board', boardPublicId, 'board:edit'));
  return addLabel(work, board, { name, colourCode });
}

const room = cap('labels', ['workspace_id', 'board_id'], caps.labelsOfBoard);

/** Adds a label to a board that the work already holds. */
export async function addLabel(
  { tx, now, record }: Work,
  board: { workspaceId: string; id: string },
  label: { name: string; colourCode: string },
): Promise<{ publicId: string; name: string; colourCode: string }> {
  const { workspaceId, id: boardId } = board;
  await room(tx, { workspace_id: workspaceId, board_id: boardId });
  const id = newId(now);
  await tx.run(insert, { workspaceId, id, boardId, ...label, now });
  await record.event({
    type: 'label.created',
    workspaceId,
    boardId,
    subjectId: id,
    data: { labelPublicId: id, ...label },
  });
  return { publicId: id, ...label };
}

/** Changes what is given, on every card that carries the label. */
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
    });
  }
  return { publicId: id, ...after };
}

/** Deletes a label for good. The cards lose it without an activity each: it is one change of the board. */
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

/** Colours for labels that are named without one; each is told from the others at a glance. */
const colours = ['#0d9488', '#d97706', '#dc2626', '#2563eb', '#7c3aed', '#db2777', '#65a30d', '#475569'];

/** The colour of the label at `index`. */
export const colourAt = (index: number): string => colours[index % colours.length] ?? '#475569';
