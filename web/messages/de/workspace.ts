import { counted } from './counts.ts';

export const workspaceTexts = {
  people: (count: number, invited: number) =>
    `${counted(count, 'Mitglied', 'Mitglieder')}${invited > 0 ? `, ${counted(invited, 'eingeladen', 'eingeladen')}` : ''}`,
  since: (day: string) => `seit ${day}`,
  status: {
    invited: 'noch nicht beigetreten',
    paused: 'hat keinen Zugriff, bleibt aber auf Karten',
  } as Readonly<Record<string, string>>,
  states: { invited: 'Eingeladen', paused: 'Pausiert' } as Readonly<Record<string, string>>,
  rightsOf: (name: string) => `Berechtigungen von ${name}`,
  find: 'Mitglied suchen',
  noneFound: 'Kein Mitglied hat diesen Namen.',
  pause: 'Pausieren',
  pauseNamed: (name: string) => `${name} pausieren`,
  pausedNow: (name: string) => `${name} hat keinen Zugriff, bis du ihn wieder gewährst`,
  resume: 'Wieder zulassen',
  resumeNamed: (name: string) => `${name} wieder zulassen`,
  resumed: (name: string) => `${name} hat wieder Zugriff`,
  placeholder: 'nur aus einem Import bekannt',
  leaveQuestion:
    'Du verlierst den Zugriff auf alle Boards in diesem Arbeitsbereich und kannst nur mit einer Einladung zurückkommen.',
  removeQuestion: (name: string) =>
    `${name} verliert den Zugriff auf alle Boards und wird von Karten entfernt.`,
  cardPrefix: 'Präfix der Kartennummern',
  cardPrefixHint: 'Mit WEB heißen Karten WEB-1, WEB-2 und so weiter.',
  weekStart: 'Woche beginnt am',
  weekDays: { '1': 'Montag', '0': 'Sonntag', '6': 'Samstag' },
  showEmails: 'Mitglieder sehen gegenseitig ihre E-Mail-Adressen',
  publicBoards: 'Boards dürfen öffentlich sein',
  delete: 'Arbeitsbereich löschen',
  deleteHint:
    'Der Arbeitsbereich und alle seine Boards kommen in den Papierkorb. Du kannst ihn 30 Tage lang wiederherstellen.',
  deleteQuestion: (name: string) => `Niemand kann ${name} oder die Boards darin dann noch sehen.`,
};
