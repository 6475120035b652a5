import { test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../../contract/api.ts';
import { makeBoard } from '../fixtures.ts';
import { addMember } from '../members.ts';
import { testService } from '../service.ts';
import { addList, newBoard } from './board.ts';
import { boardSteps, checklistSteps } from './board-steps.ts';
import { cardSteps } from './card-steps.ts';

/*
 * Random sequences of all operations on a board, compared with a model of it in memory after each step. `MODEL_SEED`
 * chooses other sequences, `MODEL_RUNS` more of them.
 */

const seed = Number(process.env.MODEL_SEED ?? 20_261_124);
const numRuns = Number(process.env.MODEL_RUNS ?? 40);

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

/** A board with two lists and two labels, in a workspace of its own with two members. */
async function freshBoard() {
  const { workspace, board } = await makeBoard(ada);
  await addMember(service, workspace, bob);
  const read = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  const members = read.workspace.members.map(({ publicId }) => publicId);
  const model = newBoard(board, members);
  for (const list of read.lists) addList(model, list);
  for (const { publicId: id, ...label } of read.labels) model.labels.push({ id, ...label });
  return { model, real: ada };
}

const everything = [...cardSteps, ...boardSteps, ...checklistSteps];

test('whatever is done to a board, it reads as it should', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(everything, { size: 'max', maxCommands: 100 }), (sequence) =>
      fc.asyncModelRun(freshBoard, sequence),
    ),
    // Without the bias towards small values: short sequences reach too little.
    { seed, numRuns, unbiased: true },
  );
});
