import type { Permission } from '../../../contract/permissions.ts';
import { counted } from './counts.ts';

export const rightTexts: Readonly<Record<Permission, string>> = {
  'workspace:view': 'Arbeitsbereich sehen',
  'workspace:edit': 'Seine Einstellungen ändern',
  'workspace:delete': 'Ihn löschen',
  'workspace:manage': 'Rollen und Webhooks verwalten, Audit-Protokoll lesen',
  'board:view': 'Boards sehen',
  'board:create': 'Boards erstellen und importieren',
  'board:edit': 'Boards, ihre Labels und Mitglieder ändern',
  'board:delete': 'Boards löschen',
  'list:view': 'Listen sehen',
  'list:create': 'Listen erstellen',
  'list:edit': 'Listen ändern und verschieben',
  'list:delete': 'Listen löschen',
  'card:view': 'Karten sehen',
  'card:create': 'Karten erstellen',
  'card:propose': 'Karten vorschlagen',
  'card:edit': 'Karten ändern und verschieben',
  'card:delete': 'Karten löschen',
  'comment:view': 'Kommentare sehen',
  'comment:create': 'Kommentare schreiben',
  'comment:edit': 'Kommentare anderer bearbeiten',
  'comment:delete': 'Kommentare anderer löschen',
  'member:view': 'Mitglieder sehen',
  'member:invite': 'Personen einladen',
  'member:edit': 'Rollen ändern, Mitglieder pausieren',
  'member:remove': 'Mitglieder entfernen',
  'board:share': 'Ändern, wer Boards sehen kann',
};

export const rightGroupTexts: Readonly<Record<string, string>> = {
  workspace: 'Arbeitsbereich',
  board: 'Boards',
  list: 'Listen',
  card: 'Karten',
  comment: 'Kommentare',
  member: 'Mitglieder',
};

export const rolesTexts = {
  title: 'Rollen',
  hint: 'Eine Rolle legt fest, was ihre Mitglieder dürfen. Du kannst nur Berechtigungen vergeben, die du selbst hast, und nur Rollen ändern, die nicht über deiner stehen.',
  new: 'Neue Rolle',
  create: 'Rolle erstellen',
  name: 'Name',
  nameTaken: 'Eine andere Rolle hat diesen Namen.',
  description: 'Wofür sie ist',
  startFrom: 'Beginnt mit den Berechtigungen von',
  noRights: 'Keine Berechtigungen',
  rank: 'Rang',
  rankHint: 'Niemand kann Personen ändern oder entfernen, die im Rang höher stehen.',
  rankLike: (name: string) => `Wie ${name}`,
  rankBetween: (above: string, below: string) => `Zwischen ${above} und ${below}`,
  rankBelow: (name: string) => `Unter ${name}`,
  rankKept: 'Wie jetzt',
  members: (count: number) => counted(count, 'Mitglied', 'Mitglieder'),
  purposes: {
    Everything: 'Kann alles',
    'Works on boards and cards': 'Erstellt und ändert Boards, Listen und Karten',
    'Looks on': 'Sieht alle Boards des Arbeitsbereichs, ändert nichts',
    'Sees only the boards of which it is a member':
      'Sieht nur die Boards, zu denen die Person hinzugefügt wird',
  } as Readonly<Record<string, string>>,
  builtIn: 'Vorgegeben',
  yours: 'Deine Rolle',
  edit: (name: string) => `${name} bearbeiten`,
  delete: 'Rolle löschen',
  deleteQuestion: (name: string) => `${name} wird endgültig gelöscht. Kein Mitglied hat diese Rolle.`,
  deleted: (name: string) => `${name} gelöscht`,
  matrix: 'Berechtigungen',
  right: 'Berechtigung',
  may: (right: string, role: string) => `${right}: ${role}`,
  yes: 'Ja',
  no: 'Nein',
};

export const memberRightsTexts = {
  back: 'Alle Mitglieder',
  hint: (role: string) =>
    `Was die Rolle ${role} erlaubt und was für dieses Mitglied abweicht. Abweichungen bleiben auch in einer anderen Rolle.`,
  reset: 'Auf die Rolle zurücksetzen',
  own: 'Weicht ab',
  not: 'Darf nicht:',
};
