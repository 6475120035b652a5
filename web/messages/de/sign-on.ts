import type { signOnTexts as english } from '../en/sign-on.ts';

export const signOnTexts: typeof english = {
  provider: 'Mitglieder melden sich an über',
  anyWay: 'Beliebig',
  providerHint:
    'Der Arbeitsbereich ist geschlossen für Sitzungen, die anders geöffnet wurden, und für API-Schlüssel, die nicht auf ihn beschränkt sind. Gäste sind keine Ausnahme.',
  firstBy: 'Melde dich zuerst selbst über diesen Anbieter an, damit du dich nicht aussperrst.',
  session: 'Neu anmelden nach',
  noLimit: 'Keine eigene Grenze',
  sessionHint:
    'Eine Sitzung, die vor längerer Zeit geöffnet wurde, öffnet den Arbeitsbereich erst nach einer neuen Anmeldung.',
  idle: 'Neu anmelden nach einer Pause von',
  idleHint:
    'Eine Sitzung, die länger nicht benutzt wurde, öffnet den Arbeitsbereich erst nach einer neuen Anmeldung. Eine Seite, die nur offen steht, benutzt sie nicht.',
  minutes: (minutes: number) => (minutes === 1 ? '1 Minute' : `${minutes} Minuten`),
  hours: (hours: number) => (hours === 1 ? '1 Stunde' : `${hours} Stunden`),
  days: (days: number) => (days === 1 ? '1 Tag' : `${days} Tagen`),
  networks: 'Nur aus diesen Netzen',
  networksHint:
    'Je Zeile eines, zum Beispiel 192.0.2.0/24. Leer für überall. Die Adresse, von der aus du arbeitest, muss darin liegen.',
  firstNear: 'Du würdest dich aussperren: Deine eigene Adresse liegt nicht in diesen Netzen.',
  firstAgain: 'Du würdest dich aussperren: Melde dich zuerst neu an.',
  groups: 'Gruppen',
  groupsHint:
    'Wer in diesen Gruppen ist, bekommt hier eine Rolle: bei einem Anbieter mit der nächsten Anmeldung, bei einem Verzeichnis sofort.',
  noGroups: 'Noch gibt keine Gruppe eine Rolle.',
  directory: 'Verzeichnis (SCIM)',
  group: 'Gruppe',
  of: 'Quelle',
  role: 'Rolle',
  add: 'Gruppe hinzufügen',
  remove: 'Entfernen',
  removeNamed: (name: string) => `${name} entfernen`,
  scim: 'Verzeichnis',
  scimHint:
    'Ein Verzeichnis wie Entra ID oder Okta fügt Mitglieder über SCIM 2.0 hinzu, pausiert und entfernt sie. Es braucht diese Adresse und ein Token.',
  address: 'Adresse',
  token: 'Token',
  makeToken: 'Token erstellen',
  tokenHint:
    'Das Token ist ein API-Schlüssel von dir und gilt nicht mehr, wenn du kein Admin mehr bist. Unter „API-Schlüssel“ kannst du es widerrufen.',
  closedBy: (workspace: string) => `${workspace} öffnet nur, wer sich über dessen Anbieter angemeldet hat.`,
  closedOld: (workspace: string) => `${workspace} verlangt, dass du dich neu anmeldest.`,
  closedFar: (workspace: string) => `${workspace} lässt sich aus dem Netz, in dem du bist, nicht öffnen.`,
  again: 'Neu anmelden',
};
