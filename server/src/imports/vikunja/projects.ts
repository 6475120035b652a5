import { Invalid } from '../../base/errors.ts';
import type { Project } from './parts.ts';

/** Max projects that an error message names. */
const named = 20;

/** The index of the requested project, by its id or its title. */
export function chosen(found: readonly Project[], asked: string | undefined): number {
  // The list of favourites is exported as a project without an id of its own.
  const real = [...found.entries()].filter(([, { id }]) => !id.startsWith('-'));
  if (real.length === 0) throw new Invalid('export-without-projects');
  const matches =
    asked === undefined
      ? real
      : [
          real.filter(([, { id }]) => id === asked),
          real.filter(([, { title }]) => title.trim() === asked.trim()),
        ].find((each) => each.length > 0);
  const listed = real.slice(0, named).map(([, { id, title }]) => `${id} “${title.slice(0, 60)}”`);
  const all = `${listed.join(', ')}${real.length > named ? ', …' : ''}`;
  const [match, ...more] = matches ?? [];
  if (!match)
    throw new Invalid('export-without-this-project', { project: asked?.slice(0, 60) ?? '', projects: all });
  if (more.length > 0) {
    throw new Invalid('export-of-several-projects', { projects: all });
  }
  return match[0];
}
