import type { NotificationKind } from '../../../contract/notifications.ts';
import { type Sentence, times } from '../inbox-sentence.ts';
import { counted } from './counts.ts';

const often = (what: string) => (count: number) => (count === 1 ? what : `${what} (${count}-mal)`);

const events: Readonly<Record<string, (count: number) => string>> = {
  'signIn.succeeded': (count) =>
    count === 1 ? 'Neue Anmeldung bei deinem Konto' : `${count} neue Anmeldungen bei deinem Konto`,
  'password.set': () => 'Dein Konto hat jetzt ein Passwort',
  'password.changed': often('Dein Passwort wurde geändert'),
  'password.reset': often('Dein Passwort wurde zurückgesetzt'),
  'email.changed': often('Die Adresse deines Kontos wurde geändert'),
  'application.allowed': (count) =>
    count === 1
      ? 'Eine Anwendung hat Zugriff auf dein Konto bekommen'
      : `${count} Anwendungen haben Zugriff auf dein Konto bekommen`,
  'export.started': (count) =>
    count === 1
      ? 'Mit deinem Konto wurde ein Arbeitsbereich exportiert'
      : `Mit deinem Konto wurden ${count} Exporte von Arbeitsbereichen begonnen`,
  'key.created': (count) =>
    count === 1
      ? 'Für dein Konto wurde ein API-Schlüssel erstellt'
      : `Für dein Konto wurden ${count} API-Schlüssel erstellt`,
  'secondFactor.demanded': () => 'Dein Konto braucht jetzt einen zweiten Faktor',
  'key.ending': (count) =>
    count === 1 ? 'Einer deiner API-Schlüssel läuft bald ab' : `${count} deiner API-Schlüssel laufen bald ab`,
  'key.ended': (count) =>
    count === 1
      ? 'Einer deiner API-Schlüssel gilt nicht mehr'
      : `${count} deiner API-Schlüssel gelten nicht mehr`,
};

const pauses: Readonly<Record<string, string>> = {
  rights: 'Eine Regel von dir wurde pausiert: Dir fehlt die Berechtigung für das, was sie tut',
  failing: 'Eine Regel von dir wurde pausiert: Sie ist zehnmal in Folge fehlgeschlagen',
  'too-many-runs': 'Eine Regel von dir wurde pausiert: Sie lief zu oft in einer Minute',
};

const says = {
  asked: times('hat eine Frage gestellt', (count) => `hat ${count} Fragen gestellt`),
  proposed: (who, _count, { cards }) =>
    cards === 1 ? `${who} hat eine Karte vorgeschlagen` : `${who} hat ${cards} Karten vorgeschlagen`,
  assigned: (who) => `${who} hat dich zu einer Karte hinzugefügt`,
  mentioned: times('hat dich erwähnt', (count) => `hat dich ${count}-mal erwähnt`),
  'due-soon': () => 'Eine Karte ist bald fällig',
  overdue: () => 'Eine Karte ist überfällig',
  invited: (who, _count, { place, isOfBoard }) =>
    isOfBoard ? `${who} hat dich zu einem Board hinzugefügt` : `${who} hat dich zu ${place} eingeladen`,
  security: (_who, count, { event }) => events[event]?.(count) ?? often('Dein Konto wurde geändert')(count),
  replied: times('hat dir geantwortet', (count) => `hat dir ${count}-mal geantwortet`),
  reacted: times(
    'hat auf deinen Kommentar reagiert',
    (count) => `hat ${count}-mal auf deine Kommentare reagiert`,
  ),
  commented: times('hat kommentiert', (count) => `hat ${count} Kommentare geschrieben`),
  completed: (who) => `${who} hat eine Karte erledigt`,
  moved: times('hat eine Karte verschoben', (count) => `hat eine Karte ${count}-mal verschoben`),
  changed: times('hat eine Karte geändert', (count) => `hat ${count} Änderungen gemacht`),
  'role-changed': (who, _count, { role }) => `${who} hat deine Rolle auf ${role} geändert`,
  'import-done': (_who, _count, { hasFailed }) =>
    hasFailed ? 'Dein Import ist fehlgeschlagen' : 'Dein Import ist fertig',
  'export-done': (_who, _count, { hasFailed }) =>
    hasFailed ? 'Dein Export ist fehlgeschlagen' : 'Dein Export ist bereit',
  'webhook-disabled': (_who, _count, { isOfBoard }) =>
    isOfBoard
      ? 'Ein Chat wurde deaktiviert: Er nimmt keine Nachrichten an'
      : 'Ein Webhook wurde deaktiviert: Sein Empfänger antwortet nicht',
  rule: (_who, _count, { text }) => text,
  'rule-paused': (_who, _count, { reason }) => pauses[reason] ?? 'Eine Regel von dir wurde pausiert',
  'claim-ended': (who, _count, { claim, name }) =>
    claim === 'revoked'
      ? `${who} hat eine Karte von ${name} zurückgeholt`
      : `${name} hat die Zeit für eine Karte überschritten`,
} satisfies Record<NotificationKind, Sentence>;

export const inboxTexts = {
  states: { unread: 'Ungelesen', all: 'Alle', archived: 'Erledigt' },
  says: says as Readonly<Record<string, Sentence>>,
  someone: 'Jemand',
  needsYou: 'Braucht dich',
  account: 'Dein Konto',
  more: 'Mehr zeigen',
  several: (who: string, others: number) =>
    others === 0 ? who : `${who} und ${counted(others, 'weitere Person', 'weitere Personen')}`,
  onOneCard: (who: string, count: number) => `${who}: ${counted(count, 'Neuigkeit', 'Neuigkeiten')}`,
  readAll: 'Alle als gelesen markieren',
  markRead: 'Als gelesen markieren',
  markUnread: 'Als ungelesen markieren',
  done: 'Erledigt',
  quoted: (words: string) => `„${words}“`,
  undone: 'Zurück in den Posteingang',
  later: 'Später',
  open: 'Öffnen',
  choices: { hours: 'In 3 Stunden', tomorrow: 'Morgen', week: 'Nächste Woche' },
  nothingUnread: 'Du bist auf dem neuesten Stand',
  nothing: 'Noch nichts hier',
  nothingHint: 'Erwähnungen, Antworten, Zuweisungen und Termine deiner Karten erscheinen hier.',
  notFound: 'Diese Karte existiert nicht mehr, oder du kannst sie nicht mehr sehen.',
  comment: 'Kommentar schreiben',
  send: 'Senden',
  snoozedUntil: (when: string) => `Du siehst es wieder: ${when}.`,
  keys: [
    ['J', 'K', 'Nächste, vorige'],
    ['E', 'Erledigt'],
    ['H', 'Später'],
    ['U', 'Gelesen oder ungelesen'],
    ['Enter', 'Karte öffnen'],
  ] as readonly (readonly string[])[],
};
