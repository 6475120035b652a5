import { problemTexts } from './filter-problems.ts';

export const filterTexts = {
  completions: 'Ce qu’on peut écrire ici',
  problems: problemTexts,
};
