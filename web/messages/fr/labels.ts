import { colourNames } from './colours.ts';
import { counted } from './counts.ts';

export const labelTexts = {
  noLabels: 'Ce tableau n’a pas encore d’étiquettes. Elles servent à regrouper des cartes.',
  newLabel: 'Nouvelle étiquette',
  addLabel: 'Ajouter l’étiquette',
  labelName: 'Nom de l’étiquette',
  editLabel: (name: string) => `Modifier l’étiquette ${name}`,
  deleteThisLabel: 'Supprimer l’étiquette',
  deleteLabel: (cards: number) =>
    cards === 0
      ? 'Aucune carte n’a cette étiquette. Elle ne pourra pas être restaurée.'
      : `Elle sera retirée de ${counted(cards, 'carte', 'cartes')} et ne pourra pas être restaurée.`,
  colour: 'Couleur',
  ownColour: 'Couleur personnalisée',
  colours: colourNames,
};
