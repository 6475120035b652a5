import type { BackupProblem } from '../../../../../contract/operator-shapes.ts';
import type { MailTexts } from '../compose.ts';

const unlessAsked = 'si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail';

const reasons = {
  gone: 'car son destinataire a répondu qu’il n’existe plus (statut 410)',
  failing: 'car pendant cinq jours chaque tentative de livraison a échoué',
};

const backupProblems: Record<BackupProblem, string> = {
  'backup-failed': 'la dernière tentative a échoué',
  'backup-old': 'aucune n’a réussi depuis plus de deux périodes',
  'backup-gone': 'la dernière sauvegarde valable est absente ou endommagée',
  'backup-incomplete': 'des fichiers joints manquent dans la dernière sauvegarde',
  'backup-folder-missing': 'le dossier de BACKUP_TO est introuvable',
  'backup-folder-unwritable': 'le dossier de BACKUP_TO n’est pas accessible en écriture',
  'backup-store-fails': 'le stockage d’objets est inutilisable',
  'backup-no-room': 'l’espace libre ne suffit pas pour la prochaine',
  'backup-old-stay': 'les anciennes ne peuvent pas être supprimées',
};

export const fr: MailTexts = {
  magicLink: {
    subject: 'Votre lien de connexion',
    sentence: () => `Ce lien vous connecte ; il fonctionne une fois, pendant 10 minutes, et ${unlessAsked}.`,
    action: 'Se connecter',
  },
  passwordReset: {
    subject: 'Choisir un nouveau mot de passe',
    sentence: () =>
      'Avec ce lien vous choisissez un nouveau mot de passe, ce qui ferme toutes les sessions de votre compte ; il fonctionne ' +
      `une fois, pendant une heure, et ${unlessAsked}.`,
    action: 'Choisir un nouveau mot de passe',
  },
  newAddress: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    sentence: () =>
      'Ouvrez ce lien en étant connecté pour que cette adresse devienne celle de votre compte ; il fonctionne une fois, ' +
      `pendant une heure, et ${unlessAsked}.`,
    action: 'Confirmer l’adresse',
  },
  addressChanged: {
    subject: 'L’adresse e-mail de votre compte a changé',
    sentence: () =>
      'Votre compte a maintenant une autre adresse e-mail, et celle-ci n’y donne plus accès ; si ce n’était pas vous, ' +
      'prévenez immédiatement l’administration du service.',
    action: 'Ouvrir Taskboard',
  },
  passwordChanged: {
    subject: 'Le mot de passe de votre compte a changé',
    sentence: () =>
      'Votre compte a maintenant un autre mot de passe ; si ce n’était pas vous, choisissez-en un nouveau avec « Mot de passe oublié ? » ' +
      'sur la page de connexion, et consultez le journal de sécurité dans les paramètres de votre compte.',
    action: 'Ouvrir le journal de sécurité',
  },
  factorsChanged: {
    subject: 'Les seconds facteurs de votre compte ont changé',
    sentence: () =>
      'Un second facteur ou les codes de récupération de votre compte ont été ajoutés, supprimés ou remplacés ; si ce n’était pas vous, ' +
      'changez de mot de passe et consultez le journal de sécurité dans les paramètres de votre compte.',
    action: 'Ouvrir le journal de sécurité',
  },
  accountDeleted: {
    subject: 'Votre compte a été supprimé',
    sentence: () =>
      'Votre compte et votre adresse e-mail ont été supprimés ; ce que vous avez écrit reste dans les espaces de travail, sans ' +
      'votre nom.',
    action: 'Ouvrir Taskboard',
  },
  invitation: {
    subject: 'Invitation à un espace de travail',
    sentence: ({ to, workspace, from }) =>
      'Vous êtes invité à un espace de travail, que vous pouvez rejoindre pendant 7 jours avec un compte de l’adresse ' +
      `${to} : il s’appelle ${workspace}${from === null ? '' : `, et la personne qui vous invite s’appelle ${from}`}.`,
    action: 'Lire l’invitation',
  },
  boardPublished: {
    subject: 'Un tableau a été rendu public',
    sentence: ({ board, workspace, by }) =>
      'Un tableau d’un espace de travail que vous administrez a été rendu public : toute personne ayant son adresse peut le ' +
      `lire sans se connecter ; il s’appelle ${board}, dans l’espace de travail ${workspace}, et a été publié par ${by}.`,
    action: 'Ouvrir les paramètres du tableau',
  },
  boardUnpublished: {
    subject: 'Un tableau n’est plus public',
    sentence: ({ board, workspace, by }) =>
      'Un tableau d’un espace de travail que vous administrez n’est plus public : seules les personnes de l’espace de travail ' +
      `peuvent le lire ; il s’appelle ${board}, dans l’espace de travail ${workspace}, et le changement a été fait par ${by}.`,
    action: 'Ouvrir les paramètres du tableau',
  },
  webhookDisabled: {
    subject: 'Un webhook a été désactivé',
    sentence: ({ reason, name, workspace }) =>
      `Un webhook d’un espace de travail que vous administrez a été désactivé, ${reasons[reason]} : il s’appelle ${name}, dans ` +
      `l’espace de travail ${workspace}.`,
    action: 'Ouvrir le webhook',
  },
  chatDisabled: {
    subject: 'Plus rien n’est publié dans une messagerie',
    sentence: ({ reason, name, workspace }) =>
      `Une messagerie d’un tableau a été désactivée, ${reasons[reason]} : elle s’appelle ${name}, dans l’espace de travail ` +
      `${workspace}.`,
    action: 'Ouvrir les messageries du tableau',
  },
  test: {
    subject: 'E-mail de test',
    sentence: () =>
      'Vous administrez ce service et avez demandé un e-mail de test : les e-mails arrivent, comme vous le voyez.',
    action: 'Ouvrir la page d’administration',
  },
  backupsFail: {
    subject: 'Les sauvegardes demandent votre attention',
    sentence: ({ problems }) =>
      `Les sauvegardes planifiées posent problème : ${problems.map((code) => backupProblems[code]).join(' ; ')}.`,
    action: 'Voir le problème',
  },
  backupsWork: {
    subject: 'Les sauvegardes fonctionnent de nouveau',
    sentence: () => 'Le problème des sauvegardes planifiées est résolu.',
    action: 'Ouvrir la page d’administration',
  },
};
