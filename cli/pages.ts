import { join } from 'node:path';
import { pagesState } from '../server/src/pages/sources.mjs';

const root = join(import.meta.dirname, '..');

const problems = {
  current: undefined,
  missing: 'the pages are not built, so browsers find none',
  outdated: 'the pages were built from other sources than those that are here',
};

/** The problem with the pages of this installation, and its solution; undefined if there is none. */
export function pagesProblem(): string | undefined {
  const problem = problems[pagesState(root)];
  return problem && `${problem}: run "npm run build" in ${root}`;
}
