import { counted } from './counts.ts';

/* Texts of the pages about a workspace. */

export const workspaceTexts = {
  people: (count: number, invited: number) =>
    `${counted(count, 'member', 'members')}${invited > 0 ? `, ${counted(invited, 'invited', 'invited')}` : ''}`,
  since: (day: string) => `since ${day}`,
  status: {
    invited: 'has not joined yet',
    paused: 'has no access, but stays on cards',
  } as Readonly<Record<string, string>>,
  states: { invited: 'Invited', paused: 'Paused' } as Readonly<Record<string, string>>,
  rightsOf: (name: string) => `Permissions of ${name}`,
  find: 'Find a member',
  noneFound: 'No member has this name.',
  pause: 'Pause',
  pauseNamed: (name: string) => `Pause ${name}`,
  pausedNow: (name: string) => `${name} has no access until you let them back in`,
  resume: 'Let back in',
  resumeNamed: (name: string) => `Let ${name} back in`,
  resumed: (name: string) => `${name} has access again`,
  placeholder: 'known only from an import',
  leaveQuestion:
    'You will lose access to all boards in this workspace, and can come back only if you are invited.',
  removeQuestion: (name: string) =>
    `${name} will lose access to all boards, and be removed from their cards.`,
  cardPrefix: 'Card number prefix',
  cardPrefixHint: 'With WEB, cards are called WEB-1, WEB-2 and so on.',
  weekStart: 'Week starts on',
  weekDays: { '1': 'Monday', '0': 'Sunday', '6': 'Saturday' },
  showEmails: 'Members see each other’s email addresses',
  publicBoards: 'Boards may be public',
  delete: 'Delete workspace',
  deleteHint: 'The workspace and all its boards will move to the trash. You can restore it for 30 days.',
  deleteQuestion: (name: string) => `Nobody will be able to see ${name} or its boards.`,
};
