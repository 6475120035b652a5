import { colourNames } from './colours.ts';
import { counted } from './counts.ts';

export const labelTexts = {
  noLabels: 'Dieses Board hat noch keine Labels. Mit Labels gruppierst du Karten, die zusammengehören.',
  newLabel: 'Neues Label',
  addLabel: 'Label hinzufügen',
  labelName: 'Name des Labels',
  editLabel: (name: string) => `Label ${name} bearbeiten`,
  deleteThisLabel: 'Label löschen',
  deleteLabel: (cards: number) =>
    cards === 0
      ? 'Keine Karte hat dieses Label. Es lässt sich nicht wiederherstellen.'
      : `Es wird von ${counted(cards, 'Karte', 'Karten')} entfernt und lässt sich nicht wiederherstellen.`,
  colour: 'Farbe',
  ownColour: 'Eigene Farbe',
  colours: colourNames,
};
