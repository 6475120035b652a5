import type { NotificationTexts } from '../texts.ts';

const of = (name: string | undefined): string => (name === undefined ? '' : ` von ${name}`);

export const de: NotificationTexts = {
  somebody: 'Jemand',
  agent: { start: 'Dein Agent', within: 'deinem Agenten' },
  onCard: {
    asked: (who, card) => `${who} stellt eine Frage: ${card}`,
    assigned: (who, card) => `${who} hat dich zu ${card} hinzugefügt`,
    mentioned: (who, card) => `${who} hat dich erwähnt: ${card}`,
    replied: (who, card) => `${who} hat dir geantwortet: ${card}`,
    reacted: (who, card) => `${who} hat auf deinen Kommentar reagiert: ${card}`,
    commented: (who, card) => `${who} hat ${card} kommentiert`,
    completed: (who, card) => `${who} hat ${card} erledigt`,
    moved: (who, card) => `${who} hat ${card} verschoben`,
    changed: (who, card) => `${who} hat ${card} geändert`,
    'due-soon': (_who, card) => `${card} ist bald fällig`,
    overdue: (_who, card) => `${card} ist überfällig`,
  },
  proposed: (who, cards, board) =>
    `${who} hat ${cards === 1 ? 'eine Karte' : `${cards} Karten`} für ${board} vorgeschlagen`,
  invitedToWorkspace: (who, workspace) => `${who} hat dich in den Arbeitsbereich ${workspace} eingeladen`,
  addedToBoard: (who, board) => `${who} hat dich zum Board ${board} hinzugefügt`,
  roleChanged: (who, place, role) => `${who} hat deine Rolle in ${place} geändert: ${role}`,
  importFailed: (name) => `Dein Import${of(name)} ist fehlgeschlagen`,
  importDone: (name) => `Dein Import${of(name)} ist fertig`,
  exportFailed: (name) => `Dein Export${of(name)} ist fehlgeschlagen`,
  exportDone: (name) => `Dein Export${of(name)} ist bereit`,
  webhookDisabled: (name) => `Der Webhook ${name} wurde deaktiviert: Sein Empfänger antwortet nicht`,
  chatDisabled: (name, board) =>
    `Der Chat ${name} von ${board} wurde deaktiviert: Seine Nachrichten werden nicht angenommen`,
  rule: (name, place, text) => `${name ?? 'Eine Regel'} auf ${place}: ${text}`,
  rulePaused: (name, board, why) => `Die Regel ${name} von ${board} wurde pausiert: ${why}`,
  claimRevoked: (who, card, agent) => `${who} hat ${card} von ${agent} zurückgeholt`,
  claimExpired: (agent, card) => `${agent} hat die Zeit für ${card} überschritten`,
  unread: (count) =>
    count === 1 ? 'Eine ungelesene Benachrichtigung' : `${count} ungelesene Benachrichtigungen`,
  accountChanged: 'Dein Konto wurde geändert',
  events: {
    'signIn.succeeded': 'Neue Anmeldung bei deinem Konto von einem anderen Ort',
    'password.set': 'Dein Konto hat jetzt ein Passwort',
    'password.changed': 'Dein Passwort wurde geändert',
    'password.reset': 'Dein Passwort wurde zurückgesetzt',
    'email.changed': 'Die Adresse deines Kontos wurde geändert',
    'application.allowed': 'Eine Anwendung hat Zugriff auf dein Konto bekommen',
    'export.started': 'Mit deinem Konto wurde ein Arbeitsbereich exportiert',
    'key.created': 'Für dein Konto wurde ein API-Schlüssel erstellt',
    'key.ending': 'Einer deiner API-Schlüssel läuft bald ab',
    'key.ended': 'Einer deiner API-Schlüssel gilt nicht mehr',
    'secondFactor.demanded': 'Dein Konto braucht jetzt einen zweiten Faktor',
    'secondFactor.added': 'Für dein Konto wurde ein zweiter Faktor hinzugefügt',
    'secondFactor.removed': 'Ein zweiter Faktor deines Kontos wurde entfernt',
    'recoveryCodes.replaced': 'Die Wiederherstellungscodes deines Kontos wurden ersetzt',
    'recoveryCode.used': 'Ein Wiederherstellungscode deines Kontos wurde benutzt',
  },
  pauses: {
    off: 'Sie wurde ausgeschaltet',
    rights: 'Du darfst nicht mehr, was sie tut',
    failing: 'Sie ist zehnmal in Folge fehlgeschlagen',
    'too-many-runs': 'Sie lief zu oft in einer Minute',
    copied: 'Sie wurde mit ihrem Board kopiert',
  },
};
