import { counted } from './counts.ts';

export const homeTexts = {
  starred: 'Favoriten',
  recent: 'Zuletzt',
  filter: 'Board suchen',
  noneFound: (text: string) => `Keine Boards passen zu „${text}“.`,
  searchCards: (text: string) => `Alle Karten nach „${text}“ durchsuchen`,
  new: 'Neues Board',
  import: 'Importieren',
  create: 'Board erstellen',
  emptyHint:
    'Ein Board enthält die Arbeit eines Teams oder Projekts, in Listen von Karten. Erstelle hier dein erstes.',
  lists: (count: number) => counted(count, 'Liste', 'Listen'),
  startWith: 'Beginnen mit',
  starts: {
    three: {
      text: 'Zu erledigen, In Arbeit, Erledigt',
      lists: ['Zu erledigen', 'In Arbeit', 'Erledigt'],
      completes: true,
    },
    four: {
      text: 'Ideen, Als Nächstes, In Arbeit, Prüfung, Erledigt',
      lists: ['Ideen', 'Als Nächstes', 'In Arbeit', 'Prüfung', 'Erledigt'],
      completes: true,
    },
    week: {
      text: 'Wochentage',
      lists: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Irgendwann'],
      completes: false,
    },
    nothing: { text: 'Leeres Board', lists: [], completes: false },
  },
  openTo: 'Wer es sehen kann',
  access: {
    workspace: 'Alle im Arbeitsbereich',
    members: 'Nur Mitglieder des Boards',
  },
  templates: 'Vorlagen',
  noTemplates: 'Es gibt noch keine Vorlagen. Du kannst in den Einstellungen jedes Boards eine erstellen.',
  archived: 'Archivierte Boards',
  noArchived: 'Keine archivierten Boards.',
  restoreNamed: (name: string) => `${name} wiederherstellen`,
  restored: (name: string) => `${name} wiederhergestellt`,
  newWorkspace: 'Neuer Arbeitsbereich',
  createWorkspace: 'Arbeitsbereich erstellen',
  noWorkspace: 'Gib deinem Arbeitsbereich einen Namen',
  noWorkspaceHint: 'Ein Arbeitsbereich bringt deine Boards und die Leute zusammen, mit denen du arbeitest.',
  ownWorkspace: (name: string) => `Arbeitsbereich von ${name}`,
};
