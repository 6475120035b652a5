import type { factorTexts as english } from '../en/factors.ts';
import { signOnTexts } from './sign-on.ts';

export const factorTexts: typeof english = {
  step: {
    title: 'Encore une étape',
    hint: 'Saisissez le code affiché par votre application d’authentification.',
    code: 'Code',
    submit: 'Se connecter',
    passkey: 'Utiliser une clé d’accès',
    toRecovery: 'Utiliser un code de récupération',
    toCode: 'Utiliser l’application d’authentification',
    recoveryHint: 'Saisissez l’un de vos codes de récupération. Chacun ne sert qu’une fois.',
    recovery: 'Code de récupération',
    again: 'Recommencer',
    noPasskey: 'La clé d’accès n’a pas pu être utilisée. Réessayez, ou utilisez un code.',
  },
  confirm: {
    title: 'Confirmez votre identité',
    hint: 'Votre connexion remonte à un moment, et l’effet de cette action peut durer plus longtemps que votre session.',
    submit: 'Confirmer',
  },
  title: 'Seconds facteurs',
  hint: 'Avec un second facteur, le mot de passe seul ne suffit plus pour se connecter à votre compte.',
  none: 'Vous n’en avez pas encore.',
  kinds: { totp: 'Application d’authentification', passkey: 'Clé d’accès' },
  used: (when) => `Dernière utilisation : ${when}`,
  addApp: 'Ajouter une application d’authentification',
  addPasskey: 'Ajouter une clé d’accès',
  name: 'Nom',
  nameHint: 'Pour le reconnaître, par exemple « Téléphone ».',
  scan: 'Scannez cette image avec l’application, ou saisissez-y la clé.',
  picture: 'Code QR pour l’application d’authentification',
  key: 'Clé',
  codeOfApp: 'Code que l’application affiche maintenant',
  add: 'Ajouter',
  remove: 'Retirer',
  removeNamed: (name) => `Retirer « ${name} »`,
  removeQuestion: (name) => `Retirer « ${name} » ?`,
  lastQuestion: (name) =>
    `Retirer « ${name} » ? C’est le dernier : votre mot de passe suffira alors pour se connecter, et les codes de récupération ne seront plus valables.`,
  added: 'Le second facteur a été ajouté. Les autres sessions ont été fermées.',
  codesTitle: 'Codes de récupération',
  codesOnce:
    'Gardez ces codes là où vous les trouverez sans votre téléphone. Chacun permet de se connecter une fois. Ils ne sont affichés que maintenant.',
  codesKept: 'Je les ai gardés',
  download: 'Enregistrer dans un fichier',
  left: (count) =>
    count === 0
      ? 'Il ne reste aucun code de récupération.'
      : count === 1
        ? 'Il reste 1 code de récupération.'
        : `Il reste ${count} codes de récupération.`,
  newCodes: 'Créer de nouveaux codes',
  newCodesQuestion: 'Créer de nouveaux codes ? Les précédents ne fonctionneront plus.',
  signOn: signOnTexts,
  demanded: {
    title: 'Sécurité',
    hint: 'Ce que cet espace de travail exige de ses membres.',
    secondFactor: 'Les membres doivent avoir un second facteur',
    secondFactorHint:
      'L’espace de travail est fermé aux membres qui n’en ont pas, et à leurs clés d’API, jusqu’à ce qu’ils en ajoutent un ; ils l’apprennent par e-mail. Les bots n’en ont pas besoin.',
    firstYourself: 'Ajoutez d’abord un second facteur à votre propre compte.',
    toFactors: 'Vos seconds facteurs',
  },
  closed: (workspace) =>
    `${workspace} vous est fermé jusqu’à ce que vous ajoutiez un second facteur à votre compte.`,
  required:
    'Ce service demande à tout le monde un second facteur. Ajoutez-en un à votre compte pour continuer.',
  addOne: 'Ajouter un second facteur',
};
