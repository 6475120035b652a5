import { list, word } from './counts.ts';

const looks = (...names: string[]): string => `${list(names)} ${word(names.length, 'est', 'sont')} ici`;
const writes = (...names: string[]): string => `${list(names)} ${word(names.length, 'écrit', 'écrivent')}`;

export const hereTexts = {
  may: {
    viewOnly: 'Lecture seule',
    commentOnly: 'Commentaires seulement',
    viewOnlyHint: 'Votre rôle vous permet de lire ce tableau, pas de le modifier.',
    commentOnlyHint: 'Votre rôle vous permet de lire ce tableau et d’en commenter les cartes.',
    less: 'Vos autorisations sur ce tableau ont changé ; certaines actions ne sont plus disponibles.',
    onlyView: 'Vos autorisations sur ce tableau ont changé : vous ne pouvez plus que le consulter.',
    kept: 'Le texte que vous écriviez est conservé.',
  },
  here: {
    bot: 'Bot',
    botNamed: (name: string) => `${name} (bot)`,
    now: 'Ici en ce moment',
    notNow: 'Absent en ce moment',
    you: 'Vous',
    onlyFromImport: 'Importé, pas encore de compte',
    everyone: 'Tout le monde sur ce tableau',
    theirCards: 'N’afficher que les cartes de cette personne',
    noFilter: 'Afficher aussi les autres cartes',
    looks: (name: string) => looks(name),
    writes: (name: string) => writes(name),
    hasOpen: (name: string) => `${name} a ouvert cette carte`,
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
