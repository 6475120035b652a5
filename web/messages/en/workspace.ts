import { counted } from './counts.ts';

/* Texts of the pages about a workspace. */

export const workspaceTexts = {
  people: (count: number) => counted(count, 'member', 'members'),
  since: (day: string) => `since ${day}`,
  status: { invited: 'invited', paused: 'paused: no access' } as Readonly<Record<string, string>>,
  placeholder: 'known only from an import',
  leaveQuestion:
    'You will lose access to all boards in this workspace, and can come back only if you are invited.',
  removeQuestion: (name: string) =>
    `${name} will lose access to all boards, and be removed from their cards.`,
  notYours: 'You do not have permission to change the settings of this workspace.',
  cardPrefix: 'Card number prefix',
  cardPrefixHint: 'With WEB, cards are called WEB-1, WEB-2 and so on.',
  weekStart: 'Week starts on',
  weekDays: { '1': 'Monday', '0': 'Sunday', '6': 'Saturday' },
  showEmails: 'Members see each other’s e-mail addresses',
  publicBoards: 'Boards may be public',
  delete: 'Delete workspace',
  deleteHint: 'The workspace and all its boards will move to the trash. You can restore it for 30 days.',
  deleteQuestion: (name: string) => `Nobody will be able to see ${name} or its boards.`,
};
