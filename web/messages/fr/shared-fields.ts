import { counted } from './counts.ts';

export const sharedFieldTexts = {
  title: 'Champs',
  hint: 'Les tableaux peuvent utiliser ces champs. Leurs noms et options se modifient ici, pour tous les tableaux à la fois.',
  none: 'Cet espace de travail n’a pas encore de champs.',
  usedOn: (boards: number) =>
    boards === 0 ? 'pas encore utilisé' : `sur ${counted(boards, 'tableau', 'tableaux')}`,
  onTile: 'Afficher sur les tableaux qui commencent à l’utiliser',
  deleteQuestion: (boards: number) =>
    boards === 0
      ? 'Aucun tableau ne l’utilise. Les valeurs des tableaux dans la corbeille sont aussi supprimées et ne pourront pas être restaurées.'
      : `${counted(boards, 'tableau l’utilise', 'tableaux l’utilisent')}. Ses valeurs sont supprimées de toutes les cartes, aussi de celles des tableaux dans la corbeille, et ne pourront pas être restaurées.`,
  deleted: (name: string, cards: number) =>
    `${name} : supprimé, avec ses valeurs sur ${counted(cards, 'carte', 'cartes')}`,
  ofWorkspace: 'Partagé',
  changedThere: (name: string) =>
    `${name} est un champ de l’espace de travail : son nom et ses options se modifient dans les paramètres de celui-ci.`,
  use: 'Utiliser un champ de l’espace de travail',
  useThis: (name: string) => `Utiliser ${name}`,
  noneToUse: 'L’espace de travail n’a pas de champ que ce tableau n’utilise déjà.',
  share: 'Partager avec l’espace de travail',
  stop: 'Ne plus utiliser le champ',
  stopQuestion: 'Ses valeurs sont supprimées des cartes de ce tableau et ne pourront pas être restaurées.',
  toSettings: 'Champs de l’espace de travail',
};
