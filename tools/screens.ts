/* Every screen, and what it shows once loaded. Checked by axe, and by people (`npm run look`). */

export interface Screen {
  name: string;
  path: string;
  /** A text on the loaded screen. */
  shows: string | RegExp;
  /** The name of a button to press first, or a part of the name. */
  press?: string;
  /** What is wrong with the connection: nothing arrives, or it is lost once the screen is there. */
  line?: 'silent' | 'lost';
}

interface Made {
  workspace: string;
  board: string;
  card: string;
  /** A webhook of the workspace, if it has one. */
  webhook?: string;
  /** The page that an application opens to ask for access. */
  consent: string;
}

/** Screens that need no sign-in. */
export const screensForAll: readonly Screen[] = [
  { name: 'sign-up', path: '/sign-up', shows: 'Create your account' },
  { name: 'sign-in', path: '/sign-in', shows: 'Welcome back' },
  { name: 'forgot-password', path: '/forgot-password', shows: 'Email me a link' },
  { name: 'reset-password', path: '/reset-password#x', shows: 'Choose a new password' },
  { name: 'magic-link', path: '/magic-link#x', shows: 'Sign in with a link' },
];

/** Screens of a signed-in user who has no data yet. */
export const screensOfNobody: readonly Screen[] = [
  { name: 'boards', path: '/', shows: 'Name your workspace' },
  { name: 'not-found', path: '/nowhere', shows: 'Page not found' },
];

/** A board, and its views. */
const viewsOf = (board: string): readonly Screen[] => [
  { name: 'board', path: `/b/${board}`, shows: 'Add a card' },
  { name: 'view-table', path: `/b/${board}?view=table`, shows: /^Key$|^Due$/ },
  { name: 'view-lanes', path: `/b/${board}?view=board`, shows: 'No person' },
  { name: 'view-calendar', path: `/b/${board}?view=calendar`, shows: /without a date/ },
  { name: 'view-week', path: `/b/${board}?view=calendar`, shows: /without a date/, press: 'Week' },
  {
    name: 'view-undated',
    path: `/b/${board}?view=calendar`,
    shows: /Drag a card here/,
    press: 'without a date',
  },
  { name: 'view-timeline', path: `/b/${board}?view=timeline`, shows: /with dates|a due date/ },
  { name: 'view-chart', path: `/b/${board}?view=chart`, shows: 'Age of open cards' },
];

/** What a user has set. */
const ofAccount: readonly Screen[] = [
  { name: 'profile', path: '/profile', shows: 'Change address' },
  { name: 'security', path: '/profile/security', shows: 'Sign out everywhere' },
  { name: 'notifications', path: '/profile/notifications', shows: 'On this device' },
  { name: 'keys', path: '/profile/keys', shows: /last used|never used|You have no API keys/ },
  { name: 'agent-key', path: '/profile/keys', shows: 'Name of the agent', press: 'Key for an agent' },
  { name: 'deleted-workspaces', path: '/profile/deleted-workspaces', shows: /in the trash|^Restore$/ },
  { name: 'connections', path: '/profile/connections', shows: 'Token for GitHub' },
  { name: 'appearance', path: '/profile/appearance', shows: 'Same as system' },
];

