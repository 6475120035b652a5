import { problemTexts } from './filter-problems.ts';

export const filterTexts = {
  completions: 'Qué se puede escribir aquí',
  problems: problemTexts,
};
