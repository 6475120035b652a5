export const mailedTexts = {
  signIn: 'Se connecter avec un lien',
  signInHint: 'Le lien fonctionne une fois, pour l’adresse à laquelle il a été envoyé.',
  sendReset: 'Recevoir un lien par e-mail',
  resetSent: (email: string) => `Si ${email} a un compte ici, un e-mail avec un lien est en route.`,
  forgotHint:
    'Saisissez votre adresse e-mail, et nous vous envoyons un lien pour choisir un nouveau mot de passe.',
  setPassword: 'Définir le mot de passe',
  passwordSet: 'Votre nouveau mot de passe est défini',
  confirm: 'Confirmer la nouvelle adresse',
  confirmHint: 'Vous vous connecterez ensuite avec elle.',
  invited: (workspace: string) => `Rejoindre ${workspace}`,
  invitedBy: (inviter: string | null, workspace: string) =>
    inviter === null
      ? `Vous êtes invité à rejoindre l’espace de travail ${workspace}.`
      : `${inviter} vous invite à rejoindre l’espace de travail ${workspace}.`,
  onlyFor: (email: string) => `Cette invitation est pour ${email}.`,
  forOther: (email: string, own: string) =>
    `Cette invitation est pour ${email}. Vous êtes connecté en tant que ${own}.`,
  otherAccount: 'Utiliser un autre compte',
  stay: 'Aller à mes tableaux',
  accepted: 'Cette invitation a déjà été acceptée.',
  open: 'Ouvrir Taskboard',
  notOpen: 'Cette invitation n’est plus valable. Demandez-en une nouvelle.',
  join: 'Rejoindre',
  joinAs: (email: string) => `Vous le rejoindrez en tant que ${email}.`,
  signUpAndJoin: 'Créer un compte et rejoindre',
  notSignedIn: 'La connexion a été annulée, ou le fournisseur l’a refusée.',
};
