import { number } from './counts.ts';

export const moveTexts = {
  title: (what: string) => `Déplacer ${what}`,
  copyTitle: (what: string) => `Copier ${what}`,
  card: (title: string) => `« ${title} »`,
  board: 'Tableau',
  list: 'Liste',
  place: (of: number) => `Position, de 1 à ${number(of)}`,
  top: 'Haut',
  bottom: 'Bas',
  at: 'Position',
  move: 'Déplacer',
  copy: 'Copier',
  keep: 'Copier aussi',
  kept: { labels: 'Étiquettes', members: 'Membres', checklists: 'Checklists' },
  copied: (what: string) => `Copie faite : ${what}`,
  listMoved: (name: string, place: number, of: number) =>
    `${name} : déplacement à la position ${place} sur ${of}`,
  listTitle: (name: string) => `Déplacer la liste « ${name} »`,
};
