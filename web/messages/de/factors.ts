import type { factorTexts as english } from '../en/factors.ts';
import { signOnTexts } from './sign-on.ts';

export const factorTexts: typeof english = {
  step: {
    title: 'Noch ein Schritt',
    hint: 'Gib den Code ein, den deine Authenticator-App anzeigt.',
    code: 'Code',
    submit: 'Anmelden',
    passkey: 'Passkey verwenden',
    toRecovery: 'Wiederherstellungscode verwenden',
    toCode: 'Authenticator-App verwenden',
    recoveryHint: 'Gib einen deiner Wiederherstellungscodes ein. Er gilt einmal.',
    recovery: 'Wiederherstellungscode',
    again: 'Von vorn beginnen',
    noPasskey: 'Der Passkey konnte nicht verwendet werden. Versuche es noch einmal oder verwende einen Code.',
  },
  confirm: {
    title: 'Bestätige, dass du es bist',
    hint: 'Deine Anmeldung liegt eine Weile zurück, und was du hier tust, kann deine Sitzung überdauern.',
    submit: 'Bestätigen',
  },
  title: 'Zweite Faktoren',
  hint: 'Mit einem zweiten Faktor reicht das Passwort allein nicht mehr, um sich bei deinem Konto anzumelden.',
  none: 'Du hast noch keinen.',
  kinds: { totp: 'Authenticator-App', passkey: 'Passkey' },
  used: (when) => `Zuletzt verwendet: ${when}`,
  addApp: 'Authenticator-App hinzufügen',
  addPasskey: 'Passkey hinzufügen',
  name: 'Name',
  nameHint: 'Damit du ihn wiedererkennst, etwa „Handy“.',
  scan: 'Scanne dieses Bild mit der App oder tippe den Schlüssel dort ein.',
  picture: 'QR-Code für die Authenticator-App',
  key: 'Schlüssel',
  codeOfApp: 'Code, den die App jetzt anzeigt',
  add: 'Hinzufügen',
  remove: 'Entfernen',
  removeNamed: (name) => `${name} entfernen`,
  removeQuestion: (name) => `${name} entfernen?`,
  lastQuestion: (name) =>
    `${name} entfernen? Es ist der letzte: Dann genügt dein Passwort zum Anmelden, und die Wiederherstellungscodes verfallen.`,
  added: 'Der zweite Faktor wurde hinzugefügt. Andere Sitzungen wurden beendet.',
  codesTitle: 'Wiederherstellungscodes',
  codesOnce:
    'Bewahre diese Codes so auf, dass du sie ohne dein Handy findest. Jeder gilt für eine Anmeldung. Sie werden nur jetzt angezeigt.',
  codesKept: 'Ich habe sie aufbewahrt',
  download: 'Als Datei speichern',
  left: (count) =>
    count === 0
      ? 'Es ist kein Wiederherstellungscode mehr übrig.'
      : count === 1
        ? '1 Wiederherstellungscode ist übrig.'
        : `${count} Wiederherstellungscodes sind übrig.`,
  newCodes: 'Neue Codes erstellen',
  newCodesQuestion: 'Neue Codes erstellen? Die bisherigen gelten dann nicht mehr.',
  signOn: signOnTexts,
  demanded: {
    title: 'Sicherheit',
    hint: 'Was dieser Arbeitsbereich von seinen Mitgliedern verlangt.',
    secondFactor: 'Mitglieder brauchen einen zweiten Faktor',
    secondFactorHint:
      'Der Arbeitsbereich ist für Mitglieder ohne zweiten Faktor und für ihre API-Schlüssel geschlossen, bis sie einen hinzufügen; sie erfahren es per E-Mail. Bots brauchen keinen.',
    firstYourself: 'Füge zuerst deinem eigenen Konto einen zweiten Faktor hinzu.',
    toFactors: 'Deine zweiten Faktoren',
  },
  closed: (workspace) =>
    `${workspace} ist für dich geschlossen, bis du deinem Konto einen zweiten Faktor hinzufügst.`,
  required:
    'Dieser Dienst verlangt von allen einen zweiten Faktor. Füge deinem Konto einen hinzu, um weiterzumachen.',
  addOne: 'Zweiten Faktor hinzufügen',
};
