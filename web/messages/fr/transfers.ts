import type { ColumnUse } from '../../../contract/import-columns.ts';
import type { UploadFormat } from '../../../contract/imports.ts';
import { counted, number, size } from './counts.ts';

const cards = (count: number) => counted(count, 'carte', 'cartes');

interface FormatText {
  name: string;
  hint: string;
  hasSeveral?: true;
}

const formats: Readonly<Record<UploadFormat, FormatText>> = {
  'boardtool-json': {
    name: 'Trello',
    hint: 'Dans le menu du tableau, choisissez « Imprimer, exporter et partager », puis « Exporter en JSON ».',
  },
  wekan: {
    name: 'WeKan',
    hint: 'Dans le menu du tableau, choisissez « Exporter le tableau », puis JSON, ou le zip pour inclure les pièces jointes.',
  },
  vikunja: {
    name: 'Vikunja',
    hint: 'Dans vos paramètres, choisissez « Export de données » ; Vikunja vous envoie un e-mail avec le zip. Il contient tous vos projets : nommez-en un.',
    hasSeveral: true,
  },
  kanboard: {
    name: 'Kanboard',
    hint: 'Dans le menu du projet, choisissez « Exporter », puis « Tâches ». Les descriptions et commentaires n’y sont pas : Kanboard ne les exporte pas.',
  },
  planka: {
    name: 'PLANKA',
    hint: 'PLANKA n’a pas d’export : enregistrez ce que son API répond à GET /api/boards/(numéro du tableau). Les commentaires n’y sont pas.',
  },
  csv: {
    name: 'CSV',
    hint: 'Une table de n’importe quel programme, comme Jira, Asana, Linear, Todoist, ClickUp, Notion, Monday, Planner, GitHub ou GitLab, avec une ligne par carte. Vous voyez ses colonnes, et choisissez ce qu’elles deviennent.',
  },
  native: {
    name: 'Taskboard',
    hint: 'Un zip fait avec « Exporter » ici ou dans un autre Taskboard, au format « Tout ».',
    hasSeveral: true,
  },
};

const ofAddress = {
  create: 'Créer une URL',
  once: 'Votre URL. Copiez-la maintenant : elle ne sera plus affichée.',
  copy: 'Copier l’URL',
  copied: 'URL copiée',
  created: (day: string) => `Vous avez une URL, créée le ${day}. Elle n’a été affichée qu’à ce moment.`,
  renew: 'Créer une nouvelle URL',
  revoke: 'Révoquer',
  revokeQuestion: 'L’URL cessera aussitôt de fonctionner.',
};

