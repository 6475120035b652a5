import type { BackupProblem } from '../../../../../contract/operator-shapes.ts';
import type { MailTexts } from '../compose.ts';

const unlessAsked = 'wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren';

const reasons = {
  gone: 'weil der Empfänger geantwortet hat, dass es ihn nicht mehr gibt (Status 410)',
  failing: 'weil fünf Tage lang jeder Versuch, etwas zuzustellen, fehlgeschlagen ist',
};

const backupProblems: Record<BackupProblem, string> = {
  'backup-failed': 'der letzte Versuch ist fehlgeschlagen',
  'backup-old': 'seit mehr als zwei Perioden ist keine gelungen',
  'backup-gone': 'die letzte gute Sicherung fehlt oder ist beschädigt',
  'backup-incomplete': 'in der letzten Sicherung fehlen Dateien von Anhängen',
  'backup-folder-missing': 'den Ordner von BACKUP_TO gibt es nicht',
  'backup-folder-unwritable': 'in den Ordner von BACKUP_TO kann nicht geschrieben werden',
  'backup-store-fails': 'der Objektspeicher kann nicht benutzt werden',
  'backup-no-room': 'für die nächste Sicherung reicht der Platz nicht',
  'backup-old-stay': 'alte lassen sich nicht löschen',
};

export const de: MailTexts = {
  magicLink: {
    subject: 'Dein Link zum Anmelden',
    sentence: () =>
      `Mit diesem Link meldest du dich an; er funktioniert einmal, innerhalb von 10 Minuten, und ${unlessAsked}.`,
    action: 'Anmelden',
  },
  passwordReset: {
    subject: 'Neues Passwort wählen',
    sentence: () =>
      'Mit diesem Link wählst du ein neues Passwort, was alle Sitzungen deines Kontos beendet; er funktioniert einmal, ' +
      `innerhalb einer Stunde, und ${unlessAsked}.`,
    action: 'Neues Passwort wählen',
  },
  newAddress: {
    subject: 'Bestätige deine neue E-Mail-Adresse',
    sentence: () =>
      'Öffne diesen Link, während du angemeldet bist, um dies zur Adresse deines Kontos zu machen; er funktioniert einmal, ' +
      `innerhalb einer Stunde, und ${unlessAsked}.`,
    action: 'Adresse bestätigen',
  },
  addressChanged: {
    subject: 'Die E-Mail-Adresse deines Kontos wurde geändert',
    sentence: () =>
      'Dein Konto hat jetzt eine andere E-Mail-Adresse, und mit dieser kommt man nicht mehr hinein; wenn du das nicht warst, ' +
      'melde es sofort denen, die den Dienst betreiben.',
    action: 'Taskboard öffnen',
  },
  passwordChanged: {
    subject: 'Das Passwort deines Kontos wurde geändert',
    sentence: () =>
      'Dein Konto hat jetzt ein anderes Passwort; wenn du das nicht warst, wähle beim Anmelden über „Passwort vergessen?“ ein neues ' +
      'und sieh dir das Sicherheitsprotokoll in den Einstellungen deines Kontos an.',
    action: 'Sicherheitsprotokoll öffnen',
  },
  factorsChanged: {
    subject: 'Die zweiten Faktoren deines Kontos wurden geändert',
    sentence: () =>
      'Ein zweiter Faktor oder die Wiederherstellungscodes deines Kontos wurden hinzugefügt, entfernt oder ersetzt; wenn du das nicht warst, ' +
      'ändere dein Passwort und sieh dir das Sicherheitsprotokoll in den Einstellungen deines Kontos an.',
    action: 'Sicherheitsprotokoll öffnen',
  },
  accountDeleted: {
    subject: 'Dein Konto wurde gelöscht',
    sentence: () =>
      'Dein Konto und deine E-Mail-Adresse wurden gelöscht; was du geschrieben hast, bleibt ohne deinen Namen in den ' +
      'Arbeitsbereichen.',
    action: 'Taskboard öffnen',
  },
  invitation: {
    subject: 'Einladung in einen Arbeitsbereich',
    sentence: ({ to, workspace, from }) =>
      `Du bist in einen Arbeitsbereich eingeladen, dem du innerhalb von 7 Tagen mit einem Konto der Adresse ${to} beitreten ` +
      `kannst: Er heißt ${workspace}${from === null ? '' : `, und die Person, die dich einlädt, heißt ${from}`}.`,
    action: 'Einladung ansehen',
  },
  boardPublished: {
    subject: 'Ein Board wurde veröffentlicht',
    sentence: ({ board, workspace, by }) =>
      'Ein Board eines Arbeitsbereichs, den du verwaltest, wurde veröffentlicht, sodass alle, die seine Adresse haben, es ohne ' +
      `Anmeldung lesen können: Es heißt ${board}, im Arbeitsbereich ${workspace}, und veröffentlicht hat es ${by}.`,
    action: 'Einstellungen des Boards öffnen',
  },
  boardUnpublished: {
    subject: 'Ein Board ist nicht mehr öffentlich',
    sentence: ({ board, workspace, by }) =>
      'Ein Board eines Arbeitsbereichs, den du verwaltest, ist nicht mehr öffentlich, sodass nur Personen im Arbeitsbereich es ' +
      `lesen können: Es heißt ${board}, im Arbeitsbereich ${workspace}, und geändert hat es ${by}.`,
    action: 'Einstellungen des Boards öffnen',
  },
  webhookDisabled: {
    subject: 'Ein Webhook wurde deaktiviert',
    sentence: ({ reason, name, workspace }) =>
      `Ein Webhook eines Arbeitsbereichs, den du verwaltest, wurde deaktiviert, ${reasons[reason]}: Er heißt ${name}, im ` +
      `Arbeitsbereich ${workspace}.`,
    action: 'Webhook öffnen',
  },
  chatDisabled: {
    subject: 'In einen Chat wird nicht mehr gepostet',
    sentence: ({ reason, name, workspace }) =>
      `Ein Chat eines Boards wurde deaktiviert, ${reasons[reason]}: Er heißt ${name}, im Arbeitsbereich ${workspace}.`,
    action: 'Chats des Boards öffnen',
  },
  test: {
    subject: 'Eine Test-E-Mail',
    sentence: () =>
      'Du betreibst dieses Taskboard und hast um eine Test-E-Mail gebeten: E-Mails kommen an, wie du siehst.',
    action: 'Seite für den Betrieb öffnen',
  },
  backupsFail: {
    subject: 'Sicherungen brauchen Aufmerksamkeit',
    sentence: ({ problems }) =>
      `Mit den geplanten Sicherungen des Taskboards stimmt etwas nicht: ${problems.map((code) => backupProblems[code]).join('; ')}.`,
    action: 'Nachsehen, was nicht stimmt',
  },
  backupsWork: {
    subject: 'Sicherungen funktionieren wieder',
    sentence: () => 'Was mit den geplanten Sicherungen des Taskboards nicht stimmte, ist behoben.',
    action: 'Seite für den Betrieb öffnen',
  },
};
