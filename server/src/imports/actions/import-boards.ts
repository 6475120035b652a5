import type { Actor } from '../../access/actor.ts';
import { fromBody } from '../../errors.ts';
import type { Service } from '../../service.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { withinLimits } from '../limits.ts';
import { Warnings } from '../warnings.ts';
import { writeBoard } from './write-board.ts';

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

/**
 * Stores boards in a workspace, each in a change of its own: whole or not at all. The change of the last one records
 * that the import is complete.
 */
export async function importBoards(
  { change, http }: Pick<Service, 'change' | 'http'>,
  actor: Actor,
  workspacePublicId: string,
  source: Source,
  read: readonly ReadBoard[],
): Promise<MadeBoard[]> {
  const before: MadeBoard[] = [];
  for (const { board, warnings } of read) {
    const fitting = withinLimits(board, warnings);
    const last = before.length === read.length - 1;
    const made = await change(actor, async (work) => {
      const { workspaceId } = await fromBody(
        'workspacePublicId',
        work.grant('workspace', workspacePublicId, 'board:create'),
      );
      // Its own: a change may run again.
      const further = new Warnings();
      const written = await writeBoard(work, workspaceId, fitting, further);
      const made = { ...written, warnings: [...warnings.lines(), ...further.lines()] };
      const data = { source, boards: [...before, made] };
      if (last) await work.record.event({ type: 'import.completed', workspaceId, data });
      return made;
    });
    before.push(made);
  }
  http.log.info({ source, boards: before }, 'imported');
  return before;
}
