import { addBoard } from '../boards/actions/create.ts';
import type { Work } from '../changes/change.ts';
import { addLabel, colourAt } from '../labels/actions.ts';
import { addList } from '../lists/actions.ts';

export interface CreateBoard {
  name: string;
  lists?: string[];
  labels?: string[];
  type?: 'regular' | 'template';
}

/** Makes a board with the lists and labels that are named. */
export async function createBoard(work: Work, workspacePublicId: string, given: CreateBoard) {
  const { workspaceId } = await work.grant('workspace', workspacePublicId, 'board:create');
  const board = await addBoard(work, workspaceId, given);
  for (const name of given.lists ?? []) await addList(work, board, name);
  for (const [index, name] of (given.labels ?? []).entries()) {
    await addLabel(work, board, { name, colourCode: colourAt(index) });
  }
  return { publicId: board.id, name: board.name };
}
