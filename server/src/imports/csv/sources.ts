import { asana, monday, notion, planner, trello } from './sources/boards.ts';
import { plain } from './sources/plain.ts';
import type { Source } from './sources/source.ts';
import { clickup, todoist } from './sources/tasks.ts';
import { github, gitlab, jira, linear } from './sources/trackers.ts';

/*
 * What the columns of other programs become, by their headings: lower case, with spaces for `_` and `-`. A heading that ends in
 * `*` stands for all that begin so. Columns that are not here are fields of the board.
 */

/** The first that fits counts. */
export const sources = {
  own: {
    name: 'Taskboard',
    signs: [['checklists', 'attachments', 'created by', 'id']],
    // Any other heading is the name of a field, such as Tags or Assignee.
    columns: {
      board: ['board'],
      list: ['list'],
      number: ['number'],
      title: ['title'],
      description: ['description'],
      labels: ['labels'],
      members: ['members'],
      start: ['start date'],
      due: ['due date'],
      completed: ['completed'],
      archived: ['archived at'],
      created: ['created at'],
      creator: ['created by'],
      checklist: ['checklists'],
      parent: ['parent'],
      'blocked-by': ['blocked by'],
      relates: ['relates to'],
      duplicates: ['duplicates'],
      'leave-out': ['id', 'attachments'],
    },
    fieldName: /^(.+) \(field\)$/,
  },
  jira,
  asana,
  linear,
  todoist,
  clickup,
  planner,
  trello,
  gitlab,
  github,
  monday,
  notion,
  plain: { name: '', signs: [[]], columns: plain },
} satisfies Record<string, Source>;

export type SourceId = keyof typeof sources;
