import { counted } from './counts.ts';

export const homeTexts = {
  starred: 'Favoris',
  recent: 'Récents',
  filter: 'Chercher un tableau',
  noneFound: (text: string) => `Aucun tableau ne correspond à « ${text} ».`,
  searchCards: (text: string) => `Chercher « ${text} » dans toutes les cartes`,
  new: 'Nouveau tableau',
  import: 'Importer',
  create: 'Créer le tableau',
  emptyHint:
    'Un tableau réunit le travail d’une équipe ou d’un projet, en listes de cartes. Créez le premier ici.',
  lists: (count: number) => counted(count, 'liste', 'listes'),
  startWith: 'Commencer avec',
  starts: {
    three: { text: 'À faire, En cours, Terminé', lists: ['À faire', 'En cours', 'Terminé'], completes: true },
    four: {
      text: 'Idées, Ensuite, En cours, Relecture, Terminé',
      lists: ['Idées', 'Ensuite', 'En cours', 'Relecture', 'Terminé'],
      completes: true,
    },
    week: {
      text: 'Jours de la semaine',
      lists: ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Un jour'],
      completes: false,
    },
    nothing: { text: 'Tableau vide', lists: [], completes: false },
  },
  openTo: 'Qui peut le voir',
  access: {
    workspace: 'Tout le monde dans l’espace de travail',
    members: 'Seulement les membres du tableau',
  },
  templates: 'Modèles',
  noTemplates:
    'Il n’y a pas encore de modèles. Vous pouvez en créer un dans les paramètres de n’importe quel tableau.',
  archived: 'Tableaux archivés',
  noArchived: 'Aucun tableau archivé.',
  restoreNamed: (name: string) => `Restaurer ${name}`,
  restored: (name: string) => `${name} : restauré`,
  newWorkspace: 'Nouvel espace de travail',
  createWorkspace: 'Créer l’espace de travail',
  noWorkspace: 'Nommez votre espace de travail',
  noWorkspaceHint: 'Un espace de travail réunit vos tableaux et les personnes avec qui vous travaillez.',
  ownWorkspace: (name: string) => `Espace de travail de ${name}`,
};
