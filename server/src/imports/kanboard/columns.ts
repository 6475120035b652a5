import { Invalid } from '../../base/errors.ts';

/** The columns in the order of Kanboard 1.2.10 and later, with their English names. */
const columns = [
  ['id', 'Task Id'],
  ['reference', 'Reference'],
  ['project', 'Project'],
  ['status', 'Status'],
  ['category', 'Category'],
  ['swimlane', 'Swimlane'],
  ['column', 'Column'],
  ['position', 'Position'],
  ['color', 'Color'],
  ['due', 'Due date'],
  ['creator', 'Creator'],
  ['creatorName', 'Creator Name'],
  ['assignee', 'Assignee Username'],
  ['assigneeName', 'Assignee Name'],
  ['complexity', 'Complexity'],
  ['title', 'Title'],
  ['created', 'Creation date'],
  ['modified', 'Modification date'],
  ['completed', 'Completion date'],
  ['start', 'Start date'],
  ['estimated', 'Time estimated'],
  ['spent', 'Time spent'],
  ['priority', 'Priority'],
  ['tags', 'Tags'],
] as const;

export type Column = (typeof columns)[number][0];

/**
 * Finds the columns by name. Kanboard writes names in the language of the user who exports: other languages are matched by order,
 * except the status, whose value is translated, too.
 */
export function columnsOf(header: readonly string[]): Map<Column, number> {
  const places = new Map(header.map((name, place) => [name.trim().toLowerCase(), place]));
  const found = new Map<Column, number>();
  for (const [column, name] of columns) {
    const place = places.get(name.toLowerCase());
    if (place !== undefined) found.set(column, place);
  }
  const isEnglish = found.has('id') && found.has('title') && found.has('column');
  if (!isEnglish && header.length !== columns.length) {
    throw new Invalid('export-of-kanboard');
  }
  for (const [place, [column]] of columns.entries()) {
    if (!isEnglish) found.set(column, column === 'status' ? -1 : place);
    else if (!found.has(column)) found.set(column, -1);
  }
  return found;
}
