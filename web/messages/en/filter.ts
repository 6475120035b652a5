import { type ProblemCode, problemTexts } from '../../../contract/filter/problems.ts';

/* Texts of the field that filters cards, once it is used. */

export const filterTexts = {
  completions: 'What can be written here',
  problems: problemTexts as Readonly<Record<ProblemCode, string>>,
};
