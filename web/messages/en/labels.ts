import { colourNames } from './colours.ts';
import { counted } from './counts.ts';

/* Texts of the labels in a board's menu. */

export const labelTexts = {
  noLabels: 'This board has no labels yet. Use labels to group related cards.',
  newLabel: 'New label',
  addLabel: 'Add label',
  labelName: 'Label name',
  editLabel: (name: string) => `Edit label ${name}`,
  deleteThisLabel: 'Delete label',
  deleteLabel: (cards: number) =>
    cards === 0
      ? 'No cards have this label. It cannot be restored.'
      : `It will be removed from ${counted(cards, 'card', 'cards')}, and cannot be restored.`,
  colour: 'Color',
  ownColour: 'Custom color',
  colours: colourNames,
};
