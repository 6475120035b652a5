/* Texts of what surrounds all pages; part of `t`. */

export const pageTexts = {
  boards: {
    title: 'Boards',
    menu: 'Actions for the board',
    open: 'Open another board…',
    name: 'Board name',
    star: (name: string) => `Star ${name}`,
    restore: 'Restore',
    workspace: 'Workspace',
    workspaceName: 'Workspace name',
  },
  pages: {
    away: 'The service is not responding',
    awayHint: 'It may be restarting. This page will keep trying.',
    offlineHint: 'You are offline. This page will load when you are back online.',
    tryNow: 'Try now',
    broken: 'This page cannot be shown',
    brokenHint:
      'Your changes are kept. Reload the page. If that does not help, send the details to your administrator.',
    reload: 'Reload',
    details: 'Copy details',
    wrongHint: 'This page could not be loaded. Try again in a moment.',
    offlineChip: 'Offline',
    offlineChipHint: 'The service cannot be reached. What you see may be out of date.',
  },
  /** The tabs of a board's menu. */
  tabs: {
    title: 'Board panel',
    panel: 'Panel',
    share: 'Share',
    members: 'Members',
    labels: 'Labels',
    fields: 'Fields',
    activity: 'Activity',
    archive: 'Archive',
    trash: 'Trash',
    settings: 'Settings',
    export: 'Export',
    calendar: 'Calendar and feed',
    mailbox: 'Email to board',
    chat: 'Chat apps',
  },
  search: { title: 'Search' },
  profile: {
    title: 'Your account',
    theme: 'Theme',
    themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
  },
  workspace: { members: 'Members', settings: 'Settings' },
  myWork: 'My work',
  inbox: 'Inbox',
};
