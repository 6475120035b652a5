import type { NotificationKind } from '../../../contract/notifications.ts';

const kinds: Record<NotificationKind, string> = {
  assigned: 'You are added to a card',
  mentioned: 'You are mentioned',
  replied: 'Replies to your comments',
  invited: 'You are added to a board or invited',
  security: 'Your account is changed',
  overdue: 'Your cards are overdue',
  'due-soon': 'Your cards are due soon',
  commented: 'Comments on your cards',
  reacted: 'Reactions to your comments',
  completed: 'Your cards are done',
  moved: 'Your cards are moved',
  changed: 'Other changes to your cards',
  'role-changed': 'Your role is changed',
  'import-done': 'An import finishes',
  'export-done': 'An export is ready',
  'webhook-disabled': 'A webhook or chat is disabled',
};

/** The settings of notifications. */
export const toldTexts = {
  hint: 'Choose what you are notified about, and how. Your cards are those that you are on, made, commented on or watch.',
  noMail: 'This service sends no email.',
  what: 'What happens',
  kinds: kinds as Readonly<Record<string, string>>,
  channels: { page: 'Inbox', mail: 'Email', push: 'Push' },
  timings: { off: 'Off', 'at-once': 'Right away', digest: 'In digest' },
  cell: (kind: string, channel: string) => `${kind}: ${channel}`,
  digest: 'Digest',
  digestHint: 'What is collected comes in one email, by board.',
  summary: 'Send me a summary of my day',
  summaryHint:
    'On these days, at this time: your cards that are overdue or due today, who waits for your answer, and what others have finished on boards that you watch. None when there is nothing to say.',
  hour: 'Time',
  days: 'Days',
  quiet: 'Quiet hours',
  quietHint: 'No email and no push then; what happens meanwhile is sent afterwards.',
  isQuiet: 'Keep quiet hours',
  from: 'From',
  to: 'To',
  elsewhere: 'Boards and workspaces with other settings',
  muted: 'Muted: you are told nothing',
  differs: 'Has settings of its own',
  gone: 'One that you no longer see',
  remove: 'Remove',
  removeFrom: (name: string) => `Remove what differs on ${name}`,
};
