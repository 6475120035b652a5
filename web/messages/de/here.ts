import { list, word } from './counts.ts';

const looks = (...names: string[]): string => `${list(names)} ${word(names.length, 'ist', 'sind')} hier`;
const writes = (...names: string[]): string =>
  `${list(names)} ${word(names.length, 'schreibt', 'schreiben')} gerade`;

export const hereTexts = {
  may: {
    viewOnly: 'Nur ansehen',
    commentOnly: 'Nur kommentieren',
    viewOnlyHint: 'Mit deiner Rolle kannst du dieses Board lesen, aber nicht ändern.',
    commentOnlyHint: 'Mit deiner Rolle kannst du dieses Board lesen und seine Karten kommentieren.',
    less: 'Deine Berechtigungen auf diesem Board haben sich geändert; manche Aktionen sind nicht mehr verfügbar.',
    onlyView:
      'Deine Berechtigungen auf diesem Board haben sich geändert: Du kannst es jetzt nur noch ansehen.',
    kept: 'Der Text, den du gerade schreibst, bleibt erhalten.',
  },
  here: {
    bot: 'Bot',
    botNamed: (name: string) => `${name} (Bot)`,
    now: 'Jetzt hier',
    notNow: 'Gerade nicht hier',
    you: 'Du',
    onlyFromImport: 'Importiert, noch kein Konto',
    everyone: 'Alle auf diesem Board',
    theirCards: 'Nur Karten dieser Person zeigen',
    noFilter: 'Auch Karten anderer zeigen',
    looks: (name: string) => looks(name),
    writes: (name: string) => writes(name),
    hasOpen: (name: string) => `${name} hat diese Karte geöffnet`,
    onCard(viewers: readonly { name: string; isWriting: boolean }[]) {
      const [writing = [], looking = []] = [true, false].map((isWriting) =>
        viewers.filter((each) => each.isWriting === isWriting).map(({ name }) => name),
      );
      return [writing.length > 0 ? writes(...writing) : [], looking.length > 0 ? looks(...looking) : []]
        .flat()
        .join(' · ');
    },
  },
};
