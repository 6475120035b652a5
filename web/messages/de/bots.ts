import { counted } from './counts.ts';

export const botTexts = {
  title: (count: number) => (count === 0 ? 'Bots' : counted(count, 'Bot', 'Bots')),
  hint: 'Ein Bot ist ein Mitglied für einen Agenten oder ein anderes Programm. Er kann zugewiesen und erwähnt werden, und was er tut, ist gekennzeichnet. Er kann nie mehr als die Person, der er gehört.',
  add: 'Bot hinzufügen',
  name: 'Name',
  owner: 'Gehört',
  ownerHint: 'Ist für den Bot verantwortlich und erstellt seine Schlüssel.',
  role: 'Rolle',
  ownedBy: (name: string) => `gehört ${name}`,
  nobody: 'jemandem, der nicht mehr dabei ist',
  keys: (count: number) => (count === 0 ? 'keine Schlüssel' : counted(count, 'Schlüssel', 'Schlüssel')),
  used: (ago: string) => `zuletzt verwendet ${ago}`,
  manage: 'Verwalten',
  manageNamed: (name: string) => `${name} verwalten`,
  keysTitle: 'Seine API-Schlüssel',
  noKeys: 'Er hat keine API-Schlüssel und kann noch nichts tun.',
  newKey: 'Neuer Schlüssel',
  pausedFor:
    'Er hat keinen Zugriff. Wenn die Person, der er gehört, nicht mehr dabei ist oder weniger darf, gib ihn zuerst jemand anderem oder gib ihm eine andere Rolle.',
  pause: 'Pausieren',
  resume: 'Wieder zulassen',
  remove: 'Bot entfernen',
  removeQuestion: (name: string) =>
    `${name} verliert alle Schlüssel und wird von Karten entfernt. Was der Bot getan hat, bleibt unter seinem Namen.`,
};
