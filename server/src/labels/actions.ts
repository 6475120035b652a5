import type { Work } from '../changes/change.ts';
import { command } from '../db/query.ts';
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

/** Adds a label to a board that the work already holds. */
export async function addLabel(
  { tx, now, record }: Work,
  board: { workspaceId: string; id: string },
  label: { name: string; colourCode: string },
): Promise<{ publicId: string; name: string; colourCode: string }> {
  const { workspaceId, id: boardId } = board;
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

/** Colours for labels that are named without one; each is told from the others at a glance. */
const colours = ['#0d9488', '#d97706', '#dc2626', '#2563eb', '#7c3aed', '#db2777', '#65a30d', '#475569'];

/** The colour of the label at `index`. */
export const colourAt = (index: number): string => colours[index % colours.length] ?? '#475569';
