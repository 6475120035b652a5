import type { CodeDeliveryOutcome, CodeHostKind } from '../../../contract/code-kinds.ts';
import { number } from './counts.ts';

/** The settings of code hosts. */
export const codeHostTexts = {
  title: 'Code hosts',
  hint: 'Branches, commits and pull requests that name a card, such as WEB-12, appear on it with their state.',
  new: 'Connect a code host',
  create: 'Connect',
  none: 'No code host is connected yet.',
  full: (most: number) => `A workspace has at most ${number(most)} connected code hosts.`,
  kind: 'Code host',
  kinds: { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea or Forgejo' } satisfies Record<
    CodeHostKind,
    string
  > as Readonly<Record<CodeHostKind, string>>,
  name: 'Name',
  nameHint: 'It is shown in histories.',
  steps: 'What to do there',
  stepsOf: {
    github: [
      'Open Settings › Webhooks of the repository or the organization, and add a webhook.',
      'Paste the address as Payload URL and the secret as Secret, and choose application/json.',
      'Choose the events Pushes, Pull requests, and Branch or tag creation and deletion.',
    ],
    gitlab: [
      'Open Settings › Webhooks of the project or the group, and add a webhook.',
      'Paste the address as URL and the secret as Secret token.',
      'Choose Push events and Merge request events.',
    ],
    gitea: [
      'Open Settings › Webhooks of the repository or the organization, and add one of the type Gitea or Forgejo.',
      'Paste the address as Target URL and the secret as Secret, and choose POST and application/json.',
      'Choose the events Push, Create, Delete and Pull request.',
    ],
  } satisfies Record<CodeHostKind, readonly string[]> as Readonly<Record<CodeHostKind, readonly string[]>>,
  test: 'Then test the webhook there: it appears here as a delivery.',
  address: 'Address',
  copyAddress: 'Copy the address',
  secretOnce: 'Secret – it is shown only now',
  manage: 'Manage',
  manageNamed: (name: string) => `Manage ${name}`,
  rename: 'Rename',
  newSecret: 'Replace the secret',
  newSecretQuestion:
    'Replace the secret? The current one works for another day. What comes by this connection is done as you from then on.',
  remove: 'Disconnect',
  removeQuestion: (name: string) => `Disconnect ${name}? What is on cards stays.`,
  never: 'Nothing was delivered yet',
  delivered: (when: string) => `Last delivery ${when}`,
  refused: (when: string) => `A delivery with a wrong secret was refused ${when}.`,
  comments: {
    title: 'Comments on pull requests',
    hint: 'With a token of the code host, each pull request gets a comment with links to its cards.',
    begin: 'Add a token',
    save: 'Save',
    token: 'Token',
    tokenHint: {
      github: 'A fine-grained token that may read and write pull requests',
      gitlab: 'An access token with the scope api',
      gitea: 'A token that may read and write issues',
    } satisfies Record<CodeHostKind, string> as Readonly<Record<CodeHostKind, string>>,
    url: 'Address of the API',
    urlHint: {
      github: 'Only for a GitHub of your own, such as https://git.example.com/api/v3',
      gitlab: 'Only for a GitLab of your own, such as https://git.example.com/api/v4',
      gitea: 'Such as https://git.example.com/api/v1',
    } satisfies Record<CodeHostKind, string> as Readonly<Record<CodeHostKind, string>>,
    none: 'No comment was posted yet',
    posted: (when: string) => `Last comment ${when}`,
    problem: (why: string) => `The last comment could not be posted: ${why}.`,
    forget: 'Forget the token',
    forgetQuestion: 'Forget the token? Pull requests get no more comments.',
  },
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing was delivered yet.',
  refresh: 'Refresh',
  repeats: (count: number) => (count === 1 ? 'repeated once' : `repeated ${number(count)} times`),
  cards: (count: number) => (count === 1 ? '1 card' : `${number(count)} cards`),
  outcomes: {
    linked: 'Linked',
    unnamed: 'No card named',
    unused: 'Not used',
    'no-access': 'No access to the cards',
    unreadable: 'Not readable',
  } satisfies Record<CodeDeliveryOutcome, string> as Readonly<Record<CodeDeliveryOutcome, string>>,
};
