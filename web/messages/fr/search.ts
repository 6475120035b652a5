import { counted } from './counts.ts';

export const searchTexts = {
  placeholder: 'Rechercher des tableaux et des cartes',
  hint: 'Cherchez dans les titres, descriptions, commentaires et numéros de cartes de tous vos espaces de travail.',
  kind: 'Que chercher',
  kinds: { all: 'Tout', card: 'Cartes', board: 'Tableaux' },
  count: (count: number) => (count === 0 ? 'Aucun résultat' : counted(count, 'résultat', 'résultats')),
  changed: (ago: string) => `modifié ${ago}`,
};
