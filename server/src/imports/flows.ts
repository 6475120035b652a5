import type { Change } from '../base/changes/change.ts';
import { fromBody } from '../base/errors.ts';
import type { Service } from '../base/service.ts';
import { writeBoard } from './actions/write-board.ts';
import type { ImportedBoard } from './imported-board.ts';
import { withinLimits } from './limits.ts';
import { Warnings } from './warnings.ts';

/** Where boards are from, as the event of an import names it. */
export type Source = 'codehost' | 'boardtool-json';

/** A board that has been read as a whole, and what could not be taken of it. */
export interface ReadBoard {
  board: ImportedBoard;
  warnings: Warnings;
}

export interface MadeBoard {
  publicId: string;
  name: string;
  /** What was not taken over as it was: a line per kind. */
  warnings: string[];
}

/** Stores boards in a workspace, all of them or none, and records that the import is complete. */
export async function importBoards(
  { http }: Pick<Service, 'http'>,
  change: Change,
  workspacePublicId: string,
  source: Source,
  read: readonly ReadBoard[],
): Promise<MadeBoard[]> {
  const fitting = read.map(({ board, warnings }) => ({ board: withinLimits(board, warnings), warnings }));
  const boards = await change(async (work) => {
    const { workspaceId } = await fromBody(
      'workspacePublicId',
      work.grant('workspace', workspacePublicId, 'board:create'),
    );
    const made: MadeBoard[] = [];
    for (const { board, warnings } of fitting) {
      // Its own: a change may run again.
      const further = new Warnings();
      const written = await writeBoard(work, workspaceId, board, further);
      made.push({ ...written, warnings: [...warnings.lines(), ...further.lines()] });
    }
    await work.record.event({ type: 'import.completed', workspaceId, data: { source, boards: made } });
    return made;
  });
  http.log.info({ source, boards }, 'imported');
  return boards;
}
