import { counted } from './counts.ts';

export const searchTexts = {
  placeholder: 'Boards und Karten suchen',
  hint: 'Durchsuche Titel, Beschreibungen, Kommentare und Kartennummern in allen deinen Arbeitsbereichen.',
  kind: 'Wonach suchen',
  kinds: { all: 'Alles', card: 'Karten', board: 'Boards' },
  count: (count: number) => (count === 0 ? 'Nichts gefunden' : counted(count, 'Ergebnis', 'Ergebnisse')),
  changed: (ago: string) => `geändert ${ago}`,
};
