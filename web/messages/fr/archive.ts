import { counted, number } from './counts.ts';

export const archiveTexts = {
  lists: 'Listes',
  cards: 'Cartes',
  list: (count: number | null, archived: string) =>
    count === null ? archived : `${counted(count, 'carte', 'cartes')} · ${archived}`,
  listsDeleted: (count: number) => `Mise à la corbeille : ${counted(count, 'liste', 'listes')}`,
  inArchivedList: 'dans une liste archivée',
  search: 'Rechercher dans les archives',
  noneArchived: 'Aucune carte archivée.',
  noneFound: 'Aucune carte archivée ne correspond à votre recherche.',
  archived: (ago: string) => `archivée ${ago}`,
  restore: 'Restaurer',
  restored: (count: number) => `Restauration : ${counted(count, 'élément', 'éléments')}`,
  toTrash: 'Supprimer',
  deleted: (count: number) => `Mise à la corbeille : ${counted(count, 'carte', 'cartes')}`,
  kinds: { board: 'Tableau', list: 'Liste', card: 'Carte', attachment: 'Fichier' },
  deletedBy(name: string | undefined, ago: string, kind: string) {
    const deleted = kind === 'list' || kind === 'card' ? 'supprimée' : 'supprimé';
    return name ? `${deleted} par ${name} ${ago}` : `${deleted} ${ago}`;
  },
  trashHint: 'Vous pouvez restaurer ce qui a été supprimé pendant 30 jours. Ensuite, c’est définitif.',
  trashEmpty: 'La corbeille est vide.',
  pick: (title: string) => `Sélectionner ${title}`,
  pickAll: 'Tout sélectionner',
  picked: (count: number) => `Sélection : ${number(count)}`,
  more: 'Afficher plus',
};
