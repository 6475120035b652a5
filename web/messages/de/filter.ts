import { problemTexts } from './filter-problems.ts';

export const filterTexts = {
  completions: 'Was man hier schreiben kann',
  problems: problemTexts,
};
