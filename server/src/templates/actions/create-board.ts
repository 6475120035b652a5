import { addBoard } from '../../boards/actions/create.ts';
import type { Work } from '../../changes/change.ts';
import { addLabel, colourAt } from '../../labels/actions.ts';
import { addList } from '../../lists/actions.ts';
import { copyBoard } from './copy-board.ts';

export interface CreateBoard {
  name: string;
  lists?: string[];
  labels?: string[];
  type?: 'regular' | 'template';
  sourceBoardPublicId?: string;
}

/** Makes a board with the lists and labels that are named, or with what is on another board. */
export async function createBoard(work: Work, workspacePublicId: string, given: CreateBoard) {
  const { workspaceId } = await work.grant('workspace', workspacePublicId, 'board:create');
  const { name, type = 'regular', sourceBoardPublicId } = given;
  if (sourceBoardPublicId !== undefined) {
    return copyBoard(work, workspaceId, sourceBoardPublicId, { name, type });
  }
  const board = await addBoard(work, workspaceId, { name, type });
  for (const list of given.lists ?? []) await addList(work, board, list);
  for (const [index, label] of (given.labels ?? []).entries()) {
    await addLabel(work, board, { name: label, colourCode: colourAt(index) });
  }
  return { publicId: board.id, name };
}
