export const mergeTexts = {
  open: 'Fusionner avec…',
  openFor: (name: string) => `Fusionner ${name} avec un membre`,
  with: (name: string) => `${name} est`,
  hint: 'Ses cartes, commentaires et fichiers deviennent ceux du membre. C’est irréversible.',
  merge: 'Fusionner',
  merged: (name: string) => `${name} : fusion en cours`,
};