export const transferTexts = {
  formats,
  imports: {
    title: 'Importer un tableau',
    hint: 'Chaque fichier devient un nouveau tableau, ou de nouvelles listes d’un tableau existant. Une fois l’envoi terminé, vous pouvez fermer cette page.',
    choose: 'Choisir des fichiers',
    drop: 'ou déposez-les ici : exports de Trello, Jira, Asana et d’autres',
    dropNow: 'Déposez pour importer',
    chosen: 'Fichiers choisis',
    formatOf: (file: string) => `Format de ${file}`,
    unknown: 'Choisir un format',
    remove: (file: string) => `Retirer ${file}`,
    board: 'Tableau, s’il y en a plusieurs',
    boardOf: (file: string) => `Tableau dans ${file}, s’il y en a plusieurs`,
    into: 'Importer dans',
    newBoard: 'Un nouveau tableau par fichier',
    intoHint: 'Les listes des fichiers viendront après celles du tableau.',
    start: (files: number) => `Importer ${counted(files, 'fichier', 'fichiers')}`,
    which: 'Quels fichiers peut-on importer ?',
    all: 'Imports',
    kept: 'Les imports sont listés pendant 30 jours.',
    none: 'Rien n’a encore été importé.',
    more: (count: number) => `Afficher ${number(count)} de plus`,
    uploading: (sent: number, of: number) => `Envoi : ${size(sent)} sur ${size(of)}`,
    queued: 'En attente d’envoi',
    interrupted: 'L’envoi a été interrompu. Vérifiez votre connexion, puis réessayez.',
    tooLarge:
      'Ce fichier est trop grand. L’administration de ce service peut en autoriser de plus grands avec le paramètre MAX_UPLOAD_SIZE.',
    forbidden: 'Vous n’avez pas l’autorisation de créer des tableaux dans cet espace de travail.',
    progressOf: (name: string) => `Progression de ${name}`,
    cancelNamed: (name: string) => `Annuler l’import de ${name}`,
    retryNamed: (name: string) => `Réessayer d’importer ${name}`,
    chooseAgain: 'Choisissez de nouveau le fichier pour réessayer.',
    unnamed: (format: string) => `Tableau de ${format}`,
    state: {
      waiting: 'En attente',
      brokeOff: (time: string) => `Interrompu ; prochaine tentative à ${time}`,
      running: (done: number, total: number | null) =>
        total === null ? 'Lecture…' : `${number(done)} sur ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Échec',
      cancelled: 'Annulé',
    },
    ended: {
      completed: (name: string) => `${name} a été importé`,
      failed: (name: string) => `${name} n’a pas pu être importé`,
    },
    toCheck: 'Omis ou modifié ; à vérifier :',
    minor: (kinds: number) => counted(kinds, 'différence mineure', 'différences mineures'),
    kind: (kind: string, count: number) =>
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)} : ${number(count)}`,
    examples: (some: readonly string[], of: number) =>
      `${some.map((each) => `« ${each} »`).join(', ')}${of > some.length ? ', …' : ''}`,
    workspace: 'Espace de travail',
  },
  columns: {
    of: (file: string) => `Colonnes de ${file}`,
    reading: 'Lecture des colonnes…',
    found: (program: string, columns: number, empty: number) =>
      [
        program === ''
          ? `${counted(columns, 'colonne', 'colonnes')}.`
          : `${counted(columns, 'colonne', 'colonnes')}, de ${program}.`,
        ...(empty > 0
          ? [`${counted(empty, 'colonne vide est laissée', 'colonnes vides sont laissées')} de côté.`]
          : []),
      ].join(' '),
    becomes: (heading: string) => `Ce que devient la colonne ${heading}`,
    noTitle: 'Choisissez la colonne des titres des cartes.',
    uses: {
      title: 'Titre',
      description: 'Description',
      list: 'Liste',
      labels: 'Étiquettes',
      members: 'Membres',
      'member-emails': 'E-mails des membres',
      due: 'Échéance',
      start: 'Date de début',
      completed: 'Terminé',
      archived: 'Archivé',
      checklist: 'Checklist',
      comment: 'Commentaire',
      number: 'Numéro de carte',
      key: 'Laisser de côté (ID)',
      parent: 'Parente',
      'blocked-by': 'Bloquée par',
      blocks: 'Bloque',
      relates: 'Liée à',
      duplicates: 'Doublon de',
      created: 'Créé',
      creator: 'Créé par',
      board: 'Tableau',
      link: 'Lien',
      detail: 'Ligne de la description',
      field: 'Champ',
      'field-text': 'Champ : texte',
      'field-number': 'Champ : nombre',
      'field-date': 'Champ : date',
      'field-select': 'Champ : choix',
      'field-multi-select': 'Champ : choix multiple',
      'field-person': 'Champ : personne',
      'field-checkbox': 'Champ : case à cocher',
      'field-link': 'Champ : lien',
      'leave-out': 'Laisser de côté',
    } satisfies Record<ColumnUse, string>,
  },
  exports: {
    title: 'Exporter',
    hint: 'Tout ce que vous pouvez voir est exporté, y compris ce qui est archivé.',
    workspaceHint: 'Tous les tableaux et modèles que vous pouvez voir sont exportés, y compris les archives.',
    onlyShown: 'Seulement les cartes qui correspondent au filtre du tableau',
    format: 'Format',
    formats: {
      native: {
        name: 'Tout',
        hint: 'Un zip avec toutes les cartes, commentaires et fichiers, qu’on peut réimporter.',
      },
      csv: {
        name: 'Table (CSV)',
        hint: 'Une ligne par carte, pour les tableurs. Sans commentaires ni fichiers.',
      },
      markdown: {
        name: 'Markdown',
        hint: 'Un zip avec un texte par carte, et les fichiers, à lire par des personnes et des agents.',
      },
    },
    download: 'Télécharger',
    start: 'Lancer l’export',
    later: 'Il est écrit en arrière-plan, et listé ici quand il est prêt.',
    all: 'Vos exports',
    none: 'Aucun export pour l’instant.',
    workspace: 'Espace de travail',
    board: 'Tableau',
    state: {
      waiting: 'En attente',
      brokeOff: (time: string) => `Interrompu ; prochaine tentative à ${time}`,
      running: (done: number, total: number) => `${number(done)} sur environ ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Échec',
    },
    keptUntil: (day: string) => `conservé jusqu’au ${day}`,
    ready: (name: string) => `L’export de ${name} est prêt`,
    progressOf: (name: string) => `Progression de l’export de ${name}`,
    downloadNamed: (name: string) => `Télécharger l’export de ${name}`,
    cancelNamed: (name: string) => `Annuler l’export de ${name}`,
    delete: 'Supprimer',
    deleteNamed: (name: string) => `Supprimer l’export de ${name}`,
  },
  calendar: {
    ...ofAddress,
    title: 'Flux de calendrier',
    hint: 'Abonnez votre application de calendrier à un lien privé pour voir les échéances de ce tableau.',
    warning:
      'Toute personne ayant cette URL peut lire, sans se connecter, les titres et échéances des cartes que vous pouvez voir. Gardez-la pour vous.',
    howTo: 'Ajoutez-la à votre application de calendrier comme abonnement ou « calendrier depuis une URL ».',
    renewQuestion: 'Les calendriers avec l’ancienne URL ne seront plus actualisés.',
  },
  feed: {
    ...ofAddress,
    title: 'Flux d’activité',
    hint: 'Abonnez votre lecteur de flux à un lien privé pour voir ce qui se passe sur ce tableau.',
    warning:
      'Toute personne ayant cette URL peut lire, sans se connecter, qui a fait quoi sur ce tableau, autant que vous pouvez le voir. Gardez-la pour vous.',
    howTo: 'Ajoutez-la à votre lecteur de flux comme nouveau flux. Il contient les sept derniers jours.',
    renewQuestion: 'Les lecteurs de flux avec l’ancienne URL ne seront plus actualisés.',
  },
  mailbox: {
    hint: 'Ce que vous envoyez à cette adresse devient une carte : l’objet est son titre, le texte sa description, et les fichiers sont joints.',
    unavailable: 'Cette installation ne reçoit pas d’e-mails.',
    warning:
      'L’adresse n’est qu’à vous, et n’accepte que les e-mails de l’adresse de votre compte. Gardez-la pour vous.',
    create: 'Créer une adresse',
    address: 'Votre adresse',
    copy: 'Copier l’adresse',
    copied: 'Adresse copiée',
    list: 'Les cartes vont dans',
    firstList: 'La première liste',
    renew: 'Créer une nouvelle adresse',
    renewQuestion: 'Les e-mails vers l’ancienne adresse seront refusés.',
    revoke: 'Désactiver',
    revokeQuestion: 'Les e-mails vers cette adresse seront refusés.',
  },
  connections: {
    title: 'Connexions',
    hint: 'Connectez un compte pour en importer des tableaux. Les jetons sont stockés chiffrés, et ne sont plus jamais affichés.',
    token: (provider: string) => `Jeton pour ${provider}`,
    connect: (provider: string) => `Se connecter à ${provider}`,
    connected: (account: string | null, since: string) =>
      account === null
        ? `Connecté depuis le ${since}.`
        : `Connecté en tant que ${account} depuis le ${since}.`,
    disconnect: (provider: string) => `Se déconnecter de ${provider}`,
    disconnectShort: 'Déconnecter',
    disconnectQuestion: 'Le jeton sera supprimé ici. Les tableaux importés restent.',
    providers: {
      codehost: {
        name: 'GitHub',
        hint: 'Un jeton d’accès personnel classique avec les portées read:project et read:user ; aussi read:org pour les projets d’organisations, et repo pour les tickets de dépôts privés.',
        link: {
          text: 'En créer un sur GitHub',
          href: 'https://github.com/settings/tokens/new?description=Taskboard&scopes=read:project,read:user,read:org,repo',
        },
        from: 'Depuis GitHub',
        none: 'Votre compte n’y a pas de projets ouverts.',
        start: (count: number) => `Importer ${counted(count, 'projet', 'projets')}`,
      },
      boardtool: {
        name: 'Trello',
        hint: 'Pour importer sans jeton : dans Trello, ouvrez le menu d’un tableau, choisissez « Imprimer, exporter et partager », puis « Exporter en JSON », et importez ce fichier. Un jeton en lecture seule pour la clé d’API de ce service importe plusieurs tableaux à la fois ; son administration a le lien pour en créer un.',
        link: undefined,
        from: 'Depuis Trello',
        none: 'Votre compte n’y a pas de tableaux ouverts.',
        start: (count: number) => `Importer ${counted(count, 'tableau', 'tableaux')}`,
      },
    },
    notYet: (provider: string) => `Connectez d’abord votre compte ${provider}.`,
    toConnections: 'Aller à vos connexions',
    all: 'Tout sélectionner',
    unread: (provider: string) => `${provider} n’a pas pu être lu.`,
    again: 'Importez-le de nouveau pour réessayer.',
  },
};
