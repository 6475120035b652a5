import type { SetUp } from './look-set-up.ts';
import type { Screen } from './screens.ts';

/*
 * Screens that take more than an address and a button: dialogs, steps, forms, and what is set up once. They are for people
 * (`npm run look`); axe judges most of them in the tests that play them.
 */

export interface ScreenByHand extends Screen {
  /** What is written into fields first, by their names. */
  fill?: Readonly<Record<string, string>>;
  /** A key that is pressed on the first card of a board. */
  key?: string;
  /** The names of buttons that are pressed after the first, in order. */
  then?: readonly (string | RegExp)[];
  /** Of a long page, all of it is shown. */
  isLong?: boolean;
  refuses?: Refusal;
}

/** Requests that are refused, by their address, and how. */
export interface Refusal {
  address: RegExp;
  method?: string;
  status: number;
  code: string;
}

const password = 'correct horse battery';

/** Ways in, for which nobody is signed in. */
export const waysIn = ({ guarded, inviteCode, publicPath, card }: SetUp): readonly ScreenByHand[] => {
  const step = { path: '/sign-in', fill: { email: guarded.email, password }, press: 'Sign in' };
  return [
    {
      name: 'sign-in-provider',
      path: '/sign-in',
      fill: { email: 'ada@acme.example' },
      shows: 'Continue with',
    },
    { name: 'sign-in-wrong', ...step, fill: { email: 'ada@example.com', password: 'no' }, shows: /wrong/i },
    {
      name: 'sign-in-link',
      path: '/sign-in',
      fill: { email: 'ada@example.com' },
      press: 'Email me a link instead',
      shows: /has an account here/,
    },
    { name: 'second-step', ...step, shows: 'One more step' },
    { name: 'second-step-recovery', ...step, then: ['Use a recovery code'], shows: 'Recovery code' },
    {
      name: 'forgot-password-sent',
      path: '/forgot-password',
      fill: { email: 'ada@example.com' },
      press: 'Email me a link',
      shows: /has an account here/,
    },
    {
      name: 'reset-password-late',
      path: '/reset-password#x',
      fill: { password },
      press: 'Set password',
      shows: /has expired or was already/,
    },
    {
      name: 'magic-link-late',
      path: '/magic-link#x',
      press: 'Sign in',
      shows: /has expired or was already/,
    },
    { name: 'invite', path: `/invite#${inviteCode}`, shows: 'Your name' },
    { name: 'invite-late', path: '/invite?late#x', shows: /invitation/i },
    { name: 'signed-in-failed', path: '/signed-in/acme?error=access_denied', shows: /sign in/i },
    { name: 'public-board', path: publicPath, shows: 'Paint the crane blue' },
    { name: 'public-card', path: `${publicPath}/${card}`, shows: 'Paint the crane blue' },
  ];
};

const ofAccount: readonly ScreenByHand[] = [
  {
    name: 'security-app',
    path: '/profile/security',
    press: 'Add an authenticator app',
    shows: 'Code that the app shows now',
  },
  {
    name: 'security-confirm',
    path: '/profile/security',
    press: 'Add an authenticator app',
    shows: 'Confirm that it is you',
    refuses: { address: /second-factors$/, method: 'POST', status: 403, code: 'confirmation-required' },
  },
  { name: 'security-long', path: '/profile/security', shows: 'Sign-ins and changes', isLong: true },
  { name: 'new-key', path: '/profile/keys', press: 'New API key', shows: 'What it is for' },
  {
    name: 'key-once',
    path: '/profile/keys',
    press: 'Key for an agent',
    fill: {},
    shows: 'Name of the agent',
    isLong: true,
  },
  { name: 'notifications-long', path: '/profile/notifications', shows: 'On this device', isLong: true },
  { name: 'import-anywhere', path: '/import', shows: 'Import' },
  { name: 'invite-signed-in', path: '/invite#x', shows: /invitation/i },
  { name: 'confirm-address-late', path: '/confirm-address#x', shows: 'Confirm your new address' },
];

