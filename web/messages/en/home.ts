import { counted } from './counts.ts';

/* Texts of the list of boards. */

export const homeTexts = {
  starred: 'Starred',
  recent: 'Recent',
  filter: 'Find a board',
  noneFound: (text: string) => `No boards match “${text}”.`,
  searchCards: (text: string) => `Search all cards for “${text}”`,
  new: 'New board',
  import: 'Import',
  create: 'Create board',
  emptyHint: 'A board holds the work of a team or a project, in lists of cards. Create your first one here.',
  lists: (count: number) => counted(count, 'list', 'lists'),
  startWith: 'Start with',
  starts: {
    three: { text: 'To do, In progress, Done', lists: ['To do', 'In progress', 'Done'], completes: true },
    four: {
      text: 'Backlog, Next, Doing, Review, Done',
      lists: ['Backlog', 'Next', 'Doing', 'Review', 'Done'],
      completes: true,
    },
    week: {
      text: 'Days of the week',
      lists: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Someday'],
      completes: false,
    },
    nothing: { text: 'Empty board', lists: [], completes: false },
  },
  openTo: 'Who can see it',
  access: {
    workspace: 'Everyone in the workspace',
    members: 'Only board members',
  },
  templates: 'Templates',
  noTemplates: 'There are no templates yet. You can create one in the settings of any board.',
  archived: 'Archived boards',
  noArchived: 'No archived boards.',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} restored`,
  newWorkspace: 'New workspace',
  createWorkspace: 'Create workspace',
  noWorkspace: 'Name your workspace',
  noWorkspaceHint: 'A workspace brings together your boards and the people you work with.',
  ownWorkspace: (name: string) => `${name}’s workspace`,
};
