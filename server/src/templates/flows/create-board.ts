import { locate } from '../../base/access/locate.ts';
import type { Caller, Work } from '../../base/changes/change.ts';
import { Unavailable } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { addBoard, showBoard } from '../../boards/actions/create.ts';
import { joinClosedBoard } from '../../boards/actions/members.ts';
import type { BoardAccess } from '../../data/boards/tables.ts';
import { addLabel, colourAt } from '../../labels/actions/labels.ts';
import { addList } from '../../lists/actions/lists.ts';
import { isLarge } from '../queries.ts';
import { beginCopy, boardShown, copyCards, readableBoard } from './copy-board.ts';

export interface CreateBoard {
  name: string;
  lists?: string[];
  labels?: string[];
  type?: 'regular' | 'template';
  access?: BoardAccess;
  sourceBoardPublicId?: string;
}

type Dependencies = Pick<Service, 'db' | 'prepare' | 'longWork'>;

/** Creates a board with the named lists and labels, or as a copy of another board. */
export async function createBoard(
  dependencies: Dependencies,
  caller: Caller,
  workspacePublicId: string,
  given: CreateBoard,
): Promise<{ publicId: string; name: string }> {
  const { name, type = 'regular', access = 'workspace', sourceBoardPublicId } = given;
  if (sourceBoardPublicId === undefined) {
    return caller.change((work) => makeBoard(work, workspacePublicId, given));
  }
  const copy: Copy = { workspacePublicId, sourcePublicId: sourceBoardPublicId, name, type, access };
  const source = await boardShown(dependencies.db, caller.actor, sourceBoardPublicId);
  if (!source || !(await isLarge(dependencies.db, source))) return caller.change(copyAtOnce(copy));
  return dependencies.longWork(() => copyInSlices(dependencies, caller, copy));
}

async function makeBoard(work: Work, workspacePublicId: string, given: CreateBoard) {
  const { workspaceId, memberId } = await work.grant('workspace', workspacePublicId, 'board:create');
  const { name, type = 'regular', access = 'workspace' } = given;
  const board = await addBoard(work, workspaceId, { name, type, access });
  if (access === 'members') {
    await joinClosedBoard(work, { workspaceId, boardId: board.id, memberId }, 'board:view');
  }
  for (const list of given.lists ?? []) await addList(work, board, { name: list });
  for (const [index, label] of (given.labels ?? []).entries()) {
    await addLabel(work, board, { name: label, colourCode: colourAt(index) });
  }
  return { publicId: board.id, name };
}

interface Copy {
  workspacePublicId: string;
  sourcePublicId: string;
  name: string;
  type: 'regular' | 'template';
  access: BoardAccess;
}

const copyAtOnce =
  ({ workspacePublicId, sourcePublicId, ...given }: Copy) =>
  async (work: Work) => {
    const there = await work.grant('workspace', workspacePublicId, 'board:create');
    const copy = await beginCopy(work, there, sourcePublicId, given);
    await showBoard(work, copy.board, await copyCards((slice) => slice(work), copy));
    return { publicId: copy.board.id, name: given.name };
  };

/** Copies in slices, so that other requests are answered in between. If the last change is refused, nobody has seen the copy. */
async function copyInSlices(
  { prepare }: Dependencies,
  { actor, change }: Caller,
  { workspacePublicId, sourcePublicId, ...given }: Copy,
) {
  const copy = await prepare(async ({ tx, now }) => {
    await tx.lock('workspaces', workspacePublicId, [workspacePublicId]);
    const there = await locate(tx, actor, 'workspace', workspacePublicId, 'board:create');
    return beginCopy({ tx, now, actor }, there, sourcePublicId, given);
  });
  const content = await copyCards((slice) => prepare((work) => slice({ ...work, actor })), copy);
  return change(async (work) => {
    await work.grant('workspace', workspacePublicId, 'board:create');
    const { workspaceId, access } = await readableBoard(work, sourcePublicId);
    if (workspaceId !== copy.source.workspaceId) throw new Unavailable('a board moved while it was copied');
    if (access !== copy.source.access)
      throw new Unavailable('a board was closed or opened while it was copied');
    await showBoard(work, copy.board, content);
    return { publicId: copy.board.id, name: given.name };
  });
}
