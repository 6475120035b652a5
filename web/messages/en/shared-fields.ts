import { counted } from './counts.ts';

/** Texts of the fields of a workspace. */
export const sharedFieldTexts = {
  title: 'Fields',
  hint: 'Boards can use these fields. Their names and options are changed here, for all boards at once.',
  none: 'This workspace has no fields yet.',
  usedOn: (boards: number) => (boards === 0 ? 'not used yet' : `on ${counted(boards, 'board', 'boards')}`),
  onTile: 'Show on boards that start to use it',
  deleteQuestion: (boards: number) =>
    boards === 0
      ? 'No board uses it now. Values on boards in the trash are deleted as well, and cannot be restored.'
      : `${counted(boards, 'board uses', 'boards use')} it. Its values are deleted from all cards, also from those of boards in the trash, and cannot be restored.`,
  deleted: (name: string, cards: number) =>
    `${name} deleted, with its values on ${counted(cards, 'card', 'cards')}`,
  ofWorkspace: 'Shared',
  changedThere: (name: string) =>
    `${name} is a field of the workspace: its name and options are changed in the settings there.`,
  use: 'Use a field of the workspace',
  useThis: (name: string) => `Use ${name}`,
  noneToUse: 'The workspace has no field that this board does not use.',
  share: 'Share with the workspace',
  stop: 'Stop using field',
  stopQuestion: 'Its values are deleted from the cards of this board, and cannot be restored.',
  toSettings: 'Fields of the workspace',
};
