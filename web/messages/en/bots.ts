import { counted } from './counts.ts';

/* Texts about the bots of a workspace. */

export const botTexts = {
  title: (count: number) => (count === 0 ? 'Bots' : counted(count, 'bot', 'bots')),
  hint: 'A bot is a member for an agent or another program. It can be assigned and mentioned, and what it does is marked. It can do no more than its owner.',
  add: 'Add a bot',
  name: 'Name',
  owner: 'Owner',
  ownerHint: 'Answers for the bot, and makes its keys.',
  role: 'Role',
  ownedBy: (name: string) => `belongs to ${name}`,
  nobody: 'somebody who left',
  keys: (count: number) => (count === 0 ? 'no keys' : counted(count, 'key', 'keys')),
  used: (ago: string) => `last used ${ago}`,
  manage: 'Manage',
  manageNamed: (name: string) => `Manage ${name}`,
  keysTitle: 'Its API keys',
  noKeys: 'It has no API keys, and cannot do anything yet.',
  newKey: 'New key',
  pausedFor: 'It has no access. If its owner left or may do less now, give it another owner or role first.',
  pause: 'Pause',
  resume: 'Let back in',
  remove: 'Remove bot',
  removeQuestion: (name: string) =>
    `${name} will lose its keys and be removed from its cards. What it did stays, under its name.`,
};
