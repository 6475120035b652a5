import type { ProblemCode } from '../../../contract/filter/problems.ts';

export const problemTexts: Readonly<Record<ProblemCode, string>> = {
  'too-long': 'un filtre a au plus {max} caractères',
  'too-many-terms': 'un filtre a au plus {max} termes, chaque valeur compte',
  'too-deep': 'les parenthèses sont imbriquées sur {max} niveaux au plus',
  'unclosed-quote': 'le guillemet n’est jamais fermé',
  'unclosed-parenthesis': 'la parenthèse n’est jamais fermée',
  'unexpected-parenthesis': 'aucune parenthèse n’est ouverte ici',
  'missing-term': 'il manque ici ce qu’il faut chercher',
  'missing-value': 'il manque une valeur après « {key}: »',
  'unknown-key':
    '« {key} » n’est ni une clé de filtre ni un champ du tableau ; mettez entre guillemets les mots avec deux-points',
  'unknown-value': '« {value} » n’est pas une valeur de « {key} », qui connaît {allowed}',
  'not-a-date':
    '« {value} » n’est pas une date ; écrivez 2026-12-01, today, week, <7d, 2026-12-01..2026-12-24 ou none',
  'not-a-number': '« {value} » n’est pas un nombre ; écrivez 5, >=5 ou 3..8',
  'unknown-sort': 'on ne peut pas trier par « {value} » ; il y a {allowed}',
  'too-many-sorts': 'les cartes sont triées par {max} critères au plus',
  'not-on-tiles':
    'ce filtre porte sur les cartes telles que les tableaux les montrent, où « {term} » ne se voit pas',
  'sort-inside': '« sort: » se place hors des parenthèses, sans signe moins devant',
};
