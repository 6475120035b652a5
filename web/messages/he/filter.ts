import { problemTexts } from './filter-problems.ts';

export const filterTexts = {
  completions: 'מה אפשר לכתוב כאן',
  problems: problemTexts,
};
