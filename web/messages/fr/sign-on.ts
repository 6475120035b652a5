import type { signOnTexts as english } from '../en/sign-on.ts';

export const signOnTexts: typeof english = {
  provider: 'Les membres se connectent par',
  anyWay: 'N’importe quel moyen',
  providerHint:
    'L’espace de travail est fermé aux sessions ouvertes autrement, et aux clés d’API qui ne lui sont pas limitées. Les invités ne font pas exception.',
  firstBy: 'Connectez-vous d’abord vous-même par ce fournisseur, pour ne pas perdre l’accès.',
  session: 'Se reconnecter après',
  noLimit: 'Pas de limite propre',
  sessionHint:
    'Une session ouverte il y a plus longtemps n’ouvre l’espace de travail qu’après une nouvelle connexion.',
  idle: 'Se reconnecter après une pause de',
  idleHint:
    'Une session restée inutilisée plus longtemps n’ouvre l’espace de travail qu’après une nouvelle connexion. Une page simplement laissée ouverte ne l’utilise pas.',
  minutes: (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`),
  hours: (hours: number) => (hours === 1 ? '1 heure' : `${hours} heures`),
  days: (days: number) => (days === 1 ? '1 jour' : `${days} jours`),
  networks: 'Uniquement depuis ces réseaux',
  networksHint:
    'Un par ligne, par exemple 192.0.2.0/24. Vide pour partout. L’adresse où vous êtes doit en faire partie.',
  firstNear: 'Vous perdriez l’accès : votre propre adresse n’est pas dans ces réseaux.',
  firstAgain: 'Vous perdriez l’accès : reconnectez-vous d’abord.',
  groups: 'Groupes',
  groupsHint:
    'Les personnes de ces groupes reçoivent un rôle ici : celles d’un fournisseur à leur connexion, celles d’un annuaire aussitôt.',
  noGroups: 'Aucun groupe ne donne encore de rôle.',
  directory: 'Annuaire (SCIM)',
  group: 'Groupe',
  of: 'Source',
  role: 'Rôle',
  add: 'Ajouter un groupe',
  remove: 'Retirer',
  removeNamed: (name: string) => `Retirer ${name}`,
  scim: 'Annuaire',
  scimHint:
    'Un annuaire comme Entra ID ou Okta ajoute des membres, les met en pause et les retire par SCIM 2.0. Il lui faut cette adresse et un jeton.',
  address: 'Adresse',
  token: 'Jeton',
  makeToken: 'Créer un jeton',
  tokenHint:
    'Le jeton est une de vos clés d’API, et ne fonctionne plus quand vous n’êtes plus admin. Vous pouvez le révoquer sous « Clés d’API ».',
  closedBy: (workspace: string) => `${workspace} ne s’ouvre qu’aux personnes connectées par son fournisseur.`,
  closedOld: (workspace: string) => `${workspace} vous demande de vous reconnecter.`,
  closedFar: (workspace: string) => `${workspace} ne peut pas être ouvert depuis le réseau où vous êtes.`,
  again: 'Se reconnecter',
};
