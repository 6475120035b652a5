export const consentTexts = {
  title: 'Connecter une application',
  asks: (name: string) => `« ${name} » demande l’accès`,
  as: (email: string) =>
    `Elle agira en votre nom, ${email}, dans les limites ci-dessous. Ce qu’elle fait apparaît avec son nom.`,
  vouched: (host: string) => `${host} se porte garant de ce nom.`,
  unvouched:
    'Personne n’a vérifié ce nom : l’application se l’est donné elle-même. Ne continuez que si vous venez de commencer ceci dans une application de confiance.',
  returns: {
    site: (host: string) => `Ensuite, vous revenez à ${host}, qui obtient l’accès.`,
    computer: () => 'Ensuite, vous revenez à un programme de cet ordinateur, qui obtient l’accès.',
    app: (scheme: string) => `Ensuite, l’application qui ouvre ${scheme} obtient l’accès.`,
  },
  onlyBoards: 'Tout le reste de l’espace de travail lui reste caché.',
  allow: 'Autoriser',
  refuse: 'Refuser',
  back: (to: string) => `Revenir à ${to}`,
  cannot: 'Cela ne peut pas être autorisé',
  leaving: 'Retour à l’application…',
  leavingHint: 'Vous pouvez fermer cette page.',
};
