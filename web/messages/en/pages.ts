import { counted } from './counts.ts';

/* Texts of the list of boards, and of what surrounds all pages; part of `t`. */

export const pageTexts = {
  boards: {
    title: 'Boards',
    favourites: 'Favourites',
    recent: 'Recently opened',
    filter: 'Find a board',
    noneFound: (text: string) => `No boards match “${text}”.`,
    searchCards: (text: string) => `Search all cards for “${text}”`,
    new: 'New board',
    import: 'Import',
    name: 'Board name',
    create: 'Create board',
    emptyHint:
      'A board holds the work of a team or a project, in lists of cards. Create your first one here.',
    lists: (count: number) => counted(count, 'list', 'lists'),
    startWith: 'Start with',
    starts: {
      three: { text: 'To do, In progress, Done', lists: ['To do', 'In progress', 'Done'] },
      four: {
        text: 'Backlog, Next, Doing, Review, Done',
        lists: ['Backlog', 'Next', 'Doing', 'Review', 'Done'],
      },
      week: {
        text: 'Days of the week',
        lists: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Someday'],
      },
      nothing: { text: 'Empty board', lists: [] },
    },
    openTo: 'Who can see it',
    access: {
      workspace: 'Everyone in the workspace',
      members: 'Only board members',
    },
    favourite: (name: string) => `Add ${name} to favourites`,
    templates: 'Templates',
    noTemplates: 'There are no templates yet. You can create one in the settings of any board.',
    archived: 'Archived boards',
    noArchived: 'No archived boards.',
    restore: 'Restore',
    restoreNamed: (name: string) => `Restore ${name}`,
    restored: (name: string) => `${name} restored`,
    workspace: 'Workspace',
    newWorkspace: 'New workspace',
    workspaceName: 'Workspace name',
    createWorkspace: 'Create workspace',
    noWorkspace: 'Name your workspace',
    noWorkspaceHint: 'A workspace brings together your boards and the people you work with.',
    ownWorkspace: (name: string) => `${name}’s workspace`,
  },
  pages: {
    away: 'The service is not responding',
    awayHint: 'It may be restarting. This page will keep trying.',
    offlineHint: 'You are offline. This page will load when you are back online.',
    tryNow: 'Try now',
    wrongHint: 'This page could not be loaded. Try again in a moment.',
    offlineChip: 'Offline',
    offlineChipHint: 'The service cannot be reached. What you see may be out of date.',
  },
  /** The tabs of a board's menu. */
  tabs: {
    title: 'Board menu',
    members: 'Members',
    labels: 'Labels',
    archive: 'Archive',
    trash: 'Trash',
    settings: 'Settings',
    export: 'Export',
    calendar: 'Calendar',
  },
  search: { title: 'Search' },
  profile: {
    title: 'Your account',
    profile: 'Profile',
    security: 'Security',
    keys: 'API keys',
    connections: 'Connections',
    appearance: 'Appearance',
  },
  workspace: { members: 'Members', settings: 'Settings', trash: 'Trash' },
};
