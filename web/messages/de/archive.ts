import { counted, number } from './counts.ts';

export const archiveTexts = {
  lists: 'Listen',
  cards: 'Karten',
  list: (count: number | null, archived: string) =>
    count === null ? archived : `${counted(count, 'Karte', 'Karten')} · ${archived}`,
  listsDeleted: (count: number) => `${counted(count, 'Liste', 'Listen')} in den Papierkorb verschoben`,
  inArchivedList: 'in einer archivierten Liste',
  search: 'Archiv durchsuchen',
  noneArchived: 'Keine archivierten Karten.',
  noneFound: 'Keine archivierten Karten passen zu deiner Suche.',
  archived: (ago: string) => `archiviert ${ago}`,
  restore: 'Wiederherstellen',
  restored: (count: number) => `${counted(count, 'Element', 'Elemente')} wiederhergestellt`,
  toTrash: 'Löschen',
  deleted: (count: number) => `${counted(count, 'Karte', 'Karten')} in den Papierkorb verschoben`,
  kinds: { board: 'Board', list: 'Liste', card: 'Karte', attachment: 'Datei' },
  deletedBy: (name: string | undefined, ago: string) =>
    name ? `von ${name} gelöscht, ${ago}` : `gelöscht ${ago}`,
  trashHint: 'Gelöschtes lässt sich 30 Tage lang wiederherstellen. Danach ist es endgültig weg.',
  trashEmpty: 'Der Papierkorb ist leer.',
  pick: (title: string) => `${title} auswählen`,
  pickAll: 'Alle auswählen',
  picked: (count: number) => `${number(count)} ausgewählt`,
  more: 'Mehr zeigen',
};