/** What happens to a session, and to pages that cannot be shown. */
const whatEnds = ({ workspace, closed }: SetUp): readonly ScreenByHand[] => [
  { name: 'boards-closed', path: '/', shows: 'is closed to you until' },
  { name: 'workspace-closed', path: `/w/${closed}/members`, shows: 'Add a second factor' },
  {
    name: 'workspace-too-old',
    path: `/w/${workspace}/settings`,
    shows: 'Sign in again',
    refuses: {
      address: new RegExp(`workspaces/${workspace}(?:\\?|$)`),
      status: 403,
      code: 'session-too-old',
    },
  },
  {
    name: 'signed-out',
    path: `/w/${workspace}/settings`,
    shows: 'Your session has ended',
    refuses: { address: /workspaces/, status: 401, code: 'sign-in-required' },
  },
  {
    name: 'wrong',
    path: `/w/${workspace}/settings`,
    shows: 'Something went wrong',
    refuses: { address: /workspaces/, status: 400, code: '' },
  },
  {
    name: 'away',
    path: `/w/${workspace}/settings`,
    shows: 'is not responding',
    refuses: { address: /workspaces/, status: 503, code: '' },
  },
];

const ofWorkspace = ({ workspace, member }: SetUp): readonly ScreenByHand[] => {
  const at = (part: string) => `/w/${workspace}/${part}`;
  return [
    { name: 'security-of-workspace', path: at('security'), shows: 'engineering', isLong: true },
    {
      name: 'new-group',
      path: at('security'),
      press: 'Add group',
      then: ['Create token'],
      shows: 'Token',
      isLong: true,
    },
    { name: 'code-hosts', path: at('code-hosts'), shows: 'Kiln' },
    { name: 'new-code-host', path: at('code-hosts'), press: 'Connect a code host', shows: 'Name' },
    {
      name: 'code-host-steps',
      path: at('code-hosts'),
      press: 'Connect a code host',
      then: ['Connect'],
      shows: 'Payload URL',
      isLong: true,
    },
    {
      name: 'code-host',
      path: at('code-hosts'),
      press: 'Manage Kiln',
      then: ['Add a token'],
      shows: 'Token',
      isLong: true,
    },
    { name: 'members-long', path: at('members'), shows: 'Robo', isLong: true },
    { name: 'member-rights', path: at(`members/${member}`), shows: 'Nils Aalto', isLong: true },
    { name: 'new-bot', path: at('members'), press: 'Add a bot', shows: 'Owner', isLong: true },
    { name: 'bot', path: at('members'), press: 'Manage Robo', shows: 'Its API keys', isLong: true },
    {
      name: 'bot-key',
      path: at('members'),
      press: 'Manage Robo',
      then: ['New key'],
      shows: 'Name of the agent',
      isLong: true,
    },
    { name: 'remove-member', path: at('members'), press: 'Remove', shows: 'Nils Aalto' },
    { name: 'new-field', path: at('fields'), press: 'New field', shows: 'Name' },
    { name: 'edit-field', path: at('fields'), press: 'Edit field Stage', shows: 'Delete field' },
    { name: 'roles-long', path: at('roles'), shows: 'Change and move cards', isLong: true },
    { name: 'keys-of-workspace', path: at('keys'), shows: 'Night shift', isLong: true },
    { name: 'settings-of-workspace', path: at('settings'), shows: 'Card number prefix', isLong: true },
    { name: 'audit-long', path: at('audit'), shows: /created the/, isLong: true },
    {
      name: 'webhook-edit',
      path: at('webhooks'),
      press: 'New webhook',
      shows: 'Only some events',
      isLong: true,
    },
  ];
};

