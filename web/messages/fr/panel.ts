export const panelTexts = {
  members: 'Membres',
  labels: 'Étiquettes',
  archive: 'Archives',
  trash: 'Corbeille',
  settings: 'Paramètres',
  export: 'Exporter',
  calendar: 'Flux de calendrier',
  openTo: 'Qui peut voir ce tableau',
  accessShort: { workspace: 'Espace de travail', members: 'Ses membres' },
  everyone: 'Tout le monde',
  access: {
    workspace: 'Tout le monde dans l’espace de travail',
    members: 'Seulement les membres du tableau',
  },
  accessHint: {
    workspace: 'Ce qu’ils peuvent y faire dépend de leur rôle dans l’espace de travail.',
    members: 'Les admins de l’espace de travail le voient aussi. Il est caché à tous les autres.',
  },
  publicHint:
    'Tout le monde peut lire ce tableau. Pour le limiter à ses membres, désactivez l’accès public ci-dessous.',
  closedHint: 'Seuls les membres peuvent voir ce tableau. Ouvrez-le d’abord à l’espace de travail.',
  people: 'Personnes ayant accès',
  fromWorkspace: (role: string) => `${role} de l’espace de travail`,
  addedHere: 'Ajouté à ce tableau',
  invited: 'En attente',
  role: 'Rôle',
  roleOf: (name: string) => `Rôle de ${name}`,
  remove: 'Retirer',
  removeQuestion: (name: string) => `${name} perdra son rôle sur ce tableau.`,
  leave: 'Quitter',
  leaveQuestion: 'Vous perdrez votre rôle sur ce tableau.',
  addMember: 'Ajouter quelqu’un de l’espace de travail',
  who: 'Personne',
  invite: 'Inviter quelqu’un par e-mail',
  inviteHint:
    'Ces personnes rejoignent l’espace de travail, mais ne voient que les tableaux dont elles sont membres.',
  sendInvitation: 'Envoyer l’invitation',
  invitationSent: (email: string) => `Une invitation est en route vers ${email}`,
  invitationNotSent: (email: string) =>
    `L’e-mail n’est pas configuré ici : envoyez vous-même le lien à ${email}.`,
  copyInvitation: 'Copier le lien',
  copyInvitationOf: (name: string) => `Copier le lien d’invitation de ${name}`,
  sendAgain: 'Renvoyer',
  sendAgainTo: (name: string) => `Renvoyer l’invitation de ${name}`,
  allMembers: 'Tous les membres de l’espace de travail',
  favourite: 'Favori',
  nameAndAddress: 'Nom et lien',
  slug: 'Nom court dans les liens',
  slugHint: 'Lettres, chiffres et tirets. Les liens avec l’ancien fonctionnent encore 90 jours.',
  saved: 'Enregistré',
  visibility: 'Accès public',
  shareHint:
    'Seuls les admins de l’espace de travail, et les personnes qu’ils autorisent, peuvent changer cela.',
  visibilities: { private: 'Aucun', public: 'Toute personne ayant le lien public' },
  visibilityHint: {
    private: 'Seules les personnes de l’espace de travail peuvent le lire.',
    public: 'On peut le lire sans se connecter. Les noms, les commentaires et les fichiers sont omis.',
  },
  copyPublicLink: 'Copier le lien public',
  openPublicPage: 'Ouvrir la page publique',
  allowsIndexing: 'Les moteurs de recherche peuvent le référencer',
  allowsIndexingHint: 'Sinon, la page leur demande de ne pas le faire.',
  notAllowed: 'Cet espace de travail n’autorise pas les tableaux publics.',
  allowIn: 'Les autoriser dans ses paramètres',
  askAdmin: 'Ses admins peuvent les autoriser.',
  copy: 'Copier',
  copyName: 'Nom de la copie',
  copyOf: (name: string) => `Copie de ${name}`,
  copyAs: 'Copier comme',
  asBoard: 'Un tableau',
  asTemplate: 'Un modèle pour de nouveaux tableaux',
  copyHint:
    'Les listes, étiquettes et cartes avec leurs checklists sont copiées. Les commentaires et pièces jointes ne le sont pas.',
  makeCopy: 'Créer la copie',
  ends: 'Archiver, supprimer ou déplacer',
  archiveBoard: 'Archiver le tableau',
  archived: (name: string) => `${name} : archivé`,
  deleteBoard: 'Supprimer le tableau',
  deleteBoardQuestion:
    'Le tableau et tout son contenu iront à la corbeille. Vous pouvez le restaurer pendant 30 jours.',
  deleted: (name: string) => `${name} : mis à la corbeille`,
  moveTo: 'Déplacer vers l’espace de travail',
  moveHint:
    'Les cartes reçoivent de nouveaux numéros. Les personnes qui ne sont pas dans cet espace de travail en sont retirées.',
  move: 'Déplacer le tableau',
};

export const roleHintTexts = {
  admin: 'Peut tout faire, y compris les paramètres et les membres.',
  member: 'Voit tous les tableaux de l’espace de travail et y travaille.',
  guest: 'Voit tous les tableaux de l’espace de travail, mais ne peut rien modifier.',
  'guest-of-boards': 'Ne voit que les tableaux auxquels vous l’ajoutez.',
} as Readonly<Record<string, string>>;

export const boardRoleHintTexts = {
  admin: 'Peut tout modifier sur ce tableau, ainsi que ses membres.',
  member: 'Travaille sur ce tableau : listes, cartes et commentaires.',
  guest: 'Lit ce tableau, mais ne peut rien modifier.',
} as Readonly<Record<string, string>>;

export const roleTexts = {
  admin: 'Admin',
  member: 'Membre',
  guest: 'Invité (lecture seule)',
  'guest-of-boards': 'Invité (tableaux choisis)',
} as Readonly<Record<string, string>>;
