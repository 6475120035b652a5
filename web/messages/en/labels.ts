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
  colours: {
    '#16a34a': 'Green',
    '#ca8a04': 'Yellow',
    '#ea580c': 'Orange',
    '#dc2626': 'Red',
    '#db2777': 'Pink',
    '#9333ea': 'Purple',
    '#4f46e5': 'Indigo',
    '#0284c7': 'Blue',
    '#0d9488': 'Teal',
    '#64748b': 'Gray',
  },
};