const ofBoard = ({ board, card }: SetUp): readonly ScreenByHand[] => {
  const at = (part: string) => `/b/${board}/${part}`;
  return [
    { name: 'rules', path: at('rules'), shows: 'Tidy up', isLong: true },
    { name: 'rules-log', path: at('rules'), press: 'Log', shows: 'Hoist', isLong: true },
    { name: 'new-rule', path: at('rules'), press: 'New rule', shows: 'Still open?', isLong: true },
    {
      name: 'rule',
      path: at('rules'),
      press: 'Edit Week begins',
      then: ['And then', 'Try'],
      shows: 'And then',
      isLong: true,
    },
    { name: 'activity', path: at('activity'), shows: 'Robo' },
    { name: 'undo', path: at('activity'), then: [/^Undo what .* did since/], shows: /will stay/ },
    { name: 'proposals', path: at('proposals'), shows: 'Buy paint', isLong: true },
    { name: 'proposal', path: at('proposals'), press: 'Edit Buy paint', shows: 'Title', isLong: true },
    { name: 'board-fields', path: at('fields'), shows: 'Estimate' },
    { name: 'new-board-field', path: at('fields'), press: 'New field', shows: 'Field name', isLong: true },
    { name: 'public-settings', path: at('members'), shows: 'Open public page', isLong: true },
    { name: 'card-long', path: `/c/${card}`, shows: 'Signal yellow', isLong: true },
    { name: 'card-actions', path: `/c/${card}`, press: 'Actions for this card', shows: 'Copy link' },
    { name: 'card-label', path: `/c/${card}`, press: 'Labels', shows: 'Urgent' },
    { name: 'card-member', path: `/c/${card}`, press: 'Members', shows: 'Olga Reyes' },
    { name: 'card-relate', path: `/c/${card}`, press: 'Related card', shows: 'Find a card by title or key' },
  ];
};

const keysOnBoard: Readonly<Record<string, [key: string, shows: string]>> = {
  'card-menu': ['ContextMenu', 'Copy link'],
  labels: ['l', 'Urgent'],
  people: ['m', 'Olga Reyes'],
  'due-date': ['d', 'Next week'],
  'quick-edit': ['e', 'Save'],
  'new-card': ['n', 'What needs to be done?'],
  'move-card': ['v', 'Position'],
  filter: ['f', 'No due date'],
  help: ['?', 'Select all in list'],
  selection: ['s', '1 card selected'],
};

/** Of the operator, in their workspace. */
export const screensByHand = (made: SetUp): readonly ScreenByHand[] => [
  { name: 'operator', path: '/admin', shows: 'Background work', isLong: true },
  {
    name: 'operator-announces',
    path: '/admin',
    fill: { text: 'The service will be away on Sunday from 7 to 8, for new disks.' },
    press: 'Announce',
    shows: 'Withdraw',
    isLong: true,
  },
  { name: 'announcement', path: '/', shows: 'for new disks' },
  { name: 'operator-withdraws', path: '/admin', press: 'Withdraw', shows: 'Announce', isLong: true },
  { name: 'operator-disables', path: '/admin', press: 'Disable', shows: 'Disable', isLong: true },
  ...ofAccount,
  ...whatEnds(made),
  ...ofWorkspace(made),
  ...ofBoard(made),
  ...Object.entries(keysOnBoard).map(([name, [key, shows]]) => ({
    name: `key-${name}`,
    path: `/b/${made.board}`,
    key,
    shows,
  })),
];

/** Of somebody whose account has a second factor. */
export const screensOfGuarded: readonly ScreenByHand[] = [
  { name: 'security-factors', path: '/profile/security', shows: 'recovery codes are left' },
  {
    name: 'recovery-codes',
    path: '/profile/security',
    press: 'Make new codes',
    then: ['Make new codes'],
    shows: 'Keep these codes',
  },
  {
    name: 'security-confirm-code',
    path: '/profile/security',
    press: 'Add an authenticator app',
    shows: 'Confirm that it is you',
    refuses: { address: /second-factors$/, method: 'POST', status: 403, code: 'confirmation-required' },
  },
  { name: 'remove-factor', path: '/profile/security', press: 'Remove', shows: 'It is the last one' },
];