/** Screens of a user with a workspace, a board and a card. */
export const screensOf = ({ workspace, board, card, webhook, consent }: Made): readonly Screen[] => [
  { name: 'boards', path: '/', shows: 'New board' },
  { name: 'new-board', path: `/w/${workspace}`, shows: 'Start with', press: 'New board' },
  { name: 'workspace', path: `/w/${workspace}`, shows: 'New board' },
  { name: 'workspace-members', path: `/w/${workspace}/members`, shows: 'Invite someone by email' },
  { name: 'workspace-settings', path: `/w/${workspace}/settings`, shows: 'Card number prefix' },
  { name: 'workspace-trash', path: `/w/${workspace}/trash`, shows: /^Select all$|The trash is empty/ },
  {
    name: 'workspace-import',
    path: `/w/${workspace}/import`,
    shows: /Skipped|minor diff|Nothing has been imported/,
  },
  { name: 'workspace-export', path: `/w/${workspace}/export`, shows: 'Your exports' },
  { name: 'workspace-fields', path: `/w/${workspace}/fields`, shows: 'New field' },
  { name: 'workspace-roles', path: `/w/${workspace}/roles`, shows: 'Change and move cards' },
  { name: 'new-role', path: `/w/${workspace}/roles`, shows: 'What it is for', press: 'New role' },
  {
    name: 'workspace-invite-link',
    path: `/w/${workspace}/invite-link`,
    shows: /There is no active link|Works until/,
  },
  { name: 'workspace-security', path: `/w/${workspace}/security`, shows: 'Members need a second factor' },
  { name: 'workspace-keys', path: `/w/${workspace}/keys`, shows: /^No API key opens|created / },
  { name: 'workspace-webhooks', path: `/w/${workspace}/webhooks`, shows: /no webhooks yet|^On$|^Failing/ },
  { name: 'workspace-audit', path: `/w/${workspace}/audit`, shows: /created the (?:workspace|webhook)/ },
  ...(webhook
    ? [{ name: 'webhook', path: `/w/${workspace}/webhooks/${webhook}`, shows: /card\.|No deliveries/ }]
    : [
        {
          name: 'new-webhook',
          path: `/w/${workspace}/webhooks`,
          shows: 'Only some events',
          press: 'New webhook',
        },
      ]),
  { name: 'my-work', path: '/my-work', shows: / on [0-9]+ boards?|the first|No cards are assigned/ },
  { name: 'inbox', path: '/inbox', shows: /all caught up|Needs you|comment|changed/ },
  {
    name: 'share',
    path: '/share?title=A%20field%20guide%20to%20ferns&text=https://example.com/ferns/a-field-guide',
    shows: 'Add card',
  },
  { name: 'search', path: '/search?q=the', shows: /result|Nothing found/ },
  ...ofAccount,
  { name: 'consent', path: consent, shows: /asks for access/ },
  ...viewsOf(board),
  { name: 'list-menu', path: `/b/${board}`, shows: 'Archive list', press: 'Actions for the list' },
  { name: 'board-filter', path: `/b/${board}`, shows: 'No due date', press: 'Filter' },
  { name: 'palette', path: `/b/${board}`, shows: 'Keyboard shortcuts', press: 'Search and commands' },
  { name: 'account', path: `/b/${board}`, shows: 'Sign out', press: 'Your account' },
  { name: 'board-panel', path: `/b/${board}/panel`, shows: 'Who can see this board' },
  { name: 'board-members', path: `/b/${board}/members`, shows: 'Who can see this board' },
  { name: 'board-labels', path: `/b/${board}/labels`, shows: 'New label' },
  { name: 'board-label', path: `/b/${board}/labels`, shows: 'Color', press: 'Edit label Urgent' },
  { name: 'board-archive', path: `/b/${board}/archive`, shows: /^Select all$|No archived cards/ },
  { name: 'board-trash', path: `/b/${board}/trash`, shows: /^Select all$|The trash is empty/ },
  { name: 'board-settings', path: `/b/${board}/settings`, shows: 'Archive, delete or move' },
  { name: 'board-export', path: `/b/${board}/export`, shows: 'Your exports' },
  { name: 'board-calendar', path: `/b/${board}/calendar`, shows: 'Subscribe in your calendar app' },
  { name: 'board-mailbox', path: `/b/${board}/mailbox`, shows: /Keep it to yourself|does not take/ },
  { name: 'board-chat', path: `/b/${board}/channels`, shows: 'Add a chat' },
  { name: 'board-chat-new', path: `/b/${board}/channels`, shows: 'Add chat', press: 'Add a chat' },
  { name: 'card', path: `/c/${card}`, shows: 'Looks good' },
  { name: 'card-dates', path: `/c/${card}`, shows: 'Next week', press: 'Due date' },
  { name: 'card-reminders', path: `/c/${card}`, shows: /When it is due|On the day at/, press: 'Reminder' },
  { name: 'card-repeat', path: `/c/${card}`, shows: 'Every weekday', press: 'Repeat' },
];

/** What a board shows when there is little to show, or when not all is well; `blank` is a board without cards. */
export const statesOf = ({ board, blank }: { board: string; blank: string }): readonly Screen[] => [
  { name: 'board-blank', path: `/b/${blank}`, shows: 'What needs to be done?' },
  { name: 'board-opening', path: `/b/${board}`, shows: 'Loading…', line: 'silent' },
  { name: 'board-offline', path: `/b/${board}`, shows: 'Add a card', line: 'lost' },
];

/** A board as someone sees it who may only read. */
export const screensOfReader = ({ board, card }: Pick<Made, 'board' | 'card'>): readonly Screen[] => [
  { name: 'board', path: `/b/${board}`, shows: 'View only' },
  { name: 'card', path: `/c/${card}`, shows: 'Looks good' },
];
