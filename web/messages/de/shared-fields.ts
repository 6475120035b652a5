import { counted } from './counts.ts';

export const sharedFieldTexts = {
  title: 'Felder',
  hint: 'Boards können diese Felder verwenden. Namen und Optionen werden hier für alle Boards auf einmal geändert.',
  none: 'Dieser Arbeitsbereich hat noch keine Felder.',
  usedOn: (boards: number) =>
    boards === 0 ? 'noch nicht verwendet' : `auf ${counted(boards, 'Board', 'Boards')}`,
  onTile: 'Auf Boards zeigen, die es neu verwenden',
  deleteQuestion: (boards: number) =>
    boards === 0
      ? 'Kein Board verwendet es jetzt. Werte auf Boards im Papierkorb werden auch gelöscht und lassen sich nicht wiederherstellen.'
      : `${counted(boards, 'Board verwendet', 'Boards verwenden')} es. Seine Werte werden von allen Karten gelöscht, auch von denen auf Boards im Papierkorb, und lassen sich nicht wiederherstellen.`,
  deleted: (name: string, cards: number) =>
    `${name} gelöscht, mit den Werten auf ${counted(cards, 'Karte', 'Karten')}`,
  ofWorkspace: 'Gemeinsam',
  changedThere: (name: string) =>
    `${name} ist ein Feld des Arbeitsbereichs: Name und Optionen werden dort in den Einstellungen geändert.`,
  use: 'Feld des Arbeitsbereichs verwenden',
  useThis: (name: string) => `${name} verwenden`,
  noneToUse: 'Der Arbeitsbereich hat kein Feld, das dieses Board nicht schon verwendet.',
  share: 'Mit dem Arbeitsbereich teilen',
  stop: 'Feld nicht mehr verwenden',
  stopQuestion:
    'Seine Werte werden von den Karten dieses Boards gelöscht und lassen sich nicht wiederherstellen.',
  toSettings: 'Felder des Arbeitsbereichs',
};
