import type { workspaceKeyTexts as english } from '../en/workspace-keys.ts';
import { counted } from './counts.ts';

export const workspaceKeyTexts: typeof english = {
  title: 'API-Schlüssel',
  hint: 'Die Schlüssel von Mitgliedern, Bots und Anwendungen, die diesen Arbeitsbereich öffnen. Wie lange Schlüssel gelten, steht unter „Sicherheit“.',
  none: 'Kein API-Schlüssel öffnet diesen Arbeitsbereich.',
  of: (owner) => `von ${owner}`,
  unnamed: 'jemand ohne Namen',
  made: (day) => `erstellt am ${day}`,
  hereOnly: 'nur dieser Arbeitsbereich',
  someBoards: (count) => counted(count, 'Board', 'Boards'),
  endsByPolicy: (day) => `läuft hier am ${day} ab, wie unter „Sicherheit“ eingestellt`,
  closed: 'Hier geschlossen',
  closedBy: {
    secondFactor: 'wem er gehört, hat keinen zweiten Faktor',
    personalKeys: 'nur Schlüssel von Bots öffnen den Arbeitsbereich',
    longestKeyLife: 'er ist zu alt',
    unusedKeyLife: 'er wurde zu lange nicht benutzt',
    provider: 'er ist nicht auf diesen Arbeitsbereich beschränkt',
  },
  end: 'Deaktivieren',
  revokeQuestion: (name, owner) =>
    `„${name}“ gilt nur für diesen Arbeitsbereich und wird deshalb widerrufen: Programme, die ihn benutzen, funktionieren sofort nicht mehr. ${owner} erfährt davon.`,
  endQuestion: (name, owner) =>
    `„${name}“ öffnet diesen Arbeitsbereich dann nicht mehr und lässt sich nicht wieder zulassen. Andere Arbeitsbereiche öffnet er weiterhin. ${owner} erfährt davon.`,
  ended: (name) => `„${name}“ öffnet diesen Arbeitsbereich nicht mehr`,
  policies: {
    personalKeys: 'Mitglieder dürfen API-Schlüssel benutzen',
    personalKeysHint:
      'Sonst öffnen nur Schlüssel von Bots den Arbeitsbereich, und keine Anwendung, die ein Mitglied zugelassen hat.',
    longest: 'API-Schlüssel laufen ab nach',
    longestHint:
      'Welches Ablaufdatum sie auch haben. Wem sie gehören, erfährt es sieben Tage vorher. Andere Arbeitsbereiche öffnen sie weiterhin.',
    unused: 'Unbenutzte API-Schlüssel laufen ab nach',
    unusedHint: 'Wem sie gehören, erfährt es sieben Tage vorher. Auch Benutzung anderswo zählt.',
    noLimit: 'Keine Grenze',
    days: (days) => counted(days, 'Tag', 'Tagen'),
    exports: 'Wer exportieren darf',
    exporters: {
      members: 'Alle, die die Boards sehen',
      admins: 'Nur wer den Arbeitsbereich verwaltet',
    },
    exportsHint: 'Das hindert niemanden daran, Karten einzeln zu kopieren, die er oder sie sieht.',
  },
};
